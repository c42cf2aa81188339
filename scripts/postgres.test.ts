import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { expect, test } from 'vitest';

async function show(url: string | undefined, setting: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  // The server may end under an open connection: that is what one test waits for.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(`show ${setting}`)).rows[0];
  } finally {
    await client.end();
  }
}

test('the tests run against a PostgreSQL that syncs what it commits', async () => {
  expect(await show(process.env['MARU_TEST_DATABASE_URL'], 'fsync')).toEqual({ fsync: 'on' });
});

test('a cluster ends with the process that asked for it, even when that is killed', async () => {
  const starter = `
    const { startPostgres } = await import(${JSON.stringify(new URL('./postgres.mjs', import.meta.url).href)});
    const { url } = await startPostgres();
    console.log(url);
    setInterval(() => {}, 1000);`;
  const asker = spawn(process.execPath, ['--input-type=module', '-e', starter], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(asker.stdout, 'data');
  const url = String(line).trim();
  expect(await show(url, 'fsync')).toEqual({ fsync: 'on' });

  asker.kill('SIGKILL');
  const isGone = () =>
    show(url, 'fsync').then(
      () => false,
      () => true,
    );
  await expect.poll(isGone, { timeout: 30_000 }).toBe(true);
});
