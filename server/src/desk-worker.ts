// The desk's own thread: its connection to the database, its journal, its shadow and nothing else.

import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { openReached } from './db/open-store.ts';
import type { RunningDesk } from './desk/create-desk.ts';
import { type DeskReport, errorOf, type FromDesk, faultOf, type ToDesk } from './desk/messages.ts';
import {
  type FollowingDesk,
  followDesk,
  type OpenDeskOptions,
  type OpenedDesk,
  openDesk,
} from './desk/open-desk.ts';
import { createOutbox, createReporting, serveAsks } from './desk/serve-desk.ts';
import type { DeskThreadData, ToDeskThread } from './desk-thread.ts';
import { openSharedLease } from './journal/shared-lease.ts';
import { clock as machineClock, machineMs } from './process-time.ts';
import { bookReads, shadowParts } from './shadow-products.ts';

/** How often the state of the desk is reported to the main thread, if it has changed. */
const REPORT_MS = 50;

/** Deciding this many is quicker than writing one more batch, and this thread does nothing else meanwhile. */
const HALVE_FROM = 256;

/** What a desk that loads may compute between two statements. */
const START_IDLE_MS = 60_000;

const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread');
const send = (message: FromDesk): void => port.postMessage(message);
/** No message but `open` arrives before the desk has sent `opened`. */
let serving: ((message: ToDesk) => void) | undefined;
port.on('message', (message: ToDeskThread) => {
  if (message.kind === 'open') void begin(message);
  else serving?.(message);
});

async function begin(data: DeskThreadData): Promise<void> {
  const { shard, store, journalAt, archiveFolder, limits, startsAt, leaseMs, idleInTransactionMs } = data;
  const outbox = createOutbox(send);
  const tablesMayFollow = Promise.withResolvers<void>();
  let time = startsAt;
  const lease = openSharedLease(data.lease, machineMs);
  if ('folder' in journalAt) lease.noteEndless();
  const database = await openReached(store, {
    // A start reads and computes in turn within one transaction, and is not to be ended by that.
    idleInTransactionMs: idleInTransactionMs && idleInTransactionMs + START_IDLE_MS,
  });
  const options: OpenDeskOptions = {
    ...{ shard, shadowParts, database, journalAt, archiveFolder, leaseMs, idleInTransactionMs },
    limits: { halveFrom: HALVE_FROM, ...limits },
    tablesAfter: tablesMayFollow.promise,
    clock: () => time ?? machineClock(),
    onLease: lease.note,
    onDurable: outbox.durable,
    onHalt(fault) {
      lease.note(undefined);
      // The callers were answered before.
      outbox.flush();
      send({ kind: 'halted', fault: faultOf(fault) });
    },
    onTransientError: (fault) => send({ kind: 'transient-error', fault: faultOf(fault) }),
  };
  let opened: OpenedDesk | undefined;
  let following: FollowingDesk | undefined;
  try {
    if (data.follows === true && 'url' in journalAt) following = await followDesk({ ...options, journalAt });
    else opened = await openDesk(options);
  } catch (fault) {
    await database.close();
    send({ kind: 'failed', fault: faultOf(fault) });
    return;
  }

  const deskNow = (): RunningDesk => {
    const desk = opened?.desk ?? following?.desk;
    if (desk === undefined) throw new Error('a desk that has begun is open or follows');
    return desk;
  };
  const currentReport = (): DeskReport => ({
    state: deskNow().state(),
    stats: deskNow().stats(),
    behind: opened?.shadow.behind() ?? 0,
    audited: opened?.audited() ?? 0,
    followed: deskNow().followed(),
  });
  const report = createReporting(currentReport, send);
  const reporting = setInterval(report, REPORT_MS);
  let serve: ReturnType<typeof serveAsks> | undefined;

  function announce(made: OpenedDesk): void {
    opened = made;
    serve = serveAsks(made, bookReads, outbox);
    send({ kind: 'opened', highestPlayer: made.desk.highestPlayer(), report: currentReport() });
    // A process that is killed cannot write its compile cache, and the start after a kill must be fast above all.
    flushCompileCache();
  }

  async function takeOver(from: FollowingDesk): Promise<void> {
    const taken = await from.takeOver();
    if (taken === undefined) send({ kind: 'owned' });
    else announce(taken);
  }

  async function stop(): Promise<void> {
    tablesMayFollow.resolve();
    let fault: unknown;
    try {
      await deskNow().stop();
      await database.close();
    } catch (thrown) {
      fault = thrown;
    }
    clearInterval(reporting);
    outbox.flush();
    send({
      kind: 'stopped',
      report: currentReport(),
      ...(fault === undefined ? {} : { fault: faultOf(fault) }),
    });
  }

  serving = (message) => {
    switch (message.kind) {
      case 'asks':
        serve?.(message.asks);
        break;
      case 'takeOver':
        if (following !== undefined && opened === undefined)
          void takeOver(following).catch((fault: unknown) => deskNow().halt(fault));
        break;
      case 'tablesMayFollow':
        tablesMayFollow.resolve();
        break;
      case 'time':
        time = message.now;
        break;
      case 'halt':
        deskNow().halt(errorOf(message.fault));
        break;
      case 'stop':
        void stop();
        break;
    }
  };
  if (opened === undefined) send({ kind: 'following', report: currentReport() });
  else announce(opened);
}
