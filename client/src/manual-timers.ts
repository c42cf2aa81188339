// Timers for tests: nothing runs until the test calls `pass`.
import type { Timers } from './timers.ts';

export interface ManualTimers extends Timers {
  /** Advances the time, running due timers in order and letting promises settle in between. */
  pass(durationMs: number): Promise<void>;
  /** Simulates a sleeping machine: time advances and nothing runs. Due timers run late, with the next `pass`. */
  sleep(durationMs: number): void;
  waiting(): number;
}

/** Promise chains in the code under test are short; a few event loop steps settle all of them. */
async function settle(): Promise<void> {
  for (let round = 0; round < 5; round++) await new Promise((resolve) => setTimeout(resolve, 0));
}

export function manualTimers(startAt = 1_700_000_000_000): ManualTimers {
  let now = startAt;
  let due: { at: number; run: () => void }[] = [];

  return {
    now: () => now,
    waiting: () => due.length,
    after(delayMs, run) {
      const entry = { at: now + delayMs, run };
      due.push(entry);
      return () => {
        due = due.filter((each) => each !== entry);
      };
    },
    sleep(durationMs) {
      now += durationMs;
    },
    async pass(durationMs) {
      const until = now + durationMs;
      await settle();
      for (;;) {
        const next = due.filter((each) => each.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        due = due.filter((each) => each !== next);
        now = Math.max(now, next.at);
        next.run();
        await settle();
      }
      now = until;
    },
  };
}
