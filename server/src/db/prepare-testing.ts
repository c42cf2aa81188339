// Before the tests of the server: creates one database of each kind with all tables. Creating one takes seconds,
// especially the embedded one, and copying it does not; so every test starts with a copy.
import { prepareEmbedded } from './embedded-template.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { administer, EMBEDDED_TEMPLATE, POSTGRES_TEMPLATE, urlOf } from './testing.ts';

export async function setup(): Promise<void> {
  process.env[EMBEDDED_TEMPLATE] = await prepareEmbedded();
  await preparePostgres();
}

async function preparePostgres(): Promise<void> {
  await administer(`create database ${POSTGRES_TEMPLATE}`);
  const database = openPostgres(urlOf(POSTGRES_TEMPLATE));
  await migrate(database);
  await database.close();
}
