// Before the tests of the server: creates one database of each kind with all tables. Creating one takes seconds,
// especially the embedded one, and copying it does not; so every test starts with a copy.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareEmbedded } from './embedded-template.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { administer, EMBEDDED_FOLDER, EMBEDDED_TEMPLATE, POSTGRES_TEMPLATE, urlOf } from './testing.ts';

export async function setup(): Promise<() => Promise<void>> {
  process.env[EMBEDDED_TEMPLATE] = await prepareEmbedded();
  const folder = await mkdtemp(join(tmpdir(), 'maru-embedded-'));
  process.env[EMBEDDED_FOLDER] = folder;
  await preparePostgres();
  return () => rm(folder, { recursive: true, force: true });
}

async function preparePostgres(): Promise<void> {
  await administer(`create database ${POSTGRES_TEMPLATE}`);
  const database = openPostgres(urlOf(POSTGRES_TEMPLATE));
  await migrate(database);
  await database.close();
}
