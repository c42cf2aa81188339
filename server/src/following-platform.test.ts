// A platform that follows the feed of another process, on one PostgreSQL: it shows and uses the prices of that process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalNetwork } from './bus/local-carrier.ts';
import { readConfig } from './config.ts';
import { type TestDatabase, testDatabases } from './db/testing.ts';
import { type FeedRole, startFeed } from './feed-role.ts';
import { silentLog } from './log/log.ts';
import { type Platform, startPlatform } from './platform.ts';
import { wait } from './process-time.ts';

const folder = mkdtempSync(join(tmpdir(), 'maru-following-'));
let store: TestDatabase;
let feed: FeedRole;
let platform: Platform;
const onHalt = (fault: unknown) => {
  throw fault;
};

beforeAll(async () => {
  store = await testDatabases.find(({ name }) => name === 'PostgreSQL')!.open();
  const network = createLocalNetwork({ after: (ms, call) => void setTimeout(call, ms) });
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: store.url,
    FEED_SEED: 'following-test',
    INDEX_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  });
  feed = await startFeed({
    ...{ config, log: silentLog, carrier: network.join(), database: store.database, onHalt },
  });
  await feed.leading;
  platform = await startPlatform({
    ...{ config, log: silentLog, onHalt, paces: 'OFF' },
    market: { following: network.join() },
  });
});
afterAll(async () => {
  await platform.stop();
  await feed.stop();
  rmSync(folder, { recursive: true, force: true });
  await store.drop();
});

async function get(path: string): Promise<unknown> {
  const answer = await fetch(`${platform.address}${path}`);
  expect(answer.status).toBe(200);
  return answer.json();
}

test('its instruments are open with the prices of the leader, and every tick is in one record', async () => {
  const isOpen = async () => {
    const coins = (await get('/api/futures/option/list?isPlay=1')) as readonly {
      stock: string;
      isStop: number;
    }[];
    return coins.some(({ stock, isStop }) => stock === 'BTCUSDT' && isStop === 0);
  };
  while (!(await isOpen())) await wait(20);
  const count = () =>
    store.database.transaction((tx) =>
      tx.query<{ parts: number; doubled: number }>(
        `select count(*)::int as parts, (count(*) - count(distinct (stock, minute_ms, part)))::int as doubled
         from tick_part`,
      ),
    );
  while ((await count())[0]?.parts === 0) await wait(20);
  expect((await count())[0]?.doubled).toBe(0);
});

test('the seals of the indices are shown', async () => {
  const { days } = (await get('/api/index/day/list')) as { days: readonly { seed: string | null }[] };
  expect(days.length).toBeGreaterThan(0);
});
