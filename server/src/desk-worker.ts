// The desk's own thread: its connection to the database, its journal, its shadow and nothing else.

import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { openReached } from './db/open-store.ts';
import { type DeskReport, errorOf, type FromDesk, faultOf, type ToDesk } from './desk/messages.ts';
import { type OpenedDesk, openDesk } from './desk/open-desk.ts';
import { createOutbox, createReporting, serveAsks } from './desk/serve-desk.ts';
import type { DeskThreadData, ToDeskThread } from './desk-thread.ts';
import { clock as machineClock } from './process-time.ts';
import { bookReads, shadowParts } from './shadow-products.ts';

/** How often the state of the desk is reported to the main thread, if it has changed. */
const REPORT_MS = 50;

/** Deciding this many is quicker than writing one more batch, and this thread does nothing else meanwhile. */
const HALVE_FROM = 256;

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
  const { shard, store, journalAt, archiveFolder, limits, startsAt } = data;
  const outbox = createOutbox(send);
  const tablesMayFollow = Promise.withResolvers<void>();
  let time = startsAt;
  const database = await openReached(store);
  let opened: OpenedDesk;
  try {
    opened = await openDesk({
      shard,
      shadowParts,
      database,
      journalAt,
      archiveFolder,
      limits: { halveFrom: HALVE_FROM, ...limits },
      tablesAfter: tablesMayFollow.promise,
      clock: () => time ?? machineClock(),
      onDurable: outbox.durable,
      onHalt(fault) {
        // The callers were answered before.
        outbox.flush();
        send({ kind: 'halted', fault: faultOf(fault) });
      },
      onTransientError: (fault) => send({ kind: 'transient-error', fault: faultOf(fault) }),
    });
  } catch (fault) {
    await database.close();
    send({ kind: 'failed', fault: faultOf(fault) });
    return;
  }

  const { desk, shadow, audited } = opened;
  const currentReport = (): DeskReport => ({
    state: desk.state(),
    stats: desk.stats(),
    behind: shadow.behind(),
    audited: audited(),
  });
  const report = createReporting(currentReport, send);
  const reporting = setInterval(report, REPORT_MS);
  const serve = serveAsks(opened, bookReads, outbox);

  async function stop(): Promise<void> {
    tablesMayFollow.resolve();
    let fault: unknown;
    try {
      await desk.stop();
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
        serve(message.asks);
        break;
      case 'tablesMayFollow':
        tablesMayFollow.resolve();
        break;
      case 'time':
        time = message.now;
        break;
      case 'halt':
        desk.halt(errorOf(message.fault));
        break;
      case 'stop':
        void stop();
        break;
    }
  };
  send({ kind: 'opened', highestPlayer: desk.highestPlayer(), report: currentReport() });
  // A process that is killed cannot write its compile cache, and the start after a kill must be fast above all.
  flushCompileCache();
}
