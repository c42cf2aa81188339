// The shadow in a thread of its own: parsing events and converting them to rows costs more than deciding them, and must
// not happen on the thread that answers orders.

import { readlinkSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openPostgres } from './db/postgres.ts';
import { openPostgresTable } from './journal/postgres-table.ts';
import { openStoredRows } from './journal/stored-records.ts';
import { openTableJournal } from './journal/table-journal.ts';
import { soon, steadyMs, wait } from './process-time.ts';
import { openAuditTables } from './shadow/audit-tables.ts';
import { type Auditor, startAuditor } from './shadow/auditor.ts';
import { findAuditBase } from './shadow/base-snapshot.ts';
import { createShadow } from './shadow/shadow.ts';
import { openSqlTables } from './shadow/sql-tables.ts';
import type { FromShadow, ShadowThreadData, ToShadow } from './shadow/worker-shadow.ts';
import { shadowParts } from './shadow-products.ts';

const { products } = shadowParts;
const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread');
const { url, shard, archiveFolder, idleInTransactionMs } = workerData as ShadowThreadData;
const send = (message: FromShadow): void => port.postMessage(message);

// Answers have priority when there are fewer cores than work. On Linux a thread id sets the priority of a thread,
// elsewhere a process.
if (process.platform === 'linux') {
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, 10);
}

const database = openPostgres(url, { idleInTransactionMs });
// Read only: it is never opened, so it takes no ownership and cannot append.
const journal = openTableJournal(openPostgresTable({ url, shard, wait }), {
  shard,
  steadyMs,
  wait,
  onFenced: () => undefined,
});
const shadow = createShadow({
  tables: openSqlTables(database, shard, products),
  journal,
  products,
  wait,
  onBroken: (fault) => send({ kind: 'broken', message: String(fault) }),
  onTransientError: (fault) => send({ kind: 'transient-error', message: String(fault) }),
  onMark: (mark) => send({ kind: 'mark', mark }),
  soon,
  pace: { steadyMs, withinMs: 1_200, workPerMs: 25 },
});

/** A hundredth of what this thread can do, so that a pass of the auditor delays nobody. */
const AUDIT_REST_MS = 100;
const records = openStoredRows(database, shard);
let auditor: Auditor | undefined;

port.on('message', (message: ToShadow) => {
  switch (message.kind) {
    case 'start':
      shadow.start(message.mark);
      auditor ??= startAuditor({
        tables: openAuditTables(database, shard),
        journal,
        products,
        findBase:
          archiveFolder === undefined ? undefined : () => findAuditBase({ records, shard, archiveFolder }),
        wait,
        restMs: AUDIT_REST_MS,
        onDifference: (fault) => send({ kind: 'broken', message: String(fault) }),
        onTransientError: (fault) => send({ kind: 'transient-error', message: String(fault) }),
        onBatch: (batch) => send({ kind: 'audited', batch }),
      });
      break;
    case 'batch':
      shadow.receive(message.batch, message.size);
      break;
    case 'reach':
      shadow.reach(message.batch, message.size);
      break;
    case 'want':
      shadow.want(message.batch);
      break;
    case 'stop':
      void stop();
      break;
  }
});

async function stop(): Promise<void> {
  await auditor?.stop();
  await shadow.stop();
  await journal.close();
  await database.close();
  send({ kind: 'stopped' });
}

// For the next start, in case this process is killed.
flushCompileCache();
