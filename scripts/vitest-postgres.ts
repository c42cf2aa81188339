// One PostgreSQL for a whole run of the server tests. A test file makes its own databases in it.
import { startPostgres } from './postgres.mjs';

export async function setup() {
  const postgres = await startPostgres();
  process.env['MARU_TEST_DATABASE_URL'] = postgres.url;
  return () => postgres.stop();
}
