// When the tables are written while the desk is busy. Few large writes cost the machine much less than many small ones:
// whatever changed several times is written once, and what began and ended in between not at all. So the tables rest as
// long as nobody waits for them and everything can still be written in time.

/** How much a batch is to write, and whether somebody may be waiting for it. */
export interface BatchSize {
  readonly work: number;
  /** Payments follow each other as fast as they can be written, and nobody asked for them. */
  readonly isPayment: boolean;
}

export interface PaceOptions {
  readonly steadyMs: () => number;
  /** Nothing is to wait longer than this before it is in the tables. */
  readonly withinMs: number;
  /** How much is written in a millisecond, until it was measured. */
  readonly workPerMs: number;
}

export interface WritePace {
  noteBatch(batch: number, size: BatchSize): void;
  /** Somebody waits until the tables have this batch. */
  want(batch: number): void;
  /** The tables have everything up to this batch. */
  wrote(batch: number, written: { readonly work: number; readonly tookMs: number }): void;
  mayRest(): boolean;
}

/** Smaller writes say little about how fast large ones are. */
const WORTH_MEASURING = 500;
/** How much a new measurement counts. */
const WEIGHT = 0.3;

export function createWritePace({ steadyMs, withinMs, workPerMs }: PaceOptions): WritePace {
  let speed = workPerMs;
  /** Batches that are not written yet, and when they were noted. */
  let unwritten: { readonly batch: number; readonly at: number; readonly size: BatchSize }[] = [];
  let work = 0;
  let wanted = 0;
  /** There is no rest before this batch is written. */
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
      // The oldest is written at once, the newest at last: neither may have waited for too long by then.
      if (Math.max(steadyMs() - oldest.at, work / speed) < withinMs) return true;
      dueUpTo = unwritten.at(-1)?.batch ?? 0;
      return false;
    },
  };
}
