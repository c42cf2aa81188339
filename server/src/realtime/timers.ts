/** The clock and the only repeated timers of the realtime edge, handed in so that a test can be the clock. */
export interface Timers {
  now(): number;
  /** Returns how to stop it. */
  every(periodMs: number, run: () => void): () => void;
}

export const realTimers: Timers = {
  now: () => Date.now(),
  every(periodMs, run) {
    const timer = setInterval(run, periodMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};
