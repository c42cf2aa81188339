// The database that the configuration names, migrated.
import { join } from 'node:path';
import { createEmbedded } from './create-embedded.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { openPostgres, openPostgresReader } from './postgres.ts';
import { READ_CONNECTIONS, READ_TIMEOUT_MS, type ReadLane, withReadLane } from './read-lane.ts';
import { keepCompilerSmall } from './wasm-compiler.ts';

export async function openStore(at: {
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
}): Promise<{ readonly database: Database; readonly migrations: readonly string[] }> {
  const database =
    at.databaseUrl === undefined
      ? await openEmbeddedIn(join(at.dataFolder, 'database'))
      : openPostgres(at.databaseUrl);
  try {
    return { database, migrations: await migrate(database) };
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
