// No caller waits for ever: what waits too long is answered without being decided.
import type { Arrivals } from './arrivals.ts';
import { type Asked, giveUp } from './decide-all.ts';
import { type DeskMemory, isStopped } from './desk-memory.ts';

export interface Patience {
  isOverdue(asked: Asked): boolean;
  /** Until the desk stops. */
  watch(): Promise<void>;
}

export function createPatience(parts: {
  readonly memory: DeskMemory;
  readonly arrivals: Pick<Arrivals, 'giveUpOverdue'>;
  readonly patienceMs: number;
  readonly steadyMs: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly checkClock: () => void;
}): Patience {
  const { memory, arrivals, patienceMs, steadyMs, wait, checkClock } = parts;
  const isOverdue = (asked: Asked): boolean => steadyMs() - asked.since >= patienceMs;

  return {
    isOverdue,
    /** Queued asks get TRY_AGAIN, asks being written get RESULT_UNKNOWN. */
    async watch() {
      while (!isStopped(memory)) {
        await wait(patienceMs / 4);
        if (isStopped(memory)) return;
        checkClock();
        giveUp([...memory.inFlight, ...(memory.next ?? [])].filter(isOverdue), 'RESULT_UNKNOWN');
        arrivals.giveUpOverdue(isOverdue);
        const overdue = memory.queue.filter(isOverdue);
        if (overdue.length === 0) continue;
        memory.queue = memory.queue.filter((asked) => !isOverdue(asked));
        giveUp(overdue, 'TRY_AGAIN');
      }
    },
  };
}
