// The steps of archiving in their order, whatever the tables and files are stored in: a snapshot when one is due;
// then the journal before the newest snapshot that is old enough is cut, and rows finished before it are deleted.
// Every step can be interrupted and is continued by the next pass.
import { type ArchiveStep, archiveJournal } from '../journal/archive.ts';
import type { PackedFolder } from '../journal/packed-file.ts';
import type { StoredRecords } from '../journal/stored-records.ts';
import {
  checkSnapshot,
  findOwnRecord,
  listSnapshots,
  readHead,
  type SnapshotHead,
  type SnapshotPlace,
} from './snapshot-file.ts';

/** The operations on the tables that archiving needs. */
export interface ArchivedTables {
  /** The time of the newest event that they have. Undefined when there is nothing yet. */
  newestAt(): Promise<number | undefined>;
  /** A snapshot of what they hold at their mark, after it was checked against the journal. */
  writeSnapshot(): Promise<SnapshotPlace | undefined>;
  /** Deletes what was finished before this base, and returns how many rows that were. */
  deleteBehind(base: SnapshotHead): Promise<number>;
}

export interface ArchivePlaces {
  readonly records: StoredRecords;
  readonly shard: number;
  readonly snapshots: PackedFolder;
  /** Where the journal's old records go. */
  readonly segments: PackedFolder;
}

export interface ArchiveSteps extends ArchivePlaces {
  readonly tables: ArchivedTables;
  /** How long finished things stay in the journal and in the tables, in the time of the events. */
  readonly archiveAfterMs: number;
  /** The steps after which a process may be killed; a test stops it after each of them. */
  readonly onStep?: ((step: ArchiveStep | 'snapshot' | 'rows') => void) | undefined;
}

export interface StepsTaken {
  readonly base: SnapshotHead | undefined;
  /** The batch of a snapshot that was written in this pass. */
  readonly snapshot: number | undefined;
  readonly archivedBatches: number;
  readonly deletedRows: number;
}

/** A month has about eight snapshots, so that the journal is cut at most an eighth of its retention time late. */
const SNAPSHOTS_KEPT = 8;

export async function runArchiveSteps(steps: ArchiveSteps): Promise<StepsTaken> {
  const { records, shard, snapshots, segments, tables, archiveAfterMs, onStep } = steps;
  await snapshots.prepare();
  const newestAt = await tables.newestAt();
  if (newestAt === undefined)
    return { base: undefined, snapshot: undefined, archivedBatches: 0, deletedRows: 0 };
  let snapshot: number | undefined;
  if (await isDue(steps, newestAt)) {
    snapshot = (await tables.writeSnapshot())?.batch;
    onStep?.('snapshot');
  }
  const base = await newestBefore(steps, newestAt - archiveAfterMs);
  if (base === undefined) return { base, snapshot, archivedBatches: 0, deletedRows: 0 };
  const { head, file } = base;
  // Nothing is removed before the snapshot that replaces it was read completely and checked to belong to the journal.
  await checkSnapshot(file);
  await findOwnRecord(file, head, records.find);
  const archived = await archiveJournal({
    records,
    folder: segments,
    shard,
    before: head.batch,
    onStep,
  });
  const deletedRows = await tables.deleteBehind(head);
  onStep?.('rows');
  return { base: head, snapshot, archivedBatches: archived.batches, deletedRows };
}

/** Snapshots before the base are useless: the journal after them has been archived. */
export async function removeOlderSnapshots(
  { snapshots, shard }: Pick<ArchivePlaces, 'snapshots' | 'shard'>,
  base: SnapshotHead,
): Promise<void> {
  for (const { batch, file } of await listSnapshots(snapshots, shard))
    if (batch < base.batch) await file.remove();
}

/** By the time of the events: a platform on which nothing happens needs no more snapshots. */
async function isDue({ snapshots, shard, archiveAfterMs }: ArchiveSteps, now: number): Promise<boolean> {
  const newest = (await listSnapshots(snapshots, shard)).at(-1);
  return newest === undefined || now >= (await readHead(newest.file)).atMs + archiveAfterMs / SNAPSHOTS_KEPT;
}

interface Base extends SnapshotPlace {
  readonly head: SnapshotHead;
}

async function newestBefore({ snapshots, shard }: ArchiveSteps, at: number): Promise<Base | undefined> {
  for (const place of (await listSnapshots(snapshots, shard)).toReversed()) {
    const head = await readHead(place.file);
    if (head.atMs <= at) return { ...place, head };
  }
  return undefined;
}
