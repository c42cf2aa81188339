// When the tables are written while the desk is busy. Few large writes cost the machine much less than many small
// ones: a row that changed several times is written once, and one that was added and removed in between not at all.
// So the shadow pauses as long as no list waits for it and everything can still be written in time.

/** How much a batch is to write, and whether a list may wait for it. */
export interface BatchSize {
  readonly work: number;
  /** Payments follow each other as fast as they can be written, and no caller waits for them. */
  readonly isPayment: boolean;
}

export interface PaceOptions {
  readonly steadyMs: () => number;
  /** The longest time until a batch is in the tables. */
  readonly withinMs: number;
  /** How much is written in a millisecond, until it was measured. */
  readonly workPerMs: number;
}

export interface WritePace {
  noteBatch(batch: number, size: BatchSize): void;
  /** A list waits until the tables have this batch. */
  want(batch: number): void;
  /** The tables have everything up to this batch. */
  wrote(batch: number, written: { readonly work: number; readonly tookMs: number }): void;
  mayRest(): boolean;
}

/** Smaller writes show little about the speed of large ones. */
const WORTH_MEASURING = 500;
/** A share of the longest time: a burst that is over by then has the processor and the medium for itself. */
const BURST = 0.5;
/** The weight of a new measurement. */
const WEIGHT = 0.3;

export function createWritePace({ steadyMs, withinMs, workPerMs }: PaceOptions): WritePace {
  let speed = workPerMs;
  /** Batches that are not written yet, and when they were noted. */
  let unwritten: { readonly batch: number; readonly at: number; readonly size: BatchSize }[] = [];
  let work = 0;
  let wanted = 0;
  /** The shadow does not pause before this batch is written. */
  let dueUpTo = 0;
  let mark = 0;

  return {
    noteBatch(batch, size) {
      unwritten.push({ batch, at: steadyMs(), size });
      work += size.work;
    },
    want(batch) {
      wanted = Math.max(wanted, batch);
    },
    wrote(batch, written) {
      mark = batch;
      const rest = unwritten.findIndex((each) => each.batch > batch);
      unwritten = rest === -1 ? [] : unwritten.slice(rest);
      work = unwritten.reduce((sum, { size }) => sum + size.work, 0);
      if (written.work >= WORTH_MEASURING && written.tookMs > 0)
        speed += (written.work / written.tookMs - speed) * WEIGHT;
    },
    mayRest() {
      if (wanted > mark || dueUpTo > mark) return false;
      const oldest = unwritten.find(({ size }) => !size.isPayment);
      if (oldest === undefined) return true;
      const ageMs = steadyMs() - oldest.at;
      // The oldest is written at once, the newest at last: neither may have waited for too long by then. What takes that
      // long anyway may end first, while nothing has waited for long: writing beside it would delay both.
      if (ageMs < withinMs * BURST || Math.max(ageMs, work / speed) < withinMs) return true;
      dueUpTo = unwritten.at(-1)?.batch ?? 0;
      return false;
    },
  };
}
