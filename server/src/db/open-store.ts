// The database that the configuration names, migrated.
import type { MessagePort } from 'node:worker_threads';
import { beginStored } from './begin-stored.ts';
import type { Database } from './database.ts';
import { type BegunEmbedded, connectEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import type { PostgresOptions } from './postgres.ts';
import { READ_CONNECTIONS, READ_TIMEOUT_MS, type ReadLane, withReadLane } from './read-lane.ts';

/** How another thread opens the same database. A port is transferred and can be used once. */
export type WayToStore = { readonly url: string } | { readonly port: MessagePort };

export interface OpenedStore {
  readonly database: Database;
  readonly migrations: readonly string[];
  /** For one more thread. */
  reach(): WayToStore;
}

interface StorePlace {
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
}

/** `begun` is the embedded database, when a thread is opening it already. */
export async function openStore(
  at: StorePlace,
  begun?: BegunEmbedded,
  guarding?: Pick<PostgresOptions, 'guard' | 'idleInTransactionMs'>,
): Promise<OpenedStore> {
  // Migrations belong to no shard, and come before anything is owned.
  const migrated = guarding === undefined ? [] : await migrateFirst(at);
  const { database, reach } = await open(at, begun, guarding);
  try {
    return { database, migrations: guarding === undefined ? await migrate(database) : migrated, reach };
  } catch (fault) {
    await database.close();
    throw fault;
  }
}

async function migrateFirst({ databaseUrl }: StorePlace): Promise<readonly string[]> {
  if (databaseUrl === undefined)
    throw new Error('expected DATABASE_URL: only PostgreSQL has several processes');
  const { openPostgres } = await loadPostgres();
  const database = openPostgres(databaseUrl, { connections: 1 });
  try {
    return await migrate(database);
  } finally {
    await database.close();
  }
}

type OpenedReadLane = ReadLane & {
  /** Transactions of read calls that a replica answered since the start. */
  readonly servedByReplica: () => number;
  close(): Promise<void>;
};

/**
 * The database for calls, with a lane for reads, which a replica may answer. `close` also closes the connections of the
 * lane.
 */
export async function openReadLane(
  database: Database,
  databaseUrl: string | undefined,
  databaseReadUrl?: string,
): Promise<OpenedReadLane> {
  if (databaseUrl === undefined)
    return { ...withReadLane(database), servedByReplica: () => 0, close: async () => undefined };
  const limits = { connections: READ_CONNECTIONS, timeoutMs: READ_TIMEOUT_MS };
  const { openPostgresReader } = await loadPostgres();
  const reader = openPostgresReader(databaseUrl, limits);
  const replica =
    databaseReadUrl === undefined
      ? undefined
      : (await import('./replica.ts')).openReplica({
          primaryUrl: databaseUrl,
          replicaUrl: databaseReadUrl,
          limits,
        });
  return {
    ...withReadLane(database, reader, replica),
    servedByReplica: () => replica?.served() ?? 0,
    async close() {
      await replica?.close();
      await reader.close();
    },
  };
}

async function open(
  { databaseUrl: url, dataFolder }: StorePlace,
  begun: BegunEmbedded | undefined,
  guarding: PostgresOptions = {},
): Promise<Pick<OpenedStore, 'database' | 'reach'>> {
  if (url !== undefined) {
    const { openPostgres } = await loadPostgres();
    return { database: openPostgres(url, guarding), reach: () => ({ url }) };
  }
  const database = await (begun ?? (await beginStored(dataFolder))).opened;
  return { database, reach: () => ({ port: database.connect() }) };
}

/** The same database in another thread, which runs few statements at a time. */
export async function openReached(
  way: WayToStore,
  limits: Pick<PostgresOptions, 'idleInTransactionMs'> = {},
): Promise<Database> {
  if ('port' in way) return connectEmbedded(way.port);
  const { openPostgres } = await loadPostgres();
  return openPostgres(way.url, { connections: 3, ...limits });
}

/** Imported only where it is used: its client is forty files, and every thread waits at the start for its imports. */
const loadPostgres = () => import('./postgres.ts');
