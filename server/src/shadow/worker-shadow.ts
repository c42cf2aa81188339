// The desk's end of the shadow that runs in a thread of its own.
import { Worker } from 'node:worker_threads';
import type { Shadow, ShadowOptions } from './shadow.ts';
import type { Mark } from './tables.ts';
import { createWaiters } from './waiters.ts';

export type ToShadow =
  | { readonly kind: 'start'; readonly mark: Mark }
  | {
      readonly kind: 'follow';
      readonly batch: number;
      readonly hash: string;
      /** The events as the journal has them. */
      readonly texts: readonly string[];
    }
  | { readonly kind: 'reach'; readonly batch: number }
  | { readonly kind: 'stop' };

export type FromShadow =
  | { readonly kind: 'mark'; readonly mark: Mark }
  | { readonly kind: 'audited'; readonly batch: number }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'weather'; readonly message: string }
  | { readonly kind: 'stopped' };

/** What the shadow's thread is started with. */
export interface ShadowThreadData {
  readonly url: string;
  readonly shard: number;
  /** Where snapshots are, should the journal have been cut. */
  readonly archiveFolder: string | undefined;
}

const REACH_MS = 20;

interface Options extends Pick<ShadowOptions, 'wait' | 'onBroken' | 'onWeather'> {
  readonly url: string;
  readonly shard: number;
  readonly archiveFolder: string | undefined;
  /** So far behind batches are no longer handed over: the shadow reads them from the journal when it gets there. */
  readonly batchesHanded?: number;
  readonly patienceMs?: number;
}

export function startWorkerShadow(options: Options): Shadow {
  const { url, shard, archiveFolder, wait, onBroken, onWeather } = options;
  const { batchesHanded = 64, patienceMs = 3_000 } = options;
  const workerData: ShadowThreadData = { url, shard, archiveFolder };
  const worker = new Worker(new URL('./shadow-worker.ts', import.meta.url), { workerData });
  const waiters = createWaiters(wait, patienceMs);
  let mark: Mark = { batch: 0, hash: '' };
  let newest = 0;
  let audited = 0;
  let stopped: (() => void) | undefined;

  worker.on('message', (message: FromShadow) => {
    switch (message.kind) {
      case 'mark':
        mark = message.mark;
        waiters.passed(mark.batch);
        break;
      case 'audited':
        audited = message.batch;
        break;
      case 'broken':
        onBroken(new Error(message.message));
        break;
      case 'weather':
        onWeather?.(new Error(message.message));
        break;
      case 'stopped':
        stopped?.();
        break;
    }
  });
  worker.on('error', onBroken);
  const tell = (message: ToShadow): void => worker.postMessage(message);

  /** Handing over every batch costs the desk's thread more than deciding it; under load one word for many will do. */
  let isTelling = false;
  function tellLater(): void {
    if (isTelling) return;
    isTelling = true;
    void wait(REACH_MS).then(() => {
      isTelling = false;
      tell({ kind: 'reach', batch: newest });
    });
  }

  return {
    start(from) {
      if (from.batch > mark.batch) mark = from;
      newest = Math.max(newest, from.batch);
      tell({ kind: 'start', mark: from });
    },
    follow({ batch, hash, texts }) {
      if (batch <= newest) return;
      newest = batch;
      if (newest - mark.batch <= batchesHanded) tell({ kind: 'follow', batch, hash, texts });
      else tellLater();
    },
    reach(batch) {
      if (batch <= newest) return;
      newest = batch;
      tellLater();
    },
    passed: (batch) => (mark.batch >= batch ? Promise.resolve(true) : waiters.waitFor(batch)),
    mark: () => mark,
    behind: () => newest - mark.batch,
    audited: () => audited,
    async stop() {
      tell({ kind: 'reach', batch: newest });
      await new Promise<void>((resolve) => {
        stopped = resolve;
        worker.once('exit', () => resolve());
        tell({ kind: 'stop' });
      });
      await worker.terminate();
    },
  };
}
