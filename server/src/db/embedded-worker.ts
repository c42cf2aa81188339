// The embedded database, in a worker thread: its WebAssembly blocks the thread it runs on, and that must not be the
// one that answers orders.
import { flushCompileCache } from 'node:module';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite, types } from '@electric-sql/pglite';
import { readInt8 } from './database.ts';
import { runCheckpoints } from './embedded-checkpoints.ts';
import type { EmbeddedIntroduction, EmbeddedRequest, EmbeddedStart } from './embedded-messages.ts';
import { createEmbeddedQueue, type EmbeddedClient } from './embedded-queue.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread');

const { folder, program } = workerData as EmbeddedStart;
const database = await PGlite.create({
  dataDir: folder,
  pgliteWasmModule: program,
  // The defaults take half a gigabyte; our tables do not need that.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', '-c', 'wal_buffers=1MB'],
  parsers: { [types.INT8]: readInt8, [types.NUMERIC]: (text: string) => text },
});

const queue = createEmbeddedQueue({
  query: async (text, parameters) => (await database.query(text, parameters as unknown[])).rows,
  script: async (text) => void (await database.exec(text)),
  close: () => database.close(),
});

runCheckpoints(queue);

const opener: EmbeddedClient = { reply: (reply) => port.postMessage(reply) };
port.on('message', (message: EmbeddedRequest | EmbeddedIntroduction) => {
  if (message.kind === 'connect') introduce(message.port);
  else queue.accept(opener, message);
});

function introduce(other: MessagePort): void {
  const client: EmbeddedClient = { reply: (reply) => other.postMessage(reply) };
  other.on('message', (request: EmbeddedRequest) => queue.accept(client, request));
  other.on('close', () => queue.disconnect(client));
}

opener.reply({ id: 0, ok: true, rows: [] });
// Written now for the next start, in case this process is killed.
flushCompileCache();
