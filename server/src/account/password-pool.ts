// Password work waits in short queues for one thread of its own. When a queue is full the answer is "try again":
// trading never waits for a login.
import { Worker } from 'node:worker_threads';
import { type Asker, createLanes, LIMITS, type Limits } from './password-lanes.ts';

export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

export type PasswordJob =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: PasswordCost }
  | { readonly kind: 'verify'; readonly password: string; readonly hash: string };

export type PasswordResult = string | boolean;

/** Not an error of ours: too many logins at once, or the thread was lost. */
export const BUSY = Symbol('busy');
export type Busy = typeof BUSY;

export interface PasswordPool {
  run(job: PasswordJob, asker: Asker): Promise<PasswordResult | Busy>;
  close(): Promise<void>;
}

interface Waiting {
  readonly job: PasswordJob;
  readonly answer: (value: PasswordResult | Busy) => void;
}

export function createPasswordPool(limits: Limits = LIMITS): PasswordPool {
  const lanes = createLanes<Waiting>(limits);
  let worker: Worker | undefined;
  /** The thread has one job at a time, so that whoever comes first in the lanes is next, not who came first. */
  let running: { readonly waiting: Waiting; readonly asker: Asker } | undefined;
  let closed = false;

  /** The thread is gone: everybody who waits is told to try again. */
  function release(): void {
    worker = undefined;
    running?.waiting.answer(BUSY);
    running = undefined;
    for (const { answer } of lanes.drain()) answer(BUSY);
  }

  function next(): void {
    if (running !== undefined || closed) return;
    const taken = lanes.take();
    if (taken === undefined) return;
    running = { waiting: taken.job, asker: taken.asker };
    worker ??= start();
    worker.postMessage(taken.job.job);
  }

  function start(): Worker {
    const started = new Worker(new URL('./password-worker.ts', import.meta.url));
    // A waiting thread must not keep the process alive.
    started.unref();
    started.on('message', (value: PasswordResult) => {
      if (worker !== started || running === undefined) return;
      const { waiting, asker } = running;
      running = undefined;
      lanes.done(asker);
      waiting.answer(value);
      next();
    });
    const lost = (): void => {
      if (worker === started) release();
    };
    started.on('error', lost);
    started.on('exit', lost);
    return started;
  }

  return {
    run(job, asker) {
      if (closed) return Promise.resolve(BUSY);
      return new Promise((resolve) => {
        if (lanes.add({ job, answer: resolve }, asker)) next();
        else resolve(BUSY);
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
