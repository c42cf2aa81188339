// Password work waits in short queues for threads of its own: one for owners on devices they are known from, and one
// of low priority for everybody else. When a queue is full the answer is "try again": trading never waits for a login.
import { Worker } from 'node:worker_threads';
import { type Asker, createLanes, LIMITS, type Limits, type Thread, threadOf } from './password-lanes.ts';

export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

export type PasswordJob =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: PasswordCost }
  | { readonly kind: 'verify'; readonly password: string; readonly hash: string };

export type PasswordResult = string | boolean;

/** Not a bug: too many logins at once, or the thread has ended. */
export const BUSY = Symbol('busy');
export type Busy = typeof BUSY;

export interface PasswordPool {
  /**
   * Takes a place first, waits until the check may begin, and keeps the place while `work` runs: an asker without a
   * place costs nothing, neither a check nor the reads and writes around it.
   */
  withPlace<Done>(
    asker: Asker,
    work: (run: (job: PasswordJob) => Promise<PasswordResult | Busy>) => Promise<Done>,
  ): Promise<Done | Busy>;
  close(): Promise<void>;
}

/** An idle thread is ended: it takes a dozen megabytes, and starting it again takes less time than a check. */
const IDLE_MS = 10_000;

export function createPasswordPool(limits: Limits = LIMITS, idleMs = IDLE_MS): PasswordPool {
  const lanes = createLanes(limits);
  const threads = { owners: createThread('owners', idleMs), strangers: createThread('strangers', idleMs) };
  let closed = false;

  return {
    async withPlace(asker, work) {
      const place = closed ? undefined : lanes.enter(asker);
      if (place === undefined) return BUSY;
      await place;
      try {
        return closed ? BUSY : await work((job) => threads[threadOf(asker)].run(job));
      } finally {
        lanes.leave(asker);
      }
    },
    async close() {
      closed = true;
      await Promise.all([threads.owners.close(), threads.strangers.close()]);
    },
  };
}

function createThread(thread: Thread, idleMs: number) {
  const waiting: ((value: PasswordResult | Busy) => void)[] = [];
  let worker: Worker | undefined;
  let closed = false;
  let ending: NodeJS.Timeout | undefined;

  function endWhenIdle(idle: Worker): void {
    clearTimeout(ending);
    ending = setTimeout(() => {
      if (waiting.length > 0 || worker !== idle) return;
      worker = undefined;
      void idle.terminate();
    }, idleMs).unref();
  }

  /** The thread has ended: everybody who waits for it gets TRY_AGAIN. */
  function release(): void {
    worker = undefined;
    for (const answer of waiting.splice(0)) answer(BUSY);
  }

  function start(): Worker {
    const started = new Worker(new URL('./password-worker.ts', import.meta.url), { workerData: thread });
    // An idle thread must not keep the process alive.
    started.unref();
    // The thread answers in the order of the jobs.
    started.on('message', (value: PasswordResult) => {
      if (worker !== started) return;
      endWhenIdle(started);
      waiting.shift()?.(value);
    });
    const lost = (): void => {
      if (worker === started) release();
    };
    started.on('error', lost);
    started.on('exit', lost);
    return started;
  }

  return {
    run(job: PasswordJob): Promise<PasswordResult | Busy> {
      if (closed) return Promise.resolve(BUSY);
      worker ??= start();
      const to = worker;
      return new Promise((resolve) => {
        waiting.push(resolve);
        to.postMessage(job);
      });
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(ending);
      const stopping = worker;
      release();
      await stopping?.terminate();
    },
  };
}
