// Who is connected in the liquidation bench, and what is pushed to them. Each message is written as text and goes nowhere.
import type { PlayerId } from '@maru/engine/purse';
import { type CrossParts, type CrossPushes, createCrossPushes } from '@maru/server/futures/cross';
import type { Realtime } from '@maru/server/realtime/realtime';

export interface Pushed {
  /** Messages by the last part of their queue's name. */
  readonly messages: Readonly<Record<string, number>>;
  readonly bytes: number;
  /** When the last of them was written, on the clock of `performance`. */
  readonly lastAt: number;
}

export interface Audience extends Pick<Realtime, 'push' | 'isConnected'> {
  readonly connected: Set<PlayerId>;
  /** What was pushed since this was last called. */
  take(): Pushed;
}

export function createAudience(): Audience {
  const connected = new Set<PlayerId>();
  let messages: Record<string, number> = {};
  let bytes = 0;
  let lastAt = 0;
  return {
    connected,
    isConnected: (player) => connected.has(player),
    push(_player, queue, push) {
      messages[queue] = (messages[queue] ?? 0) + 1;
      bytes += JSON.stringify(push).length;
      lastAt = performance.now();
    },
    take() {
      const pushed = { messages, bytes, lastAt };
      messages = {};
      bytes = 0;
      return pushed;
    },
  };
}

type OwnParts = 'pushCross' | 'pushLiquidPrices' | 'connected' | 'isConnected' | 'onPresence';

/** What wallets are worth, pushed to the audience, with a count of what the desk is asked for it. */
export function openCross({
  desk,
  audience,
  ...parts
}: Omit<CrossParts, OwnParts> & { readonly audience: Audience }): {
  readonly cross: CrossPushes;
  readonly deskReads: () => number;
} {
  let deskReads = 0;
  const cross = createCrossPushes({
    ...parts,
    desk: {
      read(read, args) {
        deskReads += 1;
        return desk.read(read, args);
      },
    },
    pushCross: (player, push) => audience.push(player, 'cross', push),
    pushLiquidPrices: (player, push) => audience.push(player, 'futures', push),
    connected: () => audience.connected,
    isConnected: audience.isConnected,
    onPresence: () => () => undefined,
  });
  return { cross, deskReads: () => deskReads };
}
