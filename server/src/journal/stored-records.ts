// The records of a journal as they are stored, for archiving them while another process appends.
import type { Database } from '../db/database.ts';
import type { Disk } from './disk.ts';
import { firstBatchOf } from './file-journal.ts';
import { type ClosedBatch, checkBatch } from './record.ts';
import { lineOf, readPortions, readRecords } from './segment.ts';
import type { JournalRow } from './table-journal.ts';

export interface StoredRecords {
  /** The oldest batch that is stored. */
  first(): Promise<number | undefined>;
  find(batch: number): Promise<ClosedBatch | undefined>;
  /** The oldest records as lines, as many as make a file and all of them before this batch. */
  oldest(before: number): Promise<StoredPart | undefined>;
  /** Removes them for good: the caller has them elsewhere. */
  removeUpTo(last: number): Promise<void>;
}

export interface StoredPart {
  readonly first: number;
  readonly last: number;
  lines(): AsyncIterable<Uint8Array>;
}

/** Whole files only: one that has records from `before` on stays. */
export function openStoredFiles(disk: Disk, shard: number): StoredRecords {
  const segments = async (): Promise<readonly string[]> =>
    (await disk.list()).filter((name) => name.startsWith(`${shard}-`) && name.endsWith('.log')).sort();
  return {
    async first() {
      const [name] = await segments();
      return name === undefined ? undefined : firstBatchOf(name);
    },
    async find(batch) {
      const name = (await segments()).findLast((each) => firstBatchOf(each) <= batch);
      if (name === undefined) return undefined;
      for await (const { record } of readRecords(readPortions(disk, name), { name }))
        if (record.batch === batch) return record;
      return undefined;
    },
    async oldest(before) {
      const [name, next] = await segments();
      if (name === undefined || next === undefined || firstBatchOf(next) > before) return undefined;
      return {
        first: firstBatchOf(name),
        last: firstBatchOf(next) - 1,
        lines: () => readPortions(disk, name),
      };
    },
    async removeUpTo(last) {
      const names = await segments();
      for (const [index, name] of names.entries()) {
        const next = names[index + 1];
        if (next === undefined || firstBatchOf(next) > last + 1) break;
        await disk.remove(name);
      }
    },
  };
}

/** The stored size of one part in PostgreSQL, packed. */
const PART_BYTES = 16 * 1024 * 1024;
const PART_BATCHES = 50_000;
const ROWS_AT_ONCE = 64;
const REMOVED_AT_ONCE = 200;

export function openStoredRows(database: Database, shard: number, partBatches = PART_BATCHES): StoredRecords {
  const pageFrom = (first: number, last: number) =>
    database.transaction((tx) =>
      tx.query<JournalRow>(
        `select batch, epoch, hash, body
         from journal
         where shard = $1 and batch between $2 and $3
         order by batch
         limit $4`,
        [shard, first, last, ROWS_AT_ONCE],
      ),
    );
  const first = async (): Promise<number | undefined> => {
    const [row] = await database.transaction((tx) =>
      tx.query<{ batch: number }>('select batch from journal where shard = $1 order by batch limit 1', [
        shard,
      ]),
    );
    return row?.batch;
  };
  return {
    first,
    async find(batch) {
      const [row] = await pageFrom(batch, batch);
      return row && checkBatch(row);
    },
    async oldest(before) {
      const from = await first();
      if (from === undefined || from >= before) return undefined;
      const [end] = await database.transaction((tx) =>
        tx.query<{ batch: number | null }>(
          `select max(batch) as batch
           from (
             select batch, sum(pg_column_size(body)) over (order by batch) as bytes
             from (
               select batch, body from journal where shard = $1 and batch < $2 order by batch limit $3
             ) as oldest
           ) as summed
           where bytes <= $4 or batch = $5`,
          [shard, before, partBatches, PART_BYTES, from],
        ),
      );
      const last = end?.batch ?? from;
      return {
        first: from,
        last,
        async *lines() {
          for (let next = from; next <= last; ) {
            const rows = await pageFrom(next, last);
            for (const row of rows) yield lineOf(row);
            next = (rows.at(-1)?.batch ?? last) + 1;
          }
        },
      };
    },
    async removeUpTo(last) {
      for (;;) {
        const removed = await database.transaction((tx) =>
          tx.query(
            `delete from journal
             where shard = $1
               and batch in (
                 select batch from journal where shard = $1 and batch <= $2 order by batch limit $3
               )
             returning batch`,
            [shard, last, REMOVED_AT_ONCE],
          ),
        );
        if (removed.length < REMOVED_AT_ONCE) return;
      }
    },
  };
}
