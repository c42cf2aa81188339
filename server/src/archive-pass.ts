// One pass of archiving over the real tables and folders.
import { PLATFORM_SHARD } from '@maru/engine/shard';
import { HOUR_MS } from '@maru/engine/time';
import { archiveProofs } from './archive-proofs.ts';
import type { Database, Tx } from './db/database.ts';
import { listArchive, segmentsIn } from './journal/archive.ts';
import { openPackedFolder } from './journal/packed-file.ts';
import type { StoredRecords } from './journal/stored-records.ts';
import {
  type ArchivePlaces,
  type ArchiveSteps,
  removeOlderSnapshots,
  runArchiveSteps,
} from './shadow/archive-steps.ts';
import { deleteArchived } from './shadow/delete-archived.ts';
import { tableNames } from './shadow/ledger-archive.ts';
import { seeMark } from './shadow/load-book.ts';
import { listSnapshots, snapshotsIn } from './shadow/snapshot-file.ts';
import { writeSnapshot } from './shadow/write-snapshot.ts';
import { shadowParts } from './shadow-products.ts';

export interface ArchivePassOptions {
  readonly database: Database;
  readonly records: StoredRecords;
  readonly shard: number;
  /** The archive's folder. */
  readonly folder: string;
  readonly archiveAfterMs: number;
  /** Called between two slices of deleting. */
  readonly rest: () => Promise<void>;
  readonly onStep?: ArchiveSteps['onStep'];
}

export interface ArchiveReport {
  /** The batch of the base; 0 while nothing is old enough. */
  readonly base: number;
  /** The batch of a snapshot that was written in this pass. */
  readonly snapshot: number | undefined;
  readonly archivedBatches: number;
  readonly deletedRows: number;
  /** Total size of the archive's folder: snapshots, and the parts of the journal that were not moved elsewhere. */
  readonly bytes: number;
}

export async function runArchivePass(options: ArchivePassOptions): Promise<ArchiveReport> {
  const { database, records, shard, folder, rest } = options;
  const { products } = shadowParts;
  const places: ArchivePlaces = {
    records,
    shard,
    snapshots: openPackedFolder(snapshotsIn(folder)),
    segments: openPackedFolder(segmentsIn(folder)),
  };
  const { base, snapshot, archivedBatches, deletedRows } = await runArchiveSteps({
    ...places,
    tables: {
      newestAt: async () => (await database.transaction((tx) => seeMark(tx, shard)))?.at_ms,
      writeSnapshot: () =>
        writeSnapshot({ database, shard, products, folder: places.snapshots, findRecord: records.find }),
      deleteBehind: (head) => deleteArchived({ database, shard, products, base: head, rest }),
    },
    archiveAfterMs: options.archiveAfterMs,
    onStep: options.onStep,
  });
  if (base !== undefined) {
    // The record of prices belongs to no site: its old part is moved by one process, for all shards.
    if (shard === PLATFORM_SHARD) {
      const at = Math.min(base.cutoffs.at, await database.transaction(findOldestCutoff));
      await archiveProofs({ database, folder, before: at - HOUR_MS, rest });
    }
    if (deletedRows > 0 && database.vacuum !== undefined)
      for (const table of [...tableNames(products), 'proof_minute']) await database.vacuum(table);
    await removeOlderSnapshots(places, base);
  }
  return { base: base?.batch ?? 0, snapshot, archivedBatches, deletedRows, bytes: await bytesIn(places) };
}

/** Before this, no shard has a receipt any more that shows a recorded minute; 0 while one of them has archived nothing. */
async function findOldestCutoff(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ at: number | null }>(
    `select min(coalesce((archive_mark.cutoffs ->> 'at')::bigint, 0)) as at
     from shadow_mark
     left join archive_mark using (shard)`,
  );
  return row?.at ?? 0;
}

async function bytesIn({ snapshots, segments, shard }: ArchivePlaces): Promise<number> {
  const files = [...(await listSnapshots(snapshots, shard)), ...(await listArchive(segments, shard))];
  const sizes = await Promise.all(files.map(({ file }) => file.size()));
  return sizes.reduce((sum, size) => sum + size, 0);
}
