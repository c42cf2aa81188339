// The server's time. Countdowns must agree with the desk, not with the clock of a phone.
import type { Timers } from './timers.ts';

export interface ServerClock {
  /** The server's time now, as exactly as it is known; the machine's own until the first answer. */
  now(): number;
  /** Requests once and keeps the answer if it is the most exact so far: half the round trip is its uncertainty. */
  sync(): Promise<void>;
  /** After a sleep the phone's clock may have been set: the next answer is used, however exact the old one was. */
  resync(): Promise<void>;
}

const UNKNOWN = { uncertaintyMs: Number.POSITIVE_INFINITY, at: 0 };

const WORTHLESS_MS = 5_000;

/** `askServerTime` returns the server's epoch milliseconds, or undefined when the server could not be reached. */
export function createServerClock({
  timers,
  askServerTime,
}: {
  readonly timers: Timers;
  readonly askServerTime: () => Promise<number | undefined>;
}): ServerClock {
  let offsetMs = 0;
  let best = UNKNOWN;

  /** A phone's clock drifts, so an old exact answer loses to a less exact new one: 1 ms per 10 s. */
  const uncertaintyNow = (now: number) => best.uncertaintyMs + Math.max(0, now - best.at) / 10_000;

  async function sync(): Promise<void> {
    const askedAt = timers.now();
    const serverTime = await askServerTime();
    const receivedAt = timers.now();
    if (serverTime === undefined) return;
    const uncertaintyMs = (receivedAt - askedAt) / 2;
    // The phone slept, or its clock was set, while the request was under way: the answer is useless.
    if (uncertaintyMs < 0 || uncertaintyMs > WORTHLESS_MS) return;
    if (uncertaintyMs > uncertaintyNow(receivedAt)) return;
    best = { uncertaintyMs, at: receivedAt };
    offsetMs = Math.round(serverTime + uncertaintyMs - receivedAt);
  }

  return {
    now: () => timers.now() + offsetMs,
    sync,
    resync() {
      best = UNKNOWN;
      return sync();
    },
  };
}
