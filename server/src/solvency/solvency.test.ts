import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as calls from '@maru/contract/solvency/calls';
import { PROOF_DAYS, type WireSolvencyProof } from '@maru/contract/solvency/calls';
import { proofOfWire } from '@maru/contract/solvency/wire-proof';
import { sha256OfText } from '@maru/engine/solvency/node';
import { checkProof, type SolvencyProof } from '@maru/engine/solvency/proof';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import type { OpenedDesk } from '../desk/open-desk.ts';
import {
  forgetWorld,
  hold,
  insertTestSite,
  openPlayers,
  openTestDesk,
  refill,
  untilWritten,
} from '../desk/testing.ts';
import { asksOf, OWNER, openTestHttp, PARTNER, person, STRANGER } from '../http/testing.ts';
import { createLog } from '../log/log.ts';
import { createLiveSums } from './live-sums.ts';
import { publishDay } from './publish.ts';
import { createPublisher } from './publisher.ts';
import { solvencyRoutes } from './routes.ts';

const DUE = millis(Date.parse('2026-11-17T00:10:00+09:00'));

describe.each(testDatabases)('the proof of balances on $name', ({ open }) => {
  const folder = mkdtempSync(join(tmpdir(), 'maru-solvency-'));
  let store: TestDatabase;
  let opened: OpenedDesk;
  let now: Millis;
  let lines: string[];
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());
  beforeEach(async () => {
    now = DUE;
    lines = [];
    await insertTestSite(store);
    opened = await openTestDesk(store, join(folder, 'journal'));
  });
  afterEach(async () => {
    await opened.desk.stop();
    await forgetWorld({ folder: join(folder, 'journal') }, store);
  });

  const time = { clock: () => now, wait: () => new Promise<void>(() => undefined) };
  function publisherOf() {
    const log = createLog({ level: 'debug', write: (line: string) => lines.push(line), clock: () => now });
    const { database } = store;
    return createPublisher({
      shard: 0,
      database,
      publish: (publication) => publishDay(database, publication),
      beginsAfterMs: 0,
      time,
      log,
    });
  }
  async function openWorld(players = 3) {
    await openPlayers(opened.desk, players);
    await untilWritten(opened);
    return publisherOf();
  }
  async function askOf() {
    const { database } = store;
    const live = createLiveSums({ database, shard: 0, clock: time.clock });
    const http = await openTestHttp({ routes: solvencyRoutes({ database, live }), clock: time.clock });
    return asksOf<typeof calls>(http);
  }
  const provenBy = (wire: unknown) => {
    const proof = proofOfWire(wire as WireSolvencyProof) as SolvencyProof;
    return checkProof(proof, sha256OfText);
  };

  test('is made at ten past midnight in Korea and not a millisecond earlier', async () => {
    const publisher = await openWorld();
    const ask = await askOf();
    now = millis(DUE - 1);
    await publisher.runOnce();
    now = DUE;
    await publisher.runOnce();
    const { roots, nextMillis } = (await ask.get('/api/solvency/day/list')).body;
    expect(roots.map(({ date, madeMillis }) => [date, madeMillis])).toEqual([
      ['2026-11-17', DUE],
      ['2026-11-16', DUE - 1],
    ]);
    expect(nextMillis).toBe(DUE + DAY_MS);
  });

  test('has every account with all of its purses, and what players and house have is nothing together', async () => {
    const publisher = await openWorld();
    await opened.desk.submit(hold(OWNER.id, '250000'));
    await untilWritten(opened);
    await publisher.runOnce();
    const ask = await askOf();
    const { status, body } = await ask.get('/api/solvency/proof', OWNER);
    expect(status).toBe(200);
    expect(body.leaf.purses).toEqual([
      { wallet: 'BINARY', kind: 'free', currency: 'KRW', balance: '9750000' },
      { wallet: 'BINARY', kind: 'wait', currency: 'KRW', balance: '250000' },
      { wallet: 'FUTURES', kind: 'free', currency: 'USDT', balance: '10000' },
    ]);
    expect(provenBy(body)).toMatchObject({ fault: undefined, root: body.root });
    expect(body).toMatchObject({
      count: 3,
      sums: [
        { currency: 'KRW', owed: '30000000', owing: '0' },
        { currency: 'USDT', owed: '30000', owing: '0' },
      ],
      house: [
        { currency: 'KRW', purpose: 'practice', balance: '-30000000' },
        { currency: 'USDT', purpose: 'practice', balance: '-30000' },
      ],
    });
    const [row] = await store.database.transaction((tx) =>
      tx.query<{ batch: number; hash: string }>('select batch, hash from shadow_mark'),
    );
    expect([body.batch, body.journalHash]).toEqual([row?.batch, row?.hash]);
  });

  test('everybody gets their own account and nobody else’s; a guest gets none', async () => {
    const publisher = await openWorld(2);
    await publisher.runOnce();
    const ask = await askOf();
    const [mine, theirs] = [
      (await ask.get('/api/solvency/proof', OWNER)).body,
      (await ask.get('/api/solvency/proof', STRANGER)).body,
    ];
    expect([mine.leaf.player, theirs.leaf.player]).toEqual([OWNER.id, STRANGER.id]);
    expect(mine.root).toBe(theirs.root);
    expect([provenBy(mine).fault, provenBy(theirs).fault]).toEqual([undefined, undefined]);
    // What one of them knows of the other is a hash and sums, no number and no nonce.
    expect(JSON.stringify(mine)).not.toContain(theirs.leaf.nonce);
    expect((await ask.get('/api/solvency/proof')).status).toBe(401);
    expect(await ask.get('/api/solvency/proof', PARTNER)).toMatchObject({ status: 404 });
    expect((await ask.get('/api/solvency/day/list')).body.roots).toHaveLength(1);
  });

  test('more accounts than a group has: each has a path that fits', { timeout: 60_000 }, async () => {
    const publisher = await openWorld(600);
    await publisher.runOnce();
    const ask = await askOf();
    const places = new Set<number>();
    for (const id of [1, 2, 77, 256, 257, 512, 513, 600]) {
      const { body } = await ask.get('/api/solvency/proof', person(id, 'PLAYER'));
      expect(provenBy(body).fault).toBeUndefined();
      places.add(body.index);
    }
    expect(places.size).toBe(8);
  });

  test('a day has one root: after a restart, when made twice at once, and whatever happens later', async () => {
    const publisher = await openWorld();
    const publication = {
      day: Math.floor((DUE + 9 * HOUR_MS) / DAY_MS) as never,
      now,
      shard: 0,
      proofDays: 31,
    };
    const reports = await Promise.all([
      publishDay(store.database, publication),
      publishDay(store.database, publication),
    ]);
    expect(reports.filter((report) => report !== undefined)).toEqual([{ sites: 1, accounts: 3 }]);
    const ask = await askOf();
    const before = (await ask.get('/api/solvency/day/list')).body;
    await opened.desk.submit(refill(OWNER.id, '5000000'));
    await untilWritten(opened);
    now = millis(DUE + HOUR_MS);
    await publisher.runOnce();
    await publisherOf().runOnce();
    expect((await ask.get('/api/solvency/day/list')).body.roots).toEqual(before.roots);
    expect(lines).toEqual([]);
  });

  test('a publication that fails in the middle leaves nothing, and the next check makes the day', async () => {
    const publisher = await openWorld();
    const failing = {
      ...store.database,
      transaction: <Result>(work: Parameters<typeof store.database.transaction<Result>>[0]) =>
        store.database.transaction<Result>((tx) =>
          work({
            ...tx,
            query(text, parameters) {
              if (text.startsWith('insert into solvency_root')) throw new Error('killed');
              return tx.query(text, parameters);
            },
          }),
        ),
    };
    const publication = {
      day: Math.floor((DUE + 9 * HOUR_MS) / DAY_MS) as never,
      now,
      shard: 0,
      proofDays: 31,
    };
    await expect(publishDay(failing, publication)).rejects.toThrow('killed');
    const left = await store.database.transaction((tx) => tx.query('select place from solvency_group'));
    expect(left).toEqual([]);
    await publisher.runOnce();
    expect((await (await askOf()).get('/api/solvency/day/list')).body.roots).toHaveLength(1);
  });

  test('books that do not add up to zero are not published', async () => {
    const publisher = await openWorld();
    const change = (by: string) =>
      store.database.transaction((tx) =>
        tx.query(`update purse set balance = balance ${by} where id = '1:BINARY:free'`),
      );
    await change('+ 1');
    await expect(publisher.runOnce()).rejects.toThrow(
      'the purses of site 1 in KRW add up to 100000000 units, not to zero',
    );
    const ask = await askOf();
    expect((await ask.get('/api/solvency/day/list')).body.roots).toEqual([]);
    expect((await ask.get('/api/solvency/sum')).body.totals).toEqual([
      { currency: 'KRW', total: '1' },
      { currency: 'USDT', total: '0' },
    ]);
    await change('- 1');
    await publisher.runOnce();
    expect((await ask.get('/api/solvency/day/list')).body.roots).toHaveLength(1);
  });

  test('a debt is in the sums beside what is owed, not taken off it', async () => {
    const publisher = await openWorld();
    await store.database.transaction(async (tx) => {
      await tx.query(
        `insert into purse (id, shard, site_id, owner_id, currency, balance)
         values ('1:BINARY:debt', 0, 1, 1, 'KRW', -500)`,
      );
      await tx.query(`update purse set balance = balance + 500 where id = 'house:1:practice:KRW'`);
    });
    await publisher.runOnce();
    const { body } = await (await askOf()).get('/api/solvency/proof', OWNER);
    expect(body.sums[0]).toEqual({ currency: 'KRW', owed: '30000000', owing: '500' });
    expect(provenBy(body).fault).toBeUndefined();
  });

  test('proofs are served for their days; then only the root is left', async () => {
    const publisher = await openWorld();
    const ask = await askOf();
    await publisher.runOnce();
    const first = (await ask.get('/api/solvency/day/list')).body.roots[0].root;
    const asked = () => ask.get('/api/solvency/proof?date=2026-11-17', OWNER);
    now = millis(DUE + (PROOF_DAYS - 1) * DAY_MS);
    await publisher.runOnce();
    expect(provenBy((await asked()).body).root).toBe(first);
    now = millis(DUE + PROOF_DAYS * DAY_MS);
    await publisher.runOnce();
    expect(await asked()).toMatchObject({ status: 410, body: { code: 'ARCHIVED' } });
    const kept = await store.database.transaction((tx) =>
      tx.query<{ day: number }>('select distinct day from solvency_group'),
    );
    expect(kept).toHaveLength(2);
    const pages = await ask.get('/api/solvency/day/list?beforeDate=2026-12-01');
    expect(pages.body.roots.map(({ root }) => root)).toEqual([first]);
  });

  test('a day before the account, a day without a root, and what is no date are refused', async () => {
    const publisher = await openWorld(1);
    await publisher.runOnce();
    await openPlayers(opened.desk, 2);
    await untilWritten(opened);
    const ask = await askOf();
    const statusOf = async (date: string) =>
      (await ask.get(`/api/solvency/proof?date=${date}`, STRANGER)).status;
    expect(await statusOf('2026-11-17')).toBe(404);
    expect(await statusOf('2026-11-16')).toBe(404);
    expect(await statusOf('2026-02-30')).toBe(400);
    expect(await statusOf('yesterday')).toBe(400);
    now = millis(DUE + DAY_MS);
    await publisher.runOnce();
    expect(await statusOf('2026-11-18')).toBe(200);
  });

  test('all purses together are nothing now, counted once for everybody within a minute', async () => {
    await openWorld();
    const ask = await askOf();
    const first = (await ask.get('/api/solvency/sum')).body;
    expect(first.totals).toEqual([
      { currency: 'KRW', total: '0' },
      { currency: 'USDT', total: '0' },
    ]);
    expect(first.atMillis).toBe(DUE);
    await opened.desk.submit(refill(OWNER.id, '5000000'));
    await untilWritten(opened);
    now = millis(DUE + MINUTE_MS - 1);
    expect((await ask.get('/api/solvency/sum')).body).toEqual(first);
    now = millis(DUE + MINUTE_MS);
    const next = (await ask.get('/api/solvency/sum')).body;
    expect(next.atMillis).toBe(now);
    expect(next.sums[0]).toEqual({ currency: 'KRW', owed: '25000000', owing: '0' });
  });
});
