/** Lists that wait until the tables have passed a batch, each for a bounded time. */
export interface Waiters {
  waitFor(batch: number): Promise<boolean>;
  passed(batch: number): void;
}

/** How long a list waits for the tables before it answers that they are behind. */
const PATIENCE_MS = 3_000;

export function createWaiters(wait: (ms: number) => Promise<void>, patienceMs = PATIENCE_MS): Waiters {
  let waiting: { readonly batch: number; readonly resolve: (passed: boolean) => void }[] = [];
  return {
    waitFor: (batch) =>
      new Promise((resolve) => {
        const waiter = { batch, resolve };
        waiting.push(waiter);
        void wait(patienceMs).then(() => {
          waiting = waiting.filter((each) => each !== waiter);
          resolve(false);
        });
      }),
    passed(batch) {
      waiting = waiting.filter((each) => {
        if (each.batch > batch) return true;
        each.resolve(true);
        return false;
      });
    },
  };
}
