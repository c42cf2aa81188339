// Timers for tests: nothing runs until the test lets time pass.
import type { Timers } from './timers.ts';

export interface ManualTimers extends Timers {
  /** Lets this much time pass, running what falls due in order and letting promises settle in between. */
  pass(durationMs: number): Promise<void>;
  /** The machine sleeps: time goes on and nothing runs. What fell due meanwhile runs late, with the next `pass`. */
  sleep(durationMs: number): void;
  waiting(): number;
}

/** Promise chains in the code under test are short; a few rounds of the event loop settle all of them. */
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
