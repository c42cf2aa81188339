// The desk's end of the shadow that runs in its own thread.
import { Worker } from 'node:worker_threads';
import { createHandOver, type NewBatches } from './hand-over.ts';
import type { Shadow, ShadowOptions } from './shadow.ts';
import type { ShadowParts } from './shadow-product.ts';
import { type Mark, NO_MARK } from './tables.ts';
import { createWaiters } from './waiters.ts';

export type ToShadow =
  | { readonly kind: 'start'; readonly mark: Mark }
  | NewBatches
  | { readonly kind: 'stop' };

export type FromShadow =
  | { readonly kind: 'mark'; readonly mark: Mark }
  | { readonly kind: 'audited'; readonly batch: number }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'transient-error'; readonly message: string }
  | { readonly kind: 'stopped' };

/** The data that the shadow's thread is started with. */
export interface ShadowThreadData {
  readonly url: string;
  readonly shard: number;
  /** Where snapshots are, needed when the journal was cut. */
  readonly archiveFolder: string | undefined;
  /** The server ends a transaction that has stood still for so long. */
  readonly idleInTransactionMs: number | undefined;
}

/** The options of the shadow, with the file that the thread runs. */
type Options = ShadowThreadData & { readonly worker: NonNullable<ShadowParts['worker']> } & Pick<
    ShadowOptions,
    'wait' | 'onBroken' | 'onTransientError'
  >;

/** Above this many unwritten characters batches are not sent whole: the shadow reads them from the journal later. */
const CHARACTERS_HANDED = 16_000_000;

export function startWorkerShadow(options: Options): Shadow {
  const { url, shard, archiveFolder, idleInTransactionMs, wait, onBroken, onTransientError } = options;
  const workerData: ShadowThreadData = { url, shard, archiveFolder, idleInTransactionMs };
  const worker = new Worker(options.worker, { workerData });
  const waiters = createWaiters(wait);
  let mark = NO_MARK;
  let audited = 0;
  let stopped: (() => void) | undefined;

  worker.on('message', (message: FromShadow) => {
    switch (message.kind) {
      case 'mark':
        mark = message.mark;
        handOver.wrote(mark.batch);
        waiters.passed(mark.batch);
        break;
      case 'audited':
        audited = message.batch;
        break;
      case 'broken':
        onBroken(new Error(message.message));
        break;
      case 'transient-error':
        onTransientError?.(new Error(message.message));
        break;
      case 'stopped':
        stopped?.();
        break;
    }
  });
  worker.on('error', onBroken);
  const send = (message: ToShadow): void => worker.postMessage(message);

  const handOver = createHandOver({ send, wait, charactersHanded: CHARACTERS_HANDED });

  return {
    start(from) {
      if (from.batch > mark.batch) mark = from;
      handOver.start(from.batch);
      send({ kind: 'start', mark: from });
    },
    follow: handOver.follow,
    want: handOver.want,
    passed(batch) {
      if (mark.batch >= batch) return Promise.resolve(true);
      handOver.want(batch);
      return waiters.waitFor(batch);
    },
    mark: () => mark,
    behind: () => handOver.newest() - mark.batch,
    audited: () => audited,
    async stop() {
      handOver.sendNow();
      await new Promise<void>((resolve) => {
        stopped = resolve;
        worker.once('exit', () => resolve());
        send({ kind: 'stop' });
      });
      await worker.terminate();
    },
  };
}
