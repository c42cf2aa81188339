// Calls to the server without the app: to prepare a journey, and to compare the screen with.
import type { AnyCall, ReplyOf } from '@maru/contract/call';
import type { World } from './world.ts';

export interface Asked {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  readonly token?: string | undefined;
}

export async function ask<C extends AnyCall>(
  world: Pick<World, 'address'>,
  call: C,
  asked: Asked = {},
): Promise<ReplyOf<C>> {
  const answer = await send(world, call, asked);
  if (!answer.ok) throw new Error(`${call.path} was refused: ${await answer.text()}`);
  return (await answer.json()) as ReplyOf<C>;
}

/** The refusal code of a call that must not succeed. */
export async function refusalOf(
  world: Pick<World, 'address'>,
  call: AnyCall,
  asked: Asked = {},
): Promise<string> {
  const answer = await send(world, call, asked);
  if (answer.ok) throw new Error(`${call.path} was not refused`);
  return ((await answer.json()) as { readonly code: string }).code;
}

function send(
  { address }: Pick<World, 'address'>,
  { method, path }: AnyCall,
  { query = {}, body, token }: Asked,
): Promise<Response> {
  const url = new URL(path, address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
}
