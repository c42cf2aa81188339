// What staff do to rebuild the tables: `npm run rebuild`, with the real code that chooses the snapshot and writes what
// follows it, over the journal as it is on the medium.
import { readFromArchive } from '@maru/server/journal/archive';
import { DamagedJournal, type Journal } from '@maru/server/journal/journal';
import { digestIn, type SealedBatch, unseal } from '@maru/server/journal/record';
import type { StoredRecords } from '@maru/server/journal/stored-records';
import { findBase } from '@maru/server/shadow/base-snapshot';
import { writeFromJournal } from '@maru/server/shadow/rebuild-tables';
import {
  BadSnapshot,
  readSnapshot,
  type SnapshotHead,
  type SnapshotRow,
} from '@maru/server/shadow/snapshot-file';
import { NO_MARK } from '@maru/server/shadow/tables';
import { compareDigest } from '@maru/server/shadow/write-snapshot';
import { shadowParts } from '@maru/server/shadow-products';
import { recordOf, type StoredRecord } from './durable-record.ts';
import type { Mode } from './plan.ts';
import { SHARD, type Storage } from './storage.ts';
import { loadRows, writeRows } from './table-rows.ts';
import { rowsOfLines } from './table-snapshot.ts';
import { readOnlyShelf } from './virtual-archive.ts';
import { type Committed, rewrite, rowsAfter } from './virtual-tables.ts';

/** Every whole record that a power loss would leave, in order. */
function* recordsIn({ medium, journal }: Storage, mode: Mode): Iterable<SealedBatch> {
  for (const record of mode === 'table' ? journal.rows : storedIn(medium)) {
    // Rows that were archived have left gaps.
    const sealed = record && unseal(record);
    if (sealed !== undefined) yield sealed;
  }
}

function* storedIn({ files }: Storage['medium']): Iterable<StoredRecord> {
  for (const [, file] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const line of file.medium.toString('utf8').split('\n')) {
      const record = recordOf(line);
      if (record !== undefined) yield record;
    }
}

const recordsOf = (storage: Storage, mode: Mode): readonly SealedBatch[] => [...recordsIn(storage, mode)];

function readerOf(records: readonly SealedBatch[], upTo = Infinity): Pick<Journal, 'read'> {
  return {
    async *read(after) {
      let last = after;
      for (const record of records) {
        if (record.batch <= after.batch) continue;
        if (record.batch > upTo) return;
        if (record.batch !== last.batch + 1 || record.previous !== last.hash)
          throw new DamagedJournal(`batch ${record.batch} does not follow batch ${last.batch}`);
        yield record;
        last = record;
      }
    },
  };
}

const storedAs = (records: readonly SealedBatch[]): StoredRecords => ({
  first: async () => records[0]?.batch,
  find: async (wanted) => records.find(({ batch }) => batch === wanted),
  oldest: async () => undefined,
  removeUpTo: async () => undefined,
});

/** The oldest batch of the journal: those before it are archived. */
export function firstBatch(storage: Storage, mode: Mode): number {
  for (const { batch } of recordsIn(storage, mode)) return batch;
  return 1;
}

/** The transactions that rebuild the tables, from the snapshot behind which the journal was cut or from batch 1. */
export async function writtenAnew(storage: Storage, mode: Mode, upTo?: number): Promise<Committed[]> {
  const records = recordsOf(storage, mode);
  const stored = storedAs(records);
  const snapshots = readOnlyShelf(storage.archive.snapshots);
  const base = await findBase({ records: stored, shard: SHARD, snapshots });
  const committed: Committed[] = [];
  await writeFromJournal({
    tables: {
      async write(changes, _from, to) {
        committed.push((rows) => writeRows(rows, changes, to));
        return true;
      },
    },
    journal: readerOf(records, upTo),
    products: shadowParts.products,
    async begin() {
      if (base === undefined) return NO_MARK;
      let head: SnapshotHead | undefined;
      const lines: SnapshotRow[] = [];
      for await (const part of readSnapshot(base.file)) {
        if ('version' in part) head = part;
        else lines.push(...part);
      }
      const record = await stored.find(base.batch);
      if (head === undefined || record?.hash !== head.hash)
        throw new BadSnapshot(`${base.file.path} belongs to another journal`);
      const { batch, hash, eventId: lastEvent, atMs: lastAt, cutoffs: archived } = head;
      const mark = { batch, hash };
      const restore: Committed = (rows) =>
        Object.assign(rows, rowsOfLines(lines, { mark, lastEvent, lastAt, archived }));
      compareDigest(loadRows(rowsAfter([restore])), batch, digestIn(record.body));
      committed.push(restore);
      return mark;
    },
  });
  return committed;
}

/** Rebuilds the tables up to where they were, so that a process that is still ending finds its own mark. */
export async function rebuild(storage: Storage, mode: Mode): Promise<void> {
  const { tables } = storage;
  tables.committed = await writtenAnew(storage, mode, tables.rows.mark.batch);
  rewrite(tables);
}

/** Every batch from the first, out of the archive and then out of the journal. */
export async function wholeHistory(storage: Storage, mode: Mode): Promise<readonly string[]> {
  const hashes: string[] = [];
  const journal = readerOf(recordsOf(storage, mode));
  for await (const { hash } of readFromArchive(readOnlyShelf(storage.archive.segments), SHARD, journal))
    hashes.push(hash);
  return hashes;
}
