// Password work waits in a short queue for one thread of its own. When the queue is full the answer is "try again":
// trading never waits for a login.
import { Worker } from 'node:worker_threads';

export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

export type PasswordJob =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: PasswordCost }
  | { readonly kind: 'verify'; readonly password: string; readonly hash: string };

export interface PasswordResult {
  readonly id: number;
  readonly value: string | boolean;
}

/** Not an error of ours: too many logins at once, or the thread was lost. */
export const BUSY = Symbol('busy');
export type Busy = typeof BUSY;

export interface PasswordPool {
  run(job: PasswordJob): Promise<string | boolean | Busy>;
  close(): Promise<void>;
}

/** At 35 ms each the last in a queue of 64 waits a little over two seconds. */
export const QUEUE_LIMIT = 64;

export function createPasswordPool(queueLimit = QUEUE_LIMIT): PasswordPool {
  const waiting = new Map<number, (value: string | boolean | Busy) => void>();
  let worker: Worker | undefined;
  let count = 0;
  let closed = false;

  function release(): void {
    worker = undefined;
    for (const answer of waiting.values()) answer(BUSY);
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(new URL('./password-worker.ts', import.meta.url));
    // A waiting thread must not keep the process alive.
    started.unref();
    started.on('message', ({ id, value }: PasswordResult) => {
      waiting.get(id)?.(value);
      waiting.delete(id);
    });
    started.on('error', release);
    started.on('exit', () => {
      if (worker === started) release();
    });
    return started;
  }

  return {
    run(job) {
      if (closed || waiting.size >= queueLimit) return Promise.resolve(BUSY);
      worker ??= start();
      count += 1;
      const id = count;
      const to = worker;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        to.postMessage({ id, job });
      });
    },
    async close() {
      closed = true;
      const stopping = worker;
      release();
      await stopping?.terminate();
    },
  };
}
