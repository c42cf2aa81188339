// One publication in a thread of its own, with low priority.
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openReached } from '../db/open-store.ts';
import { faultOf } from '../desk/messages.ts';
import { publishDay } from './publish.ts';
import type { FromPublisher, PublishThreadData } from './publish-thread.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread');
const { store, publication } = workerData as PublishThreadData;
const send = (message: FromPublisher): void => port.postMessage(message);

// On Linux a thread id sets the priority of a thread, elsewhere a process.
if (process.platform === 'linux') {
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, 15);
}

const database = await openReached(store);
try {
  send({ kind: 'done', report: await publishDay(database, publication) });
} catch (fault) {
  send({ kind: 'failed', fault: faultOf(fault) });
} finally {
  await database.close();
}
