// When archiving runs, and what is reported of it: a pass some minutes after the start, and then a few a day.
import type { MessagePort } from 'node:worker_threads';
import { Worker } from 'node:worker_threads';
import { HOUR_MS, MINUTE_MS } from '@maru/engine/time';
import type { ArchiveReport } from './archive-pass.ts';
import type { WayToStore } from './db/open-store.ts';
import { errorOf, type Fault } from './desk/messages.ts';
import type { JournalPlace } from './desk/open-desk.ts';

/** What the thread is started with. */
export interface ArchiveThreadData {
  readonly shard: number;
  readonly store: WayToStore;
  readonly journalAt: JournalPlace;
  readonly archiveFolder: string;
  readonly archiveAfterMs: number;
  readonly restMs: number;
}

export type FromArchive =
  | { readonly kind: 'done'; readonly report: ArchiveReport }
  | { readonly kind: 'failed'; readonly fault: Fault };

export interface ArchiveOptions extends Omit<ArchiveThreadData, 'store' | 'restMs'> {
  /** How one more thread connects to the database. */
  readonly reach: () => WayToStore;
  readonly onDone: (report: ArchiveReport) => void;
  /** The pass will be retried later; nothing was lost. */
  readonly onFailed: (fault: Error) => void;
  /** The tables differ from the journal: the platform must stop. */
  readonly onDifference: (fault: Error) => void;
  readonly beginsAfterMs?: number;
  readonly clock: () => number;
}

export interface Archive {
  /** The newest report of a completed pass. */
  report(): ArchiveReport | undefined;
  /** When that pass ended, or when the platform started. */
  succeededAt(): number;
  stop(): Promise<void>;
}

/** The first pass waits until the load of the start is over. */
const BEGINS_AFTER_MS = 10 * MINUTE_MS;
const EVERY_MS = 6 * HOUR_MS;
const REST_MS = 20;
/** The embedded database has one connection: other callers must not wait behind the archive. */
const EMBEDDED_REST_MS = 100;

export function startArchive(options: ArchiveOptions): Archive {
  const { shard, journalAt, archiveFolder, archiveAfterMs, clock } = options;
  let report: ArchiveReport | undefined;
  let succeededAt = clock();
  let running: Worker | undefined;

  function pass(): void {
    if (running !== undefined) return;
    const store = options.reach();
    const ports: MessagePort[] = 'port' in store ? [store.port] : [];
    const restMs = 'url' in journalAt ? REST_MS : EMBEDDED_REST_MS;
    const where = { shard, store, journalAt, archiveFolder };
    const workerData: ArchiveThreadData = { ...where, archiveAfterMs, restMs };
    const worker = new Worker(new URL('./archive-worker.ts', import.meta.url), {
      workerData,
      transferList: ports,
    });
    running = worker;
    worker.on('message', (message: FromArchive) => {
      if (message.kind === 'done') {
        report = message.report;
        succeededAt = clock();
        options.onDone(report);
        return;
      }
      const fault = errorOf(message.fault);
      if (fault.name === 'TablesDiffer') options.onDifference(fault);
      else options.onFailed(fault);
    });
    worker.on('error', (fault) => options.onFailed(fault as Error));
    worker.on('exit', () => {
      if (running === worker) running = undefined;
    });
  }

  const beginning = setTimeout(pass, options.beginsAfterMs ?? BEGINS_AFTER_MS).unref();
  const repeating = setInterval(pass, EVERY_MS).unref();
  return {
    report: () => report,
    succeededAt: () => succeededAt,
    async stop() {
      clearTimeout(beginning);
      clearInterval(repeating);
      const worker = running;
      running = undefined;
      await worker?.terminate();
    },
  };
}
