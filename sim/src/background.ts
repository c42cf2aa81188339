// What runs beside the desk of one process: the real steps of archiving and the real auditor, each in a thread of its own,
// over the simulated tables, disk and archive.
import type { PlayerId } from '@maru/engine/purse';
import type { Journal } from '@maru/server/journal/journal';
import { encode } from '@maru/server/journal/record';
import { openStoredFiles, type StoredRecords } from '@maru/server/journal/stored-records';
import {
  type ArchiveSteps,
  removeOlderSnapshots,
  runArchiveSteps,
  type StepsTaken,
} from '@maru/server/shadow/archive-steps';
import type { HistoryPart } from '@maru/server/shadow/audit-history';
import { type AuditTables, BUCKETS } from '@maru/server/shadow/audit-tables';
import { auditAccounts, auditJournal } from '@maru/server/shadow/auditor';
import { findAuditBaseIn } from '@maru/server/shadow/base-snapshot';
import { checkAccount } from '@maru/server/shadow/check-tables';
import { TablesDiffer } from '@maru/server/shadow/tables';
import { compareDigest, readBack, type SnapshotSource, saveTables } from '@maru/server/shadow/write-snapshot';
import { shadowParts } from '@maru/server/shadow-products';
import type { Machine } from './machine.ts';
import { simProducts } from './products.ts';
import type { Stage } from './stage.ts';
import { SHARD, type Storage } from './storage.ts';
import { loadOpenRows, loadPlayerRows } from './table-players.ts';
import type { TableRows } from './table-rows.ts';
import { cutoffsOf, deletions, linesOf } from './table-snapshot.ts';
import { mountShelf } from './virtual-archive.ts';
import { ConnectionLost } from './virtual-database.ts';
import { mountDisk } from './virtual-disk.ts';
import { openVirtualRecords } from './virtual-journal-table.ts';
import { commit, openTransactions, type Transaction } from './virtual-tables.ts';

export interface Background {
  archive(onStep: NonNullable<ArchiveSteps['onStep']>): Promise<StepsTaken>;
  /** One walk: whether it came to its end, and after which batch it began. */
  audit(): Promise<{ readonly isWhole: boolean; readonly after: number }>;
}

const ARCHIVER = 10;
const AUDITOR = 20;
const REST_MS = 3;

export function openBackground(
  stage: Stage,
  storage: Storage,
  { machine, journal }: { readonly machine: Machine; readonly journal: Pick<Journal, 'read'> },
): Background {
  const { plan } = stage;
  const database = plan.mode === 'table' ? storage.database : undefined;

  function openPlaces(thread: Machine) {
    const records: StoredRecords =
      plan.mode === 'file'
        ? openStoredFiles(mountDisk(stage, thread, storage.medium, storage.watch), SHARD)
        : openVirtualRecords(storage.journal, storage.database, thread);
    return { records, shard: SHARD, snapshots: mountShelf(stage, thread, storage.archive.snapshots) };
  }

  return {
    async archive(onStep) {
      const thread = machine.thread(ARCHIVER);
      const transaction = openTransactions(stage, thread, database);
      const places = openPlaces(thread);
      const { records, shard, snapshots: folder } = places;
      const taken = await runArchiveSteps({
        ...places,
        segments: mountShelf(stage, thread, storage.archive.segments),
        tables: {
          newestAt: () =>
            transaction('read mark', () => {
              const { mark, lastAt } = storage.tables.rows;
              return mark.batch === 0 ? undefined : lastAt;
            }),
          async writeSnapshot() {
            const source = await transaction('read tables', () => {
              // A snapshot takes histories as they are: they are not in the digest.
              if (storage.tables.edited?.event !== undefined)
                throw new ConnectionLost('a history is edited and not found yet');
              return sourceOf(storage.tables.rows);
            });
            const place = await saveTables({ shard, folder, findRecord: records.find }, source);
            await readBack(place);
            return place;
          },
          async deleteBehind({ cutoffs }) {
            let rows = 0;
            for (const { what, work } of deletions(cutoffs))
              rows += await transaction(`delete old ${what}`, () => commit(storage.tables, work));
            return rows;
          },
        },
        archiveAfterMs: plan.knobs.archiveAfterMs,
        onStep,
      });
      if (taken.base !== undefined) await removeOlderSnapshots(places, taken.base);
      return taken;
    },

    async audit() {
      const thread = machine.thread(AUDITOR);
      const places = openPlaces(thread);
      let after = 0;
      const options = {
        tables: openAudited(storage, openTransactions(stage, thread, database)),
        journal,
        products: shadowParts.products,
        async findBase() {
          const base = await findAuditBaseIn(places);
          after = base?.mark.batch ?? 0;
          return base;
        },
        rest: () => thread.wait(REST_MS),
        isStopped: () => false,
      };
      await auditAccounts(options);
      const isWhole = await auditJournal(options);
      return { isWhole, after };
    },
  };
}

/** The rows as they are now: what is written later is not in them. */
function sourceOf(rows: TableRows): SnapshotSource {
  const { batch, hash } = rows.mark;
  const cutoffs = cutoffsOf(rows);
  const lines = linesOf(rows, cutoffs);
  const check = checkedRows(rows);
  return {
    mark: { batch, hash, event_id: rows.lastEvent, at_ms: rows.lastAt },
    check: async (digest) => check(digest),
    findCutoffs: async () => cutoffs,
    findColumns: async () => ({}),
    async *rows() {
      yield lines;
    },
  };
}

function checkedRows(rows: TableRows): (digest: string | undefined) => void {
  const { batch } = rows.mark;
  try {
    const { book, cold } = loadOpenRows(rows);
    for (const account of cold.values()) checkAccount(account);
    return (digest) => compareDigest(book, batch, digest);
  } catch (fault) {
    return () => {
      throw fault;
    };
  }
}

function checkHistory(tables: TableRows, part: HistoryPart): void {
  for (const row of part.rows.accountEvents) {
    const own = tables.history.get(row.player);
    const stored = own?.rows[row.seq - own.before - 1];
    if (stored === undefined ? row.at >= (tables.archived?.at ?? 0) : encode(stored) !== encode(row))
      throw new TablesDiffer(`event ${row.seq} of player ${row.player}`);
  }
  for (const product of simProducts) product.tables.audited?.check(tables, part);
}

const ACCOUNTS_AT_ONCE = 4;

function openAudited({ tables: store }: Storage, transaction: Transaction): AuditTables {
  return {
    checkAccounts: (after) =>
      transaction(`audit accounts after ${after}`, () => {
        const ids = [...store.rows.accounts.keys()]
          .filter((id) => id > after)
          .sort((a, b) => a - b)
          .slice(0, ACCOUNTS_AT_ONCE) as PlayerId[];
        for (const loaded of loadPlayerRows(store.rows, ids)) checkAccount(loaded);
        return ids.at(-1);
      }),
    checkHistory: (part) => transaction(`audit to event ${part.last}`, () => checkHistory(store.rows, part)),
    show: () =>
      transaction('audit sums', () => {
        const { mark, accounts, purses } = store.rows;
        if (mark.batch === 0) return undefined;
        const buckets = new Map<number, bigint>();
        for (const [id, { digest }] of accounts)
          buckets.set(id % BUCKETS, BigInt.asUintN(64, (buckets.get(id % BUCKETS) ?? 0n) + digest));
        const houses = new Map<string, bigint>();
        for (const [id, { owner, balance }] of purses) if (owner === undefined) houses.set(id, balance);
        return { mark, buckets, houses };
      }),
    showBucket: (bucket) =>
      transaction(`audit bucket ${bucket}`, () => ({
        mark: store.rows.mark,
        digests: new Map(
          [...store.rows.accounts]
            .filter(([id]) => id % BUCKETS === bucket)
            .map(([id, { digest }]) => [id as PlayerId, digest]),
        ),
      })),
  };
}
