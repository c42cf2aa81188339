// What staff do to a trader while the trader is looking at the app.
import { blockDevice, blockPlayer, endSessions, signIn, unblockPlayer } from '@maru/contract/account';
import type { World } from './world.ts';

export interface Office {
  endSessions(playerId: number): Promise<void>;
  block(playerId: number): Promise<void>;
  unblock(playerId: number): Promise<void>;
  /** `M`: not from a phone. */
  blockDevice(playerId: number, device: '' | 'M'): Promise<void>;
}

interface StaffCall {
  readonly method: string;
  readonly path: string;
}

export async function openOffice(world: World): Promise<Office> {
  const ask = async (call: StaffCall, body: unknown, token?: string): Promise<unknown> => {
    const answer = await fetch(`${world.address}${call.path}`, {
      method: call.method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${call.path} was refused: ${await answer.text()}`);
    return answer.json();
  };
  const { accessToken } = (await ask(signIn, world.operator)) as { readonly accessToken: string };
  const act = async (call: StaffCall, body: unknown): Promise<void> => {
    await ask(call, body, accessToken);
  };
  return {
    endSessions: (playerId) => act(endSessions, { playerId }),
    block: (playerId) => act(blockPlayer, { playerId }),
    unblock: (playerId) => act(unblockPlayer, { playerId }),
    blockDevice: (playerId, device) => act(blockDevice, { playerId, blockDevice: device }),
  };
}
