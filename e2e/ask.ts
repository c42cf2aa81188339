// Calls to the server without the app: to prepare a journey, and to compare the screen with.
import { setTimeout } from 'node:timers/promises';
import type { AnyCall, ReplyOf } from '@maru/contract/call';
import type { World } from './world.ts';

/** A server that is busy, as for a while after its clock moved by a day, has done nothing. The app asks again too. */
const MOST_TRIES = 5;

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
  for (let tries = 1; ; tries += 1) {
    const answer = await send(world, call, asked);
    if (answer.ok) return (await answer.json()) as ReplyOf<C>;
    const refusal = (await answer.json()) as { readonly code: string };
    if (refusal.code !== 'TRY_AGAIN' || tries === MOST_TRIES)
      throw new Error(`${call.path} was refused: ${JSON.stringify(refusal)}`);
    await setTimeout(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
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
