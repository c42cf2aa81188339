// One pass of archiving in a thread of its own, which ends with the pass: a platform that has nothing to archive pays
// nothing for it. Ending the thread in the middle loses nothing, because the next pass continues.
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { runArchivePass } from './archive-pass.ts';
import type { ArchiveThreadData, FromArchive } from './archive-thread.ts';
import { openReached } from './db/open-store.ts';
import { faultOf } from './desk/messages.ts';
import { openRecords } from './desk/open-desk.ts';
import { wait } from './process-time.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread');
const { shard, store, journalAt, archiveFolder, archiveAfterMs, restMs } = workerData as ArchiveThreadData;
const send = (message: FromArchive): void => port.postMessage(message);

// Orders have priority when there are fewer cores than work. On Linux a thread id sets the priority of a thread,
// elsewhere a process.
if (process.platform === 'linux') {
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, 15);
}

const database = await openReached(store);
try {
  const report = await runArchivePass({
    database,
    records: await openRecords(journalAt, database, shard),
    shard,
    folder: archiveFolder,
    archiveAfterMs,
    rest: () => wait(restMs),
  });
  send({ kind: 'done', report });
} catch (fault) {
  send({ kind: 'failed', fault: faultOf(fault) });
} finally {
  await database.close();
}
