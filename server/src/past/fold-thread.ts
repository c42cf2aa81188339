// Asks the thread that folds histories. The first question starts it; after a while without any it is ended.
import { Worker } from 'node:worker_threads';
import { LaneBusy } from '../db/lane.ts';
import type { FoldAnswer, FoldQuestion } from './fold-messages.ts';

/** Checkpoints of a few dozen accounts, and the events of a slice. */
const MOST_HEAP_MB = 256;
/** Its checkpoints go with it. */
const IDLE_MS = 120_000;

export interface FoldThread {
  /** One question after the other: whoever asks waits for the answer before the next. */
  ask(question: FoldQuestion): Promise<Extract<FoldAnswer, { readonly ok: true }>>;
  close(): Promise<void>;
}

export function openFoldThread({ idleMs = IDLE_MS } = {}): FoldThread {
  let worker: Worker | undefined;
  let waiting: PromiseWithResolvers<Extract<FoldAnswer, { readonly ok: true }>> | undefined;
  let ending: NodeJS.Timeout | undefined;
  let isClosed = false;

  function endWhenIdle(idle: Worker): void {
    clearTimeout(ending);
    ending = setTimeout(() => {
      if (waiting !== undefined || worker !== idle) return;
      worker = undefined;
      void idle.terminate();
    }, idleMs).unref();
  }

  function start(): Worker {
    const started = new Worker(new URL('./fold-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    });
    const end = (fault: Error): void => {
      if (worker !== started) return;
      worker = undefined;
      waiting?.reject(new LaneBusy('the thread that folds histories has ended', { cause: fault }));
      waiting = undefined;
    };
    started.on('message', (answer: FoldAnswer) => {
      const asked = waiting;
      waiting = undefined;
      endWhenIdle(started);
      if (answer.ok) asked?.resolve(answer);
      else asked?.reject(new Error(`folding a history failed: ${answer.message}`));
    });
    started.on('error', (fault) => end(fault as Error));
    started.on('exit', (code) => end(new Error(`exit code ${code}`)));
    started.unref();
    return started;
  }

  return {
    ask(question) {
      if (isClosed) return Promise.reject(new LaneBusy('the thread that folds histories is closed'));
      worker ??= start();
      waiting = Promise.withResolvers();
      worker.postMessage(question);
      return waiting.promise;
    },
    async close() {
      isClosed = true;
      clearTimeout(ending);
      await worker?.terminate();
    },
  };
}
