// The database that the configuration names, migrated.
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { createEmbedded } from './create-embedded.ts';
import type { Database } from './database.ts';
import { connectEmbedded, openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { openPostgres, openPostgresReader } from './postgres.ts';
import { READ_CONNECTIONS, READ_TIMEOUT_MS, type ReadLane, withReadLane } from './read-lane.ts';
import { keepCompilerSmall } from './wasm-compiler.ts';

/** How another thread comes to the same database. A port is handed over and can be used once. */
export type WayToStore = { readonly url: string } | { readonly port: MessagePort };

export interface OpenedStore {
  readonly database: Database;
  readonly migrations: readonly string[];
  /** For one more thread. */
  reach(): WayToStore;
}

export async function openStore(at: {
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
}): Promise<OpenedStore> {
  const { database, reach } = await open(at);
  try {
    return { database, migrations: await migrate(database), reach };
  } catch (fault) {
    await database.close();
    throw fault;
  }
}

/** The database as calls see it, with a lane for reads. `close` also closes the connections of the lane. */
export function openReadLane(
  database: Database,
  databaseUrl: string | undefined,
): ReadLane & { close(): Promise<void> } {
  if (databaseUrl === undefined) return { ...withReadLane(database), close: async () => undefined };
  const limits = { connections: READ_CONNECTIONS, timeoutMs: READ_TIMEOUT_MS };
  const reader = openPostgresReader(databaseUrl, limits);
  return { ...withReadLane(database, reader), close: () => reader.close() };
}

async function openEmbeddedIn(folder: string): ReturnType<typeof openEmbedded> {
  await createEmbedded(folder);
  keepCompilerSmall();
  return openEmbedded(folder);
}

async function open(at: {
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
}): Promise<Pick<OpenedStore, 'database' | 'reach'>> {
  if (at.databaseUrl !== undefined) {
    const url = at.databaseUrl;
    return { database: openPostgres(url), reach: () => ({ url }) };
  }
  const database = await openEmbeddedIn(join(at.dataFolder, 'database'));
  return { database, reach: () => ({ port: database.connect() }) };
}

/** The same database in another thread, which has few statements to make at a time. */
export const openReached = (way: WayToStore): Database =>
  'url' in way ? openPostgres(way.url, 3) : connectEmbedded(way.port);
