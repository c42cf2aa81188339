import pg from 'pg';
import { expect, test } from 'vitest';

test('the tests run against a PostgreSQL that syncs what it commits', async () => {
  const client = new pg.Client({ connectionString: process.env['MARU_TEST_DATABASE_URL'] });
  await client.connect();
  const { rows } = await client.query('show fsync');
  await client.end();
  expect(rows).toEqual([{ fsync: 'on' }]);
});
