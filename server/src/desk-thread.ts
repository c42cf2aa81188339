// Starts the desk in a thread of its own: public reads, parsing and fan-out share the main thread, and none of them may
// delay an order.
import type { Worker } from 'node:worker_threads';
import type { Millis } from '@maru/engine/time';
import type { WayToStore } from './db/open-store.ts';
import type { DeskLimits } from './desk/limits.ts';
import type { FromDesk, ToDesk } from './desk/messages.ts';
import type { JournalPlace } from './desk/open-desk.ts';
import { createRemoteDesk, type RemoteDesk, type RemoteDeskOptions } from './desk/remote-desk.ts';
import { beginDeskThread } from './desk-thread-begun.ts';
import { createLeaseMemory, openSharedLease } from './journal/shared-lease.ts';
import { machineMs, steadyMs } from './process-time.ts';

/** What the desk's thread opens. */
export interface DeskThreadData {
  readonly shard: number;
  readonly store: WayToStore;
  readonly journalAt: JournalPlace;
  /** The folder of snapshots, needed when the journal was cut. */
  readonly archiveFolder: string | undefined;
  readonly limits: Partial<DeskLimits>;
  /** Present when the clock is set by messages: in tests and benches. */
  readonly startsAt: Millis | undefined;
  /** How long others wait after this process has died. */
  readonly leaseMs?: number | undefined;
  /** The database ends a transaction of these threads that has stood still for so long. */
  readonly idleInTransactionMs?: number | undefined;
  /** It follows the owner of its shard, until it is told to take over. */
  readonly follows?: boolean | undefined;
  /** Where the thread notes whether the shard is ours: see `journal/shared-lease.ts`. */
  readonly lease: SharedArrayBuffer;
}

export type ToDeskThread = ToDesk | ({ readonly kind: 'open' } & DeskThreadData);

export interface DeskThreadOptions
  extends Pick<DeskThreadData, 'shard' | 'store' | 'journalAt'>,
    Partial<Omit<DeskThreadData, 'shard' | 'store' | 'journalAt' | 'follows'>>,
    Pick<RemoteDeskOptions, 'onDurable' | 'onHalt' | 'onTransientError'> {
  /** A thread that was started before, and not yet opened. */
  readonly thread?: Worker;
  /** The heap limit of a thread that is started here: half of the machine's memory by default. */
  readonly heapMb?: number;
}

/** A desk that follows the owner of its shard, in a thread of its own. */
export interface StandbyThread {
  /** False when the shard has an owner: then it follows on. */
  takeOver(): Promise<RemoteDesk | undefined>;
  stop(): Promise<void>;
}

/** How much longer than the desk's own patience a caller waits before the thread counts as hanging. */
const BEYOND_PATIENCE_MS = 10_000;

export async function openDeskThread(options: DeskThreadOptions): Promise<RemoteDesk> {
  const { end, desk, worker } = beginThread(options, {});
  try {
    await end.opened;
  } catch (fault) {
    await worker.terminate();
    throw fault;
  }
  return desk;
}

/** Resolves when the book is loaded and follows. `onHalt` is called when that cannot go on. */
export async function followInThread(
  options: DeskThreadOptions & Pick<RemoteDeskOptions, 'onFollowed'>,
): Promise<StandbyThread> {
  const { end, desk, worker } = beginThread(options, { follows: true });
  try {
    await end.following;
  } catch (fault) {
    await worker.terminate();
    throw fault;
  }
  return {
    takeOver: async () => ((await end.takeOver()) ? desk : undefined),
    stop: desk.stop,
  };
}

function beginThread(
  options: DeskThreadOptions & Pick<RemoteDeskOptions, 'onFollowed'>,
  { follows }: Pick<DeskThreadData, 'follows'>,
) {
  const {
    shard,
    store,
    journalAt,
    archiveFolder,
    limits = {},
    startsAt,
    leaseMs,
    idleInTransactionMs,
  } = options;
  const { onDurable, onHalt, onTransientError, onFollowed, lease = createLeaseMemory() } = options;
  const worker = options.thread ?? beginDeskThread(options.heapMb);
  const end = createRemoteDesk({
    send: (message: ToDesk) => worker.postMessage(message),
    ...{ onDurable, onHalt, onTransientError, steadyMs },
    ...(onFollowed === undefined ? {} : { onFollowed }),
    isOurs: openSharedLease(lease, machineMs).isOurs,
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
  const data: DeskThreadData = {
    ...{
      shard,
      store,
      journalAt,
      archiveFolder,
      limits,
      startsAt,
      leaseMs,
      idleInTransactionMs,
      follows,
      lease,
    },
  };
  const open: ToDeskThread = { kind: 'open', ...data };
  worker.postMessage(open, 'port' in store ? [store.port] : []);
  const desk: RemoteDesk = {
    ...end.desk,
    async stop() {
      try {
        await end.desk.stop();
      } finally {
        await worker.terminate();
      }
    },
  };
  return { end, desk, worker };
}
