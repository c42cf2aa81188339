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

test.each([
  ['a cluster', './postgres.mjs', 'startPostgres'],
  ['a primary with its standby', './cluster/postgres-pair.mjs', 'startPostgresPair'],
])('%s ends with the process that asked for it, even when that is killed', async (_what, file, start) => {
  const starter = `
    const { ${start} } = await import(${JSON.stringify(new URL(file, import.meta.url).href)});
    const started = await ${start}();
    console.log(JSON.stringify(started.standbyUrl ? [started.primaryUrl(), started.standbyUrl()] : [started.url]));
    setInterval(() => {}, 1000);`;
  const asker = spawn(process.execPath, ['--input-type=module', '-e', starter], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(asker.stdout, 'data');
  const urls = JSON.parse(String(line)) as readonly string[];
  for (const url of urls) expect(await show(url, 'fsync')).toEqual({ fsync: 'on' });

  asker.kill('SIGKILL');
  for (const url of urls) {
    const isGone = () =>
      show(url, 'fsync').then(
        () => false,
        () => true,
      );
    await expect.poll(isGone, { timeout: 30_000 }).toBe(true);
  }
});
