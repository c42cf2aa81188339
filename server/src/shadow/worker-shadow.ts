// The desk's end of the shadow that runs in a thread of its own.
import { Worker } from 'node:worker_threads';
import { type HandedBatch, handOver } from '../journal/record.ts';
import { type Shadow, type ShadowOptions, sizeOf } from './shadow.ts';
import type { Mark } from './tables.ts';
import { createWaiters } from './waiters.ts';
import type { BatchSize } from './write-pace.ts';

export type ToShadow =
  | { readonly kind: 'start'; readonly mark: Mark }
  | { readonly kind: 'takeOver'; readonly batch: HandedBatch; readonly size: BatchSize }
  | { readonly kind: 'reach'; readonly batch: number; readonly size: BatchSize }
  | { readonly kind: 'want'; readonly batch: number }
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
  /** When so much lies there, batches are no longer handed over: the shadow reads them from the journal later. */
  readonly charactersHanded?: number;
  readonly patienceMs?: number;
}

export function startWorkerShadow(options: Options): Shadow {
  const { url, shard, archiveFolder, wait, onBroken, onWeather } = options;
  const { charactersHanded = 16_000_000, patienceMs = 3_000 } = options;
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
        forgetWritten();
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

  /** Handed over and not written yet. */
  let handed: { readonly batch: number; readonly characters: number }[] = [];
  let lying = 0;
  function forgetWritten(): void {
    const rest = handed.findIndex(({ batch }) => batch > mark.batch);
    handed = rest === -1 ? [] : handed.slice(rest);
    lying = handed.reduce((sum, { characters }) => sum + characters, 0);
  }

  /** Of batches that are not handed over one word for many will do. */
  let untold: BatchSize | undefined;
  function tellLater({ work, isPayment }: BatchSize): void {
    if (untold !== undefined) {
      untold = { work: untold.work + work, isPayment: untold.isPayment && isPayment };
      return;
    }
    untold = { work, isPayment };
    void wait(REACH_MS).then(tellNow);
  }
  function tellNow(): void {
    if (untold === undefined) return;
    tell({ kind: 'reach', batch: newest, size: untold });
    untold = undefined;
  }

  let wanted = 0;
  function want(batch: number): void {
    if (batch <= wanted) return;
    wanted = batch;
    tellNow();
    tell({ kind: 'want', batch });
  }

  return {
    start(from) {
      if (from.batch > mark.batch) mark = from;
      newest = Math.max(newest, from.batch);
      tell({ kind: 'start', mark: from });
    },
    follow(batch) {
      if (batch.batch <= newest) return;
      newest = batch.batch;
      const size = sizeOf(batch);
      const characters = batch.body.length;
      if (lying + characters > charactersHanded) {
        tellLater(size);
        return;
      }
      tellNow();
      handed.push({ batch: newest, characters });
      lying += characters;
      tell({ kind: 'takeOver', batch: handOver(batch), size });
    },
    reach(batch) {
      if (batch <= newest) return;
      newest = batch;
      tellLater({ work: 0, isPayment: false });
    },
    want,
    passed(batch) {
      if (mark.batch >= batch) return Promise.resolve(true);
      want(batch);
      return waiters.waitFor(batch);
    },
    mark: () => mark,
    behind: () => newest - mark.batch,
    audited: () => audited,
    async stop() {
      tell({ kind: 'reach', batch: newest, size: untold ?? { work: 0, isPayment: false } });
      await new Promise<void>((resolve) => {
        stopped = resolve;
        worker.once('exit', () => resolve());
        tell({ kind: 'stop' });
      });
      await worker.terminate();
    },
  };
}
