// Where the platform keeps everything: the database with its lane of reads, and the desk over the journal.
import { type BegunStart, beginStart } from './begin-start.ts';
import { type Config, journalPlace } from './config.ts';
import { openReadLane, openStore } from './db/open-store.ts';
import { openJournal, openRecords } from './desk/open-desk.ts';
import { IDLE_IN_TRANSACTION_MS, type Ownership } from './desk/ownership.ts';
import type { Log } from './log/log.ts';
import type { FrontRealtime } from './open-front.ts';
import { openReleasingDesk, type ReleasingDesk } from './open-releasing-desk.ts';
import { openStandbyDesk } from './open-standby-desk.ts';
import type { EventPushes } from './push/event-pushes.ts';
import { findRestore } from './shadow/base-snapshot.ts';
import { rebuildTables } from './shadow/rebuild-tables.ts';
import { shadowParts } from './shadow-products.ts';

/** How a shard is shared with other processes. */
export interface SharedShard {
  readonly ownership: Ownership;
  /** Whether it may take the shard over now. */
  readonly mayTake: () => boolean;
  /** The book is loaded and follows the owner's. */
  readonly onFollowing: (standby: Pick<Awaited<ReturnType<typeof openStandbyDesk>>, 'followed'>) => void;
}

interface Around {
  readonly config: Config;
  readonly log: Log;
  readonly begun?: BegunStart;
  readonly shared?: SharedShard;
  readonly onHalt: (fault: unknown) => void;
}

/** The functions that close the opened parts, in the order of opening. */
export type Closing = (() => Promise<void> | void)[];

export type Storage = Awaited<ReturnType<typeof openStorage>>;

export async function openStorage({ config, log, begun, shared, onHalt }: Around, closing: Closing) {
  const { directory, embedded, deskThread } = begun ?? (await beginStart(config));
  closing.push(() => directory.release());
  closing.push(async () => void (await deskThread.terminate()));
  if (directory.closedToOthers > 0) {
    log.warn('data folder was readable by other users, permissions restricted to the owner', {
      folder: config.dataFolder,
      files: directory.closedToOthers,
    });
  }
  const guarding = shared && {
    guard: shared.ownership.guard,
    idleInTransactionMs: IDLE_IN_TRANSACTION_MS,
  };
  const { database, migrations, reach } = await openStore(config, embedded, guarding);
  closing.push(() => database.close());
  const reads = await openReadLane(database, config.databaseUrl, config.databaseReadUrl);
  closing.push(() => reads.close());
  if (migrations.length > 0) log.info('database migrations applied', { migrations });
  const journalAt = journalPlace(config);
  if (directory.machineStopped && 'folder' in journalAt) {
    // The embedded database does not sync: after a power loss its files may be wrong, the journal is not.
    log.warn('machine restarted without a clean stop, rebuilding the tables from the journal');
    const journal = await openJournal(journalAt, config.shard, onHalt);
    const records = await openRecords(journalAt, database, config.shard);
    const where = { database, shard: config.shard, products: shadowParts.products };
    const restoreBase = await findRestore({ ...where, records, archiveFolder: config.archiveFolder });
    await rebuildTables({ ...where, journal, restoreBase });
    await journal.close();
  }
  return { database, reads, reach, journalAt, deskThread };
}

/** In a process that shares its shard it resolves when the shard is owned, which may take for ever. */
export async function openDesk(
  { config, log, shared, onHalt }: Around,
  { deskThread, reach, journalAt }: Storage,
  receivers: { readonly realtime: FrontRealtime; readonly pushes: EventPushes },
): Promise<ReleasingDesk> {
  const options = {
    ...receivers,
    shard: config.shard,
    thread: deskThread,
    store: reach(),
    journalAt,
    archiveFolder: config.archiveFolder,
    onHalt,
    onTransientError: (fault: unknown) => {
      const isClockBehind = fault instanceof Error && fault.name === 'ClockBehind';
      if (isClockBehind)
        log.error('desk refuses commands: the clock is behind the journal', { error: fault });
      else log.warn('desk storage error, retrying', { error: fault });
    },
    ...(config.clockToleranceMs === undefined
      ? {}
      : { limits: { clockToleranceMs: config.clockToleranceMs } }),
  };
  if (shared === undefined) return openReleasingDesk(options);
  const { ownership, mayTake } = shared;
  const standby = await openStandbyDesk({ ...options, ownership, mayTake, leaseMs: config.leaseMs });
  shared.onFollowing(standby);
  return standby.owned;
}
