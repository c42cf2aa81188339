// The database that the configuration names, migrated.
import { join } from 'node:path';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

export async function openStore(at: {
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
}): Promise<{ readonly database: Database; readonly migrations: readonly string[] }> {
  const database =
    at.databaseUrl === undefined
      ? await openEmbedded(join(at.dataFolder, 'database'))
      : openPostgres(at.databaseUrl);
  try {
    return { database, migrations: await migrate(database) };
  } catch (fault) {
    await database.close();
    throw fault;
  }
}
