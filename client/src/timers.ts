/** The clock and its timers, passed in so that a test can control them. */
export interface Timers {
  now(): number;
  /** Runs once after the delay; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

export const browserTimers: Timers = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Timers that can be cancelled together. */
export function createTimerGroup(timers: Timers): Pick<Timers, 'after'> & { cancelAll(): void } {
  const pending = new Set<() => void>();
  return {
    after(delayMs, run) {
      const stop = timers.after(delayMs, () => {
        pending.delete(cancel);
        run();
      });
      const cancel = () => {
        pending.delete(cancel);
        stop();
      };
      pending.add(cancel);
      return cancel;
    },
    cancelAll() {
      for (const cancel of [...pending]) cancel();
    },
  };
}

export const pause = (timers: Timers, delayMs: number): Promise<void> =>
  new Promise((resolve) => void timers.after(delayMs, resolve));
