// Runs a publication in a thread of its own, which ends with it: hashing a million accounts takes seconds, and nobody
// else may wait for that.
import { Worker } from 'node:worker_threads';
import type { WayToStore } from '../db/open-store.ts';
import { errorOf, type Fault } from '../desk/messages.ts';
import type { Publication, PublishReport } from './publish.ts';

export interface PublishThreadData {
  readonly store: WayToStore;
  readonly publication: Publication;
}

export type FromPublisher =
  | { readonly kind: 'done'; readonly report: PublishReport | undefined }
  | { readonly kind: 'failed'; readonly fault: Fault };

export interface PublishThread {
  publish(publication: Publication): Promise<PublishReport | undefined>;
  /** Ends a publication that is under way; nothing of it is left. */
  stop(): Promise<void>;
}

/** `reach` is how one more thread connects to the database. */
export function createPublishThread(reach: () => WayToStore): PublishThread {
  let running: Worker | undefined;
  return {
    publish: (publication) =>
      new Promise((resolve, reject) => {
        const store = reach();
        const worker = new Worker(new URL('./publish-worker.ts', import.meta.url), {
          workerData: { store, publication } satisfies PublishThreadData,
          transferList: 'port' in store ? [store.port] : [],
        });
        running = worker;
        worker.on('message', (message: FromPublisher) => {
          if (message.kind === 'done') resolve(message.report);
          else reject(errorOf(message.fault));
        });
        worker.on('error', reject);
        worker.on('exit', () => {
          running = undefined;
          reject(new Error('the thread that makes the root of all balances has ended'));
        });
      }),
    async stop() {
      await running?.terminate();
    },
  };
}
