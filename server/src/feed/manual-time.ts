// Time for tests: it stands still until a test moves it, and due waits resolve at their own instants.
import { type Millis, millis } from '@maru/engine/time';
import type { Time } from './source.ts';

export interface ManualTime extends Time {
  /** Advances the clock, resolves every due wait at its own instant, and lets the work that follows settle. */
  pass(ms: number): Promise<void>;
  /** Sets the clock without resolving any wait, as when a machine was suspended or its clock was set. */
  set(at: Millis): void;
}

export function createManualTime(start: Millis): ManualTime {
  let now = start;
  let waiting: { readonly at: number; readonly wake: () => void }[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    clock: () => now,
    wait: (ms) => new Promise((wake) => waiting.push({ at: now + ms, wake })),
    set(at) {
      // Timers use a clock that is never set back: nobody waits longer than requested.
      const backMs = Math.max(0, now - at);
      waiting = waiting.map((each) => ({ ...each, at: each.at - backMs }));
      now = at;
    },
    async pass(ms) {
      const end = now + ms;
      for (;;) {
        await settle();
        const next = waiting.reduce((least, each) => Math.min(least, each.at), Number.POSITIVE_INFINITY);
        if (next > end) break;
        now = millis(Math.max(now, next));
        const due = waiting.filter((each) => each.at <= now);
        waiting = waiting.filter((each) => each.at > now);
        for (const each of due) each.wake();
      }
      now = millis(end);
      await settle();
    },
  };
}
