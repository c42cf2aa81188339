// Recorded minutes by which archived bets and fills were decided: no receipt shows them any more, and the journal does
// not contain them, so they are written to files of their own before they are deleted from the table.
import { join } from 'node:path';
import type { Database } from './db/database.ts';
import { openPackedFolder, type PackedFile } from './journal/packed-file.ts';

export const proofsIn = (archive: string): string => join(archive, 'proofs');

const ROWS_AT_ONCE = 200;
/** A few megabytes of text at a time: nothing is lost when a process ends between two files. */
const ROWS_IN_A_FILE = 2_000;

interface ProofRow {
  readonly minute_ms: number;
  readonly json: string;
}

/** Returns how many minutes were moved. */
export async function archiveProofs(options: {
  readonly database: Database;
  readonly folder: string;
  /** Minutes before this time. */
  readonly before: number;
  readonly rest: () => Promise<void>;
}): Promise<number> {
  const { database, before, rest } = options;
  const folder = openPackedFolder(proofsIn(options.folder));
  await folder.prepare();
  const stocks = await database.transaction((tx) =>
    tx.query<{ stock: string }>('select stock from tick_head order by stock'),
  );
  let moved = 0;
  for (const { stock } of stocks) {
    for (;;) {
      const rows = await readOldest(database, stock, before);
      const [first] = rows;
      const last = rows.at(-1);
      if (first === undefined || last === undefined) break;
      const lines = Buffer.from(rows.map(({ json }) => `${json}\n`).join(''));
      const name = `${stock.replace(/[^\w.-]/g, '_')}-${first.minute_ms}-${last.minute_ms}.rows.zst`;
      await folder.save(name, inParts(lines), (written) => compare(written, lines));
      await remove(database, stock, last.minute_ms, rest);
      moved += rows.length;
    }
  }
  return moved;
}

async function readOldest(database: Database, stock: string, before: number): Promise<readonly ProofRow[]> {
  const rows: ProofRow[] = [];
  for (let after = -1; rows.length < ROWS_IN_A_FILE; ) {
    const slice = await database.transaction((tx) =>
      tx.query<ProofRow>(
        `select minute_ms, row_to_json(proof_minute)::text as json
         from proof_minute
         where stock = $1 and minute_ms > $2 and minute_ms < $3
         order by minute_ms
         limit $4`,
        [stock, after, before, ROWS_AT_ONCE],
      ),
    );
    rows.push(...slice);
    after = slice.at(-1)?.minute_ms ?? after;
    if (slice.length < ROWS_AT_ONCE) break;
  }
  return rows;
}

const PART_BYTES = 1024 * 1024;

async function* inParts(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += PART_BYTES) yield bytes.subarray(from, from + PART_BYTES);
}

/** Minutes that cannot be read back from the file are not deleted from the table. */
async function compare(written: PackedFile, expected: Buffer): Promise<void> {
  const { path } = written;
  let at = 0;
  for await (const bytes of written.read()) {
    if (!bytes.equals(expected.subarray(at, at + bytes.length)))
      throw new Error(`${path} is not what was written`);
    at += bytes.length;
  }
  if (at !== expected.length) throw new Error(`${path} is shorter than what was written`);
}

async function remove(
  database: Database,
  stock: string,
  last: number,
  rest: () => Promise<void>,
): Promise<void> {
  for (;;) {
    const removed = await database.transaction((tx) =>
      tx.query(
        `delete from proof_minute
         where stock = $1
           and minute_ms in (
             select minute_ms from proof_minute where stock = $1 and minute_ms <= $2 order by minute_ms limit $3
           )
         returning minute_ms`,
        [stock, last, ROWS_AT_ONCE],
      ),
    );
    if (removed.length < ROWS_AT_ONCE) return;
    await rest();
  }
}
