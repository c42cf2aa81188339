// Starts the desk in a thread of its own: public reads, parsing and fan-out share the main thread, and none of them may
// keep an order waiting.
import type { MessagePort } from 'node:worker_threads';
import { Worker } from 'node:worker_threads';
import type { AnyEvent } from '@maru/engine/book';
import type { Millis } from '@maru/engine/time';
import type { WayToStore } from './db/open-store.ts';
import type { DeskLimits } from './desk/limits.ts';
import type { FromDesk, ToDesk } from './desk/messages.ts';
import type { OpenDeskOptions } from './desk/open-desk.ts';
import { createRemoteDesk, type RemoteDesk } from './desk/remote-desk.ts';
import { deskHeapMb } from './machine-memory.ts';
import { steadyMs } from './process-time.ts';

/** What the desk's thread is started with. */
export interface DeskThreadData {
  readonly store: WayToStore;
  readonly journalAt: OpenDeskOptions['journalAt'];
  readonly archiveFolder: string | undefined;
  readonly limits: Partial<DeskLimits>;
  /** Present when the clock is moved by hand: in tests and benches. */
  readonly startsAt: Millis | undefined;
}

export interface DeskThreadOptions {
  readonly store: WayToStore;
  readonly journalAt: OpenDeskOptions['journalAt'];
  /** Durable events in order, before whoever caused them is answered. */
  readonly onDurable: (events: readonly AnyEvent[]) => void;
  /** The desk has stopped for good, or its thread has died. */
  readonly onHalt: (fault: unknown) => void;
  readonly onWeather: (fault: unknown) => void;
  /** Where snapshots are, should the journal have been cut. */
  readonly archiveFolder?: string;
  readonly limits?: Partial<DeskLimits>;
  readonly startsAt?: Millis;
  /** The most that the thread's heap may take: half of the machine's memory unless it is said here. */
  readonly heapMb?: number;
}

/** How much longer than the desk's own patience an asker waits before its thread counts as hanging. */
const BEYOND_PATIENCE_MS = 10_000;

export async function openDeskThread(options: DeskThreadOptions): Promise<RemoteDesk> {
  const { store, journalAt, archiveFolder, limits = {}, startsAt, heapMb = deskHeapMb() } = options;
  const workerData: DeskThreadData = { store, journalAt, archiveFolder, limits, startsAt };
  const ports: MessagePort[] = 'port' in store ? [store.port] : [];
  const worker = new Worker(new URL('./desk-worker.ts', import.meta.url), {
    workerData,
    transferList: ports,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const end = createRemoteDesk({
    send: (message: ToDesk) => worker.postMessage(message),
    onDurable: options.onDurable,
    onHalt: options.onHalt,
    onWeather: options.onWeather,
    steadyMs,
    every: (ms, call) => {
      const timer = setInterval(call, ms).unref();
      return () => clearInterval(timer);
    },
    limits: {
      ...(limits.queue === undefined ? {} : { queue: limits.queue }),
      ...(limits.patienceMs === undefined ? {} : { patienceMs: limits.patienceMs + BEYOND_PATIENCE_MS }),
    },
  });
  worker.on('message', (message: FromDesk) => end.receive(message));
  worker.on('error', end.lost);
  worker.on('exit', (code) => end.lost(new Error(`the desk's thread has ended with code ${code}`)));
  try {
    await end.opened;
  } catch (fault) {
    await worker.terminate();
    throw fault;
  }
  return {
    ...end.desk,
    async stop() {
      try {
        await end.desk.stop();
      } finally {
        await worker.terminate();
      }
    },
  };
}
