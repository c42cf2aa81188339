// `kill -9` while the root of all balances is published: after a restart the day has exactly one root, and it is the one
// that the balances give. Driven from outside, on both databases.
import { dayNumber, formatIsoDate } from '@maru/engine/market/calendar-date';
import { siteId } from '@maru/engine/purse';
import { leafNode } from '@maru/engine/solvency/leaf';
import { rootOf } from '@maru/engine/solvency/statement';
import { createTreeBuilder } from '@maru/engine/solvency/tree';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Tx } from './db/database.ts';
import { type KilledServer, killedDatabases, openKilledServer } from './killed-testing.ts';
import { fastHash } from './solvency/packed-group.ts';
import { leafOf } from './solvency/publish.ts';
import { accountsByNonce, listRoots } from './solvency/store.ts';
import { readSums } from './solvency/sums.ts';

const BEGINS = Date.parse('2026-11-17T20:00:00+09:00');
const DAY = 86_400_000;
const SITE = siteId(1);

describe.each(killedDatabases)('a killed publication of balances on $name', ({ name }) => {
  let server: KilledServer;

  beforeAll(async () => {
    server = await openKilledServer(name, BEGINS, { SOLVENCY_AFTER_SECONDS: '0' });
  });
  afterAll(() => server.remove());

  const dates = async () =>
    (await server.ask<{ roots: { date: string }[] }>('/api/solvency/day/list')).roots.map(({ date }) => date);

  async function untilPublished(date: string): Promise<void> {
    await expect.poll(dates, { timeout: 60_000 }).toContain(date);
  }

  /** Waits until the publication waits for the lock of the test, and kills it there. */
  const killInside = (tables: Database): Promise<void> =>
    tables.transaction(async (tx) => {
      await tx.query('lock table solvency_root in share mode');
      await server.moveClock(DAY);
      await expect.poll(() => waiting(tx), { timeout: 60_000 }).toBeGreaterThan(0);
      await server.end('SIGKILL');
    });

  // Four starts, and the day is looked at every few seconds.
  test('leaves no root or a whole one, and the next process makes it once', {
    timeout: 180_000,
  }, async () => {
    await server.start();
    await untilPublished('2026-11-17');

    // In PostgreSQL in the midst of it: its root is about to be written. The embedded database goes with its process, so
    // there the moment is whatever the clock's signal and one call give.
    if (name === 'PostgreSQL') await server.withTables(killInside);
    else {
      await server.moveClock(DAY);
      await server.send('/api/solvency/day/list');
      await server.end('SIGKILL');
    }
    const left = await server.withTables((tables) => tables.transaction(storedDates));
    if (name === 'PostgreSQL') expect(left).toEqual(['2026-11-17']);
    await server.start();
    await untilPublished('2026-11-18');

    // Right after it was seen.
    await server.moveClock(DAY);
    await server.signIn();
    await untilPublished('2026-11-19');
    await server.end('SIGKILL');
    await server.start();
    await untilPublished('2026-11-19');
    await server.end('SIGTERM');

    await server.withTables((tables) =>
      tables.transaction(async (tx) => {
        expect(await storedDates(tx)).toEqual(['2026-11-19', '2026-11-18', '2026-11-17']);
        // Nobody traded since: the balances still are what each of the days had.
        for (const root of await listRoots(tx, SITE, { before: undefined, most: 9 })) {
          expect(root.leafKey).toBeDefined();
          expect([root.date, await recomputed(tx, root)]).toEqual([root.date, root.root]);
        }
      }),
    );
  });
});

const waiting = async (tx: Tx): Promise<number> =>
  (
    await tx.query(
      `select pid from pg_locks
       where not granted and relation = 'solvency_root'::regclass and database = (
         select oid from pg_database where datname = current_database()
       )`,
    )
  ).length;

async function storedDates(tx: Tx): Promise<readonly string[]> {
  const rows = await tx.query<{ day: number }>(
    'select day from solvency_root where site_id = $1 order by day desc',
    [SITE],
  );
  return rows.map(({ day }) => formatIsoDate(dayNumber(day)));
}

type Root = Awaited<ReturnType<typeof listRoots>>[number];

async function recomputed(tx: Tx, root: Root): Promise<string> {
  const { sums = [], house = [] } = (await readSums(tx, 0)).get(SITE) ?? {};
  const currencies = sums.map(({ currency }) => currency);
  const tree = { day: { site: SITE, date: root.date }, currencies, hash: fastHash };
  const builder = createTreeBuilder(fastHash, () => undefined);
  for await (const slice of accountsByNonce(tx, 0, root.leafKey ?? new Uint8Array(), 100))
    for (const account of slice) if (account.site === SITE) builder.add(leafNode(tree, leafOf(account)));
  const top = builder.end();
  if (top === undefined) throw new Error('the site has no account');
  return rootOf({ ...root, sums, house }, top, fastHash);
}
