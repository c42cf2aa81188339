// Realtime work in slices: nothing here blocks the thread for longer than a slice in one turn of the event loop,
// however much there is to parse or send. Small jobs are done at once; work that does not fit waits, in order, for
// the next turn.

export interface Slices {
  /** A job may be interrupted at every `yield`. */
  run(job: Iterator<unknown>): void;
  /** Jobs that wait for a later slice. */
  readonly waiting: number;
}

export function createSlices(sliceMs: number): Slices {
  const waiting: Iterator<unknown>[] = [];
  let spentMs = 0;
  let isScheduled = false;

  function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(nextSlice);
  }

  function nextSlice() {
    isScheduled = false;
    spentMs = 0;
    while (waiting.length > 0 && spentMs < sliceMs) {
      if (finishes(waiting[0]!)) waiting.shift();
    }
    if (waiting.length > 0) schedule();
  }

  /** False when the time of this slice ran out before the job ended. */
  function finishes(job: Iterator<unknown>): boolean {
    const startedAt = performance.now();
    const before = spentMs;
    for (;;) {
      const { done } = job.next();
      spentMs = before + performance.now() - startedAt;
      if (done === true) return true;
      if (spentMs >= sliceMs) return false;
    }
  }

  return {
    run(job) {
      const canStart = waiting.length === 0 && spentMs < sliceMs;
      if (!canStart || !finishes(job)) waiting.push(job);
      schedule();
    },
    get waiting() {
      return waiting.length;
    },
  };
}

/** Lets other work of the event loop run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
