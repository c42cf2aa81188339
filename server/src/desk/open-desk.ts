// A desk with its journal and shadow, in either mode: a synced file beside the embedded database, or a table in
// PostgreSQL.
import { getHeapStatistics } from 'node:v8';
import { assertShard } from '@maru/engine/shard';
import type { Database } from '../db/database.ts';
import { openDisk } from '../journal/disk.ts';
import { openFileJournal } from '../journal/file-journal.ts';
import type { Journal } from '../journal/journal.ts';
import { openStoredFiles, openStoredRows, type StoredRecords } from '../journal/stored-records.ts';
import { openTableJournal, type TableJournal, type TableJournalOptions } from '../journal/table-journal.ts';
import { clock as machineClock, machineMs, soon, steadyMs, wait } from '../process-time.ts';
import { openAuditTables } from '../shadow/audit-tables.ts';
import { startAuditor } from '../shadow/auditor.ts';
import { findAuditBase } from '../shadow/base-snapshot.ts';
import { createShadow, type Shadow } from '../shadow/shadow.ts';
import type { ShadowParts } from '../shadow/shadow-product.ts';
import { openSqlTables } from '../shadow/sql-tables.ts';
import { viewTables } from '../shadow/tables-view.ts';
import { startWorkerShadow } from '../shadow/worker-shadow.ts';
import { createDesk, type DeskOptions, type RunningDesk } from './create-desk.ts';
import { residentsFor } from './residents.ts';

export type JournalPlace =
  | {
      readonly folder: string;
      /** A new file is begun beyond this size; tests use a small one to get many files. */
      readonly segmentBytes?: number;
    }
  | { readonly url: string };

export interface OpenDeskOptions
  extends Pick<DeskOptions, 'onDurable' | 'onHalt' | 'limits'>,
    Required<Pick<DeskOptions, 'onTransientError'>>,
    Pick<DeskOptions, 'shard'>,
    Partial<Pick<DeskOptions, 'clock'>> {
  readonly database: Database;
  /** Where the journal is: a folder of its own, or a PostgreSQL address. */
  readonly journalAt: JournalPlace;
  readonly shadowParts: ShadowParts;
  /** Where snapshots are, needed when the journal's beginning was archived. */
  readonly archiveFolder?: string | undefined;
  /** In embedded mode the tables are written only after this, because they share one connection with the start. */
  readonly tablesAfter?: Promise<void>;
  /** How long others wait after this owner has died. */
  readonly leaseMs?: number | undefined;
  /** By the clock that all threads of the process share. */
  readonly onLease?: TableJournalOptions['onLease'];
  /** The server ends a transaction of the tables' writer that has stood still for so long. */
  readonly idleInTransactionMs?: number | undefined;
}

/** Events a second that the embedded database is expected to write, until it was measured. */
const EMBEDDED_PER_SECOND = 2_500;

/** The embedded database has one connection: callers must not wait for the auditor. */
const EMBEDDED_AUDIT_REST_MS = 500;

export interface OpenedDesk {
  readonly desk: RunningDesk;
  readonly shadow: Shadow;
  /** The batch up to which the tables were compared with the journal in the current audit. */
  readonly audited: () => number;
}

/** A desk that follows the owner of its shard. */
export interface FollowingDesk {
  readonly desk: RunningDesk;
  /** Undefined when the shard has an owner: then it follows on. */
  takeOver(): Promise<OpenedDesk | undefined>;
}

export async function openDesk(options: OpenDeskOptions): Promise<OpenedDesk> {
  const journal = await openJournal(options.journalAt, options.shard, (fault) => desk.halt(fault), options);
  const { desk, opened } = buildDesk(options, journal, undefined);
  await orStop(desk, desk.start());
  return opened();
}

/** Its journal must be a table: nothing else can be followed. Resolves when it has everything that was durable. */
export async function followDesk(
  options: OpenDeskOptions & { readonly journalAt: { readonly url: string } },
): Promise<FollowingDesk> {
  const { database, shard, journalAt, shadowParts } = options;
  const journal = await openTable(journalAt, shard, (fault) => desk.halt(fault), options);
  const openView = () => viewTables(database, shard, shadowParts.products);
  const { desk, opened } = buildDesk(options, journal, { journal, openView });
  await orStop(desk, desk.follow());
  return { desk, takeOver: async () => ((await desk.takeOver()) ? opened() : undefined) };
}

/** The next attempt to start must find the shard free. */
async function orStop(desk: RunningDesk, starting: Promise<void>): Promise<void> {
  try {
    await starting;
  } catch (fault) {
    await desk.stop();
    throw fault;
  }
}

interface BuiltDesk {
  readonly desk: RunningDesk;
  /** Starts what runs beside an open desk. */
  readonly opened: () => Promise<OpenedDesk>;
}

function buildDesk(options: OpenDeskOptions, journal: Journal, sources: DeskOptions['following']): BuiltDesk {
  const { database, shard, onDurable, onHalt, onTransientError, limits, clock = machineClock } = options;
  const { archiveFolder, idleInTransactionMs } = options;
  const { products, worker } = options.shadowParts;
  const onBroken = (fault: unknown): void => desk.halt(fault);
  const tables = openSqlTables(database, shard, products);
  const following = { wait, onBroken, onTransientError };
  const ownThread =
    'url' in options.journalAt && worker !== undefined ? { url: options.journalAt.url, worker } : undefined;
  const shadow =
    ownThread !== undefined
      ? startWorkerShadow({ ...following, ...ownThread, shard, archiveFolder, idleInTransactionMs })
      : createShadow({
          ...following,
          tables,
          journal,
          products,
          limits: { eventsAtOnce: 200 },
          after: options.tablesAfter,
        });
  const desk: RunningDesk = createDesk({
    shard,
    journal,
    tables,
    shadow,
    clock,
    steadyMs,
    wait,
    soon,
    onDurable,
    onHalt,
    onTransientError,
    limits: {
      residents: residentsFor(getHeapStatistics().heap_size_limit),
      ...('url' in options.journalAt ? {} : { tablesPerSecond: EMBEDDED_PER_SECOND }),
      ...limits,
    },
    following: sources,
  });

  async function opened(): Promise<OpenedDesk> {
    if (ownThread !== undefined) return { desk, shadow, audited: () => shadow.audited?.() ?? 0 };
    const records = await openRecords(options.journalAt, database, shard);
    const auditor = startAuditor({
      tables: openAuditTables(database, shard),
      journal,
      products,
      findBase:
        archiveFolder === undefined ? undefined : () => findAuditBase({ records, shard, archiveFolder }),
      wait,
      restMs: EMBEDDED_AUDIT_REST_MS,
      onDifference: onBroken,
      onTransientError,
    });
    const stop = async (): Promise<void> => {
      await auditor.stop();
      await desk.stop();
    };
    return { desk: { ...desk, stop }, shadow, audited: auditor.audited };
  }
  return { desk, opened };
}

type JournalOptions = Pick<DeskOptions, 'onTransientError'> & Pick<OpenDeskOptions, 'leaseMs' | 'onLease'>;

export async function openJournal(
  at: JournalPlace,
  shard: number,
  onFenced: (fault: unknown) => void,
  options: JournalOptions = {},
): Promise<Journal> {
  assertShard(shard);
  if ('folder' in at) return openFileJournal(await openDisk(at.folder), shard, at.segmentBytes);
  return openTable(at, shard, onFenced, options);
}

async function openTable(
  { url }: { readonly url: string },
  shard: number,
  onFenced: (fault: unknown) => void,
  { onTransientError, leaseMs, onLease }: JournalOptions,
): Promise<TableJournal> {
  // Only where it is used: see `db/open-store.ts`.
  const { openPostgresTable } = await import('../journal/postgres-table.ts');
  const table = openPostgresTable({ url, shard, wait, leaseMs });
  return openTableJournal(table, {
    ...{ shard, wait, leaseMs, onFenced, onTransientError, onLease },
    steadyMs: machineMs,
  });
}

/** The stored records, for archiving them or finding their beginning. */
export const openRecords = async (
  at: JournalPlace,
  database: Database,
  shard: number,
): Promise<StoredRecords> =>
  'folder' in at ? openStoredFiles(await openDisk(at.folder), shard) : openStoredRows(database, shard);
