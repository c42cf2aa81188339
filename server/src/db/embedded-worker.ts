// The embedded database, in a worker thread: its WebAssembly blocks whatever thread it runs on, and that must not be
// the one that answers orders.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, types } from '@electric-sql/pglite';
import type { EmbeddedReply, EmbeddedRequest } from './embedded.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread');

/** Ids and counts are safe integers everywhere in our tables; money is numeric and stays a text. */
function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error('an int8 outside the safe integers');
  return value;
}

const database = await PGlite.create({
  dataDir: (workerData as { folder: string }).folder,
  // The defaults take half a gigabyte; a wallet's tables do not need it.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', '-c', 'wal_buffers=1MB'],
  parsers: { [types.INT8]: readInt8, [types.NUMERIC]: (text: string) => text },
});

async function answer(request: EmbeddedRequest): Promise<EmbeddedReply> {
  try {
    if (request.kind === 'close') {
      await database.close();
      return { id: request.id, ok: true, rows: [] };
    }
    if (request.kind === 'script') {
      await database.exec(request.text);
      return { id: request.id, ok: true, rows: [] };
    }
    const result = await database.query(request.text, request.parameters as unknown[]);
    return { id: request.id, ok: true, rows: result.rows };
  } catch (thrown) {
    const { message, code, constraint } = thrown as { message: string; code?: string; constraint?: string };
    return { id: request.id, ok: false, message, code, constraint };
  }
}

port.on('message', (request: EmbeddedRequest) => {
  void answer(request).then((reply) => port.postMessage(reply));
});
port.postMessage({ id: 0, ok: true, rows: [] } satisfies EmbeddedReply);
