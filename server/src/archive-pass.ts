// One pass of archiving: a snapshot when one is due, and behind the newest snapshot that is old enough the journal is cut
// and the rows of what was finished are deleted. Every step can be cut off and is gone on with by the next pass.
import { mkdir, rm, stat } from 'node:fs/promises';
import { HOUR_MS } from '@maru/engine/time';
import { archiveProofs } from './archive-proofs.ts';
import type { Database } from './db/database.ts';
import { type ArchiveStep, archiveJournal, listArchive, segmentsIn } from './journal/archive.ts';
import { removeUnfinished } from './journal/packed-file.ts';
import type { StoredRecords } from './journal/stored-records.ts';
import { deleteArchived } from './shadow/delete-archived.ts';
import { seeMark } from './shadow/load-book.ts';
import {
  BadSnapshot,
  checkSnapshot,
  listSnapshots,
  readHead,
  type SnapshotHead,
  snapshotsIn,
} from './shadow/snapshot-file.ts';
import { SHADOW_TABLES } from './shadow/sql-tables.ts';
import { writeSnapshot } from './shadow/write-snapshot.ts';

export interface ArchivePassOptions {
  readonly database: Database;
  readonly records: StoredRecords;
  readonly shard: number;
  /** The archive's folder. */
  readonly folder: string;
  /** How long finished things stay in the journal and in the tables, in the time of the events. */
  readonly archiveAfterMs: number;
  /** Called between two slices of deleting. */
  readonly rest: () => Promise<void>;
  readonly isStopped?: () => boolean;
  /** The places between which a process may die; a test stops it at each of them. */
  readonly onStep?: (step: ArchiveStep | 'snapshot' | 'rows') => void;
}

export interface ArchiveReport {
  /** The batch of the base; 0 while nothing is old enough. */
  readonly base: number;
  /** The batch of a snapshot that was written in this pass. */
  readonly snapshot: number | undefined;
  readonly archivedBatches: number;
  readonly deletedRows: number;
  /** What the archive's folder holds: snapshots, and the parts of the journal that were not moved elsewhere. */
  readonly bytes: number;
}

/** A month has about eight snapshots, so that the journal is cut within an eighth of the time that it is kept. */
const SNAPSHOTS_KEPT = 8;

export async function runArchivePass(options: ArchivePassOptions): Promise<ArchiveReport> {
  const { database, records, shard, folder, archiveAfterMs, onStep, isStopped = () => false } = options;
  const snapshots = snapshotsIn(folder);
  await mkdir(snapshots, { recursive: true, mode: 0o700 });
  await removeUnfinished(snapshots);
  const mark = await database.transaction((tx) => seeMark(tx, shard));
  let snapshot: number | undefined;
  if (mark !== undefined && (await isDue(options, mark.at_ms))) {
    const written = await writeSnapshot({ database, shard, folder: snapshots, findRecord: records.find });
    snapshot = written?.batch;
    onStep?.('snapshot');
  }
  const base = mark && (await newestBefore(snapshots, shard, mark.at_ms - archiveAfterMs));
  let archivedBatches = 0;
  let deletedRows = 0;
  if (base !== undefined) {
    await checkBase(base, records);
    const journal = { records, folder: segmentsIn(folder), shard, before: base.head.batch };
    archivedBatches = (
      await archiveJournal({ ...journal, isStopped, ...(onStep === undefined ? {} : { onStep }) })
    ).batches;
    deletedRows = await deleteArchived({ database, shard, base: base.head, rest: options.rest, isStopped });
    onStep?.('rows');
    const { rest } = options;
    await archiveProofs({ database, folder, before: base.head.cutoffs.at - HOUR_MS, rest, isStopped });
    if (deletedRows > 0 && database.vacuum !== undefined)
      for (const table of [...SHADOW_TABLES, 'proof_minute']) if (!isStopped()) await database.vacuum(table);
    if (!isStopped()) await removeOlder(snapshots, shard, base.head.batch);
  }
  return {
    base: base?.head.batch ?? 0,
    snapshot,
    archivedBatches,
    deletedRows,
    bytes: await bytesIn(folder, shard),
  };
}

/** By the time of the events: a platform on which nothing happens needs no more snapshots. */
async function isDue({ shard, folder, archiveAfterMs }: ArchivePassOptions, now: number): Promise<boolean> {
  const newest = (await listSnapshots(snapshotsIn(folder), shard)).at(-1);
  return newest === undefined || now >= (await readHead(newest.path)).atMs + archiveAfterMs / SNAPSHOTS_KEPT;
}

interface Base {
  readonly path: string;
  readonly head: SnapshotHead;
}

async function newestBefore(folder: string, shard: number, at: number): Promise<Base | undefined> {
  for (const { path } of (await listSnapshots(folder, shard)).toReversed()) {
    const head = await readHead(path);
    if (head.atMs <= at) return { path, head };
  }
  return undefined;
}

/** Nothing is removed before the snapshot that replaces it was read as a whole and found to belong to the journal. */
async function checkBase({ path, head }: Base, records: StoredRecords): Promise<void> {
  await checkSnapshot(path);
  if ((await records.find(head.batch))?.hash !== head.hash)
    throw new BadSnapshot(`${path} belongs to another journal: batch ${head.batch} is not the same there`);
}

async function removeOlder(folder: string, shard: number, base: number): Promise<void> {
  for (const { batch, path } of await listSnapshots(folder, shard))
    if (batch < base) await rm(path, { force: true });
}

async function bytesIn(folder: string, shard: number): Promise<number> {
  const files = [
    ...(await listSnapshots(snapshotsIn(folder), shard)),
    ...(await listArchive(segmentsIn(folder), shard)),
  ];
  const sizes = await Promise.all(
    files.map(({ path }) =>
      stat(path).then(
        ({ size }) => size,
        // The operator may be moving parts away.
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
