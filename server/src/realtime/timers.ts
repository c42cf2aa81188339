/** The clock and the only repeated timers of the realtime edge, passed in so that a test can control them. */
export interface Timers {
  now(): number;
  /** Returns the function that stops it. */
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
