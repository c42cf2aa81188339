import type { Timers } from './timers.ts';

/** Runs at an interval until the returned function is called. */
export function every(timers: Pick<Timers, 'after'>, everyMs: number, run: () => void): () => void {
  const runAgain = () => {
    run();
    stop = timers.after(everyMs, runAgain);
  };
  let stop = timers.after(everyMs, runAgain);
  return () => stop();
}
