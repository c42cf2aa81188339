import type * as calls from '@maru/contract/fairness/calls';
import type { FairnessRows } from '@maru/contract/fairness/calls';
import { fairnessFigures, percentile } from '@maru/contract/fairness/figures';
import { LEAST_ACCOUNTS } from '@maru/contract/fairness/words';
import type * as staff from '@maru/contract/staff/calls';
import { rate } from '@maru/engine/amount';
import { playerId, type SiteId, siteId } from '@maru/engine/purse';
import { DAY_MS, HOUR_MS, koreanDate, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { type Asks, asksOf, OWNER, openTestHttp, PARTNER, SITE, STAFF } from '../http/testing.ts';
import type { FairnessSource } from '../product/fairness-source.ts';
import { changeRoutes } from '../staff/changes.ts';
import { createBoard, upDays } from './board.ts';
import { payoutStep, speedStep } from './counted.ts';
import { countDays } from './days.ts';
import { createFeeds, type Feeds } from './feeds.ts';
import { createOrderCounts } from './order-counts.ts';
import { createPulse, type Health } from './pulse.ts';
import { fairnessRoutes } from './routes.ts';
import { addCounted } from './store.ts';

/** 22:00 in Korea. */
const NOW = Date.UTC(2026, 10, 17, 13);
const TODAY = koreanDate(NOW);
const TABLES = ['day', 'account_day', 'order_day', 'speed_day', 'payout_day', 'void', 'up_day', 'incident'];

test('times are rounded up to a few steps', () => {
  expect([0, 0.2, 41.2, 100, 101, 309, 1_001, 99_999].map(speedStep)).toEqual([
    1, 1, 42, 100, 110, 310, 1_100, 60_000,
  ]);
  expect([1, 8.2, 120, 121, 2_881, 100_000].map((minutes) => payoutStep(minutes * MINUTE_MS))).toEqual([
    1, 9, 120, 130, 2_940, 10_080,
  ]);
});

test('a percentile is the least value that so many do not exceed', () => {
  const counted = [
    { value: 10, count: 1 },
    { value: 3, count: 98 },
    { value: 700, count: 1 },
  ];
  expect([50, 98, 99, 100].map((part) => percentile(counted, part))).toEqual([3, 3, 10, 700]);
  expect(percentile([], 50)).toBeNull();
});

test('a day is complete without a gap, and a missing minute is downtime', () => {
  const first = { day: TODAY - 2, firstMs: NOW - 2 * DAY_MS, lastMs: 0, up: 120, troubled: 0 };
  const today = { day: TODAY, firstMs: NOW - 22 * HOUR_MS, lastMs: 0, up: 1_300, troubled: 7 };
  expect(upDays([first, today], first, millis(NOW))).toEqual([
    // Two hours of its first evening.
    { day: TODAY - 2, minutes: 120, up: 120, troubled: 0 },
    { day: TODAY - 1, minutes: 1_440, up: 0, troubled: 0 },
    { day: TODAY, minutes: 1_320, up: 1_300, troubled: 7 },
  ]);
});

describe.each(testDatabases)('the fairness board on $name', ({ open }) => {
  let store: TestDatabase;
  let http: FastifyInstance;
  let asks: Asks<typeof calls & typeof staff>;
  let now: Millis = millis(NOW);
  let health: Health;
  /** What the product tells, by day. */
  let nets: Map<number, readonly (readonly [player: number, net: string])[]>;
  let payouts: { paidMs: number[]; rejected: number };
  let oldest: number | undefined;
  let board: ReturnType<typeof createBoard>;
  let feeds: Feeds = () => [];

  const source: FairnessSource = {
    product: 'BINARY',
    nameKo: '바이너리',
    nameEn: 'Binary',
    accountNets: async (_, { from }) =>
      (nets.get(koreanDate(from)) ?? []).map(([player, net]) => ({
        player: playerId(player),
        currency: player % 2 === 0 ? 'USDT' : 'KRW',
        net,
      })),
    takes: async () => [{ currency: 'KRW', turnover: '1000000', taken: '26100', promised: '25000' }],
    rounds: async (_, { site, from }) => ({
      rounds: 640,
      tied: 3,
      voidedCount: koreanDate(from) === TODAY && site === SITE ? 1 : 0,
      voided:
        koreanDate(from) === TODAY && site === SITE
          ? [
              {
                round: 12_345,
                nameKo: '비트코인',
                nameEn: 'Bitcoin',
                type: 'B1',
                number: 1_279,
                closedAt: from + HOUR_MS,
                reason: 'STAFF',
                text: '시세가 끊겼습니다',
              },
            ]
          : [],
    }),
    payouts: async (_, { from }) => (koreanDate(from) === TODAY ? payouts : { paidMs: [], rejected: 0 }),
    oldestPayout: async () => oldest,
  };
  const sources = [source];
  const rates = {
    quotesAt: async () => (currency: string) =>
      currency === 'USDT' ? { rate: rate('1400'), source: 'TEST', at: now } : undefined,
  };

  beforeAll(async () => {
    store = await open();
    const { database } = store;
    await database.transaction((tx) =>
      tx.query(
        `insert into site (code, name, used_coins, binary_currency, type)
         values ('one', 'One', 'BINARY', 'KRW', '101111'), ('two', 'Two', 'BINARY', 'KRW', '101111')`,
      ),
    );
    board = createBoard({ shard: 0, database, sources, health: () => health });
    http = await openTestHttp({
      routes: [
        ...fairnessRoutes({ database, board, feeds: (at) => feeds(at), isPractice: () => true }),
        ...changeRoutes(database),
      ],
      siteOf: (_host, id = 1): SiteId => siteId(id),
      clock: () => now,
    });
    asks = asksOf(http);
  });
  afterAll(async () => {
    await http.close();
    await store.drop();
  });
  beforeEach(async () => {
    now = millis(NOW);
    health = { desk: 'OPEN', behind: 0, instruments: 10, stopped: 0 };
    nets = new Map();
    payouts = { paidMs: [], rejected: 0 };
    oldest = undefined;
    board.forget();
    await store.database.transaction(async (tx) => {
      for (const table of TABLES) await tx.query(`delete from fairness_${table}`);
    });
  });

  const read = async (query = '') =>
    (await asks.get(`/api/fairness/board?${query}` as '/api/fairness/board')).body;
  const count = () => countDays({ database: store.database, sources, instruments: [], rates }, SITE, now);
  const many = (of: number, net: string, from = 1) =>
    Array.from({ length: of }, (_, index) => [from + 2 * index, net] as const);

  test('says nothing before anything is known', async () => {
    const empty = await read();
    expect(empty).toMatchObject({
      isPractice: true,
      state: 'GOOD',
      upShare: null,
      rounds: 0,
      refusedShare: { UP: null, DOWN: null },
      fill: { medianMs: null, p99Ms: null },
      products: [{ product: 'BINARY', winningShare: null, takenShare: null }],
    });
    expect(empty.up).toHaveLength(60);
    expect(empty.up.every((day) => day === null)).toBe(true);
  });

  test('counts accounts over ninety days by what is left after fees', async () => {
    // Eleven that lose yesterday; five of them win more today, two in another currency lose in won.
    nets.set(TODAY - 1, [...many(11, '-1000'), [2, '-1'], [4, '0.5']]);
    nets.set(TODAY, many(5, '1001'));
    now = millis(NOW + DAY_MS);
    await count();
    const { products } = await read();
    expect(products[0]).toMatchObject({ winningShare: '46.15', takenShare: '2.61', promisedShare: '2.50' });
    // Counting again changes nothing.
    await count();
    board.forget();
    expect((await read()).products).toEqual(products);
  });

  test('shows nothing of fewer accounts than ten', async () => {
    nets.set(TODAY - 1, many(LEAST_ACCOUNTS - 1, '5'));
    await count();
    expect((await read()).products[0]).toMatchObject({ winningShare: null, takenShare: null });
    const { body } = await asks.get('/api/fairness/data');
    for (const day of body.days) expect(day).toMatchObject({ accounts: null, winners: null, taken: null });
    expect(JSON.stringify(body)).not.toMatch(/player/i);
  });

  test('counts withdrawals, and names voided rounds', async () => {
    payouts = {
      paidMs: [...Array<number>(95).fill(9 * MINUTE_MS), ...Array<number>(3).fill(24 * MINUTE_MS)],
      rejected: 2,
    };
    await count();
    const shown = await read();
    expect(shown.payout).toEqual({ medianMinutes: 9, p95Minutes: 9, rejectedShare: '2.00' });
    expect(shown.voided).toMatchObject([{ nameKo: '비트코인', number: 1_279, text: '시세가 끊겼습니다' }]);
    expect(shown.voidedRounds).toBe(1);
    // Twenty-eight days and today.
    expect(shown.rounds).toBe(29 * 640);
    expect((await read('siteInfoId=2')).rounds).toBe(0);
  });

  test('counts orders by side as their calls answered', async () => {
    let took = 0;
    let steady = 0;
    const counts = createOrderCounts({
      sources: [
        {
          product: 'X',
          nameKo: '',
          nameEn: '',
          orders: {
            '/api/x': (body: { side: 'UP' | 'DOWN' }) => ({ ...body, product: 'X', isFilledAtOnce: true }),
          },
        },
      ],
      steadyMs: () => steady,
    });
    const call = { method: 'POST', path: '/api/x' };
    const answers: unknown[] = [];
    const route = counts.rule({
      call: call as never,
      async handle() {
        steady += took;
        return answers.shift() as never;
      },
    });
    const send = async (side: string, answer: unknown, ms: number) => {
      took = ms;
      answers.push(answer);
      await route.handle({ site: SITE, now, body: { side } } as never);
    };
    for (let n = 0; n < 198; n += 1) await send('UP', { ok: true }, 42);
    await send('UP', { ok: true }, 309);
    await send('UP', { ok: false, refusal: 'NO_FRESH_PRICE' }, 5_000);
    await send('DOWN', { ok: true }, 40);
    // A key that was used for something else says nothing about the order.
    await send('DOWN', { ok: false, refusal: 'KEY_REUSED' }, 1);
    const counted = counts.take();
    expect(counts.take()).toEqual({ orders: [], speeds: [] });
    counts.putBack(counted);
    await store.database.transaction((tx) => addCounted(tx, counts.take()));
    await store.database.transaction((tx) => addCounted(tx, { ...counted, orders: [] }));
    const shown = await read();
    expect(shown.refusedShare).toEqual({ UP: '0.50', DOWN: '0.00' });
    expect(shown.fill).toEqual({ medianMs: 42, p99Ms: 42 });
    expect(counts.rule({ call: { method: 'GET', path: '/api/x' } } as never).call.method).toBe('GET');
  });

  test('everybody can compute the figures again from the download', async () => {
    nets.set(TODAY - 1, [...many(12, '-1000'), ...many(9, '77', 101)]);
    payouts = { paidMs: [MINUTE_MS, 7 * MINUTE_MS], rejected: 1 };
    await count();
    const pulse = createPulse({ shard: 0, ...store, sites: () => [SITE], health: () => health });
    await pulse.beat(millis(NOW - 3 * MINUTE_MS));
    await pulse.beat(millis(NOW - MINUTE_MS));
    board.forget();
    const { body } = await asks.get('/api/fairness/data');
    const shown = await read();
    const figures = fairnessFigures(body as unknown as FairnessRows);
    expect(shown).toMatchObject({ ...figures, products: [...figures.products] });
    expect(shown.upShare).toBe('66.67');
    expect(figures.products[0]?.winningShare).toBe('42.86');
    expect(body.method.ko.length).toBe(body.method.en.length);
  });

  test('a gap between two processes is an incident of every site, and no minute counts twice', async () => {
    const run = () =>
      createPulse({ shard: 0, ...store, sites: () => [SITE, siteId(2)], health: () => health });
    const first = run();
    for (const second of [0, 20, 40, 60, 80]) await first.beat(millis(NOW + second * 1_000));
    // A quick restart is none.
    await run().beat(millis(NOW + 3 * MINUTE_MS));
    now = millis(NOW + 29 * MINUTE_MS);
    await run().beat(now);
    now = millis(NOW + 30 * MINUTE_MS);
    const shown = await read();
    expect(shown.incidents).toMatchObject([
      {
        kind: 'UNREACHABLE',
        isDetected: true,
        startedMillis: NOW + 4 * MINUTE_MS,
        endedMillis: NOW + 29 * MINUTE_MS,
      },
    ]);
    expect((await read('siteInfoId=2')).incidents).toHaveLength(1);
    expect(shown.up.at(-1)).toMatchObject({ minutes: 30, up: 4 });
  });

  test('missing prices are an incident after three minutes, until they are back', async () => {
    const pulse = createPulse({ shard: 0, ...store, sites: () => [SITE], health: () => health });
    health = { ...health, stopped: 6 };
    for (const minute of [0, 1, 2, 3, 4]) await pulse.beat(millis(NOW + minute * MINUTE_MS));
    now = millis(NOW + 5 * MINUTE_MS);
    expect(await read()).toMatchObject({
      state: 'DOWN',
      parts: [{ part: 'DESK', state: 'GOOD' }, { part: 'PRICES', state: 'DOWN' }, {}, {}],
      incidents: [{ kind: 'PRICES', startedMillis: NOW, endedMillis: null }],
    });
    health = { ...health, stopped: 1 };
    await pulse.beat(now);
    board.forget();
    expect(await read()).toMatchObject({ state: 'LIMITED', incidents: [{ endedMillis: now }] });
    expect((await read()).up.at(-1)).toMatchObject({ troubled: 5 });
  });

  test('a withdrawal that waits for more than an hour is shown', async () => {
    oldest = NOW - 61 * MINUTE_MS;
    expect((await read()).parts.at(-1)).toEqual({ part: 'PAYOUTS', state: 'LIMITED' });
  });

  const opening = { kind: 'SLOW', startedMillis: NOW - HOUR_MS, textKo: '주문이 늦게 체결되었습니다.' };

  test('the status page says how fresh every price is, to anybody', async () => {
    const instruments = ['A', 'B', 'C', 'D'].map((code) => ({ code, koName: code, enName: code }) as never);
    feeds = createFeeds({
      instruments,
      prices: {
        latest: (stock) => (stock === 'D' ? undefined : ({ ts: millis(NOW - 1_500) } as never)),
        condition: (stock) => (stock === 'A' ? 'OPEN' : stock === 'B' ? 'CLOSED' : 'STALE'),
      },
    });
    const { body } = await asks.get('/api/fairness/status');
    expect(body.feeds.map(({ stock, state, ageMillis }) => [stock, state, ageMillis])).toEqual([
      ['A', 'GOOD', 1_500],
      ['B', 'CLOSED', 1_500],
      ['C', 'LIMITED', 1_500],
      ['D', 'DOWN', null],
    ]);
    const { state, parts, up, upShare, checkedMillis } = await read();
    expect(body).toMatchObject({ state, parts, up, upShare, checkedMillis, isPractice: true });
    feeds = () => [];
  });

  test('staff write incidents, and every change is in the history', async () => {
    const { body: opened } = await asks.post('/api/office/fairness/incident/open', opening, STAFF);
    const change = {
      incidentId: opened.id,
      textKo: '주문 38건 보상',
      endedMillis: NOW - HOUR_MS + 4 * MINUTE_MS,
    };
    const ended = await asks.post('/api/office/fairness/incident/write', change, STAFF);
    expect(ended).toMatchObject({ status: 200, body: { textKo: '주문 38건 보상', isDetected: false } });
    expect((await read()).incidents).toMatchObject([{ id: opened.id, endedMillis: change.endedMillis }]);
    const status = (await asks.get('/api/fairness/status')).body;
    expect(status.incidents).toEqual([{ ...(await read()).incidents[0], updatedMillis: now }]);
    const { body } = await asks.get('/api/office/change/list?area=FAIRNESS', STAFF);
    expect(body.content.slice(0, 2).map(({ subject, staff: by }) => [subject, by])).toEqual([
      [`incident ${opened.id}`, STAFF.id],
      [`incident ${opened.id}`, STAFF.id],
    ]);
    const list = await asks.get('/api/office/fairness/incident/list?size=1', STAFF);
    expect(list.body.content).toHaveLength(1);
    const older = `/api/office/fairness/incident/list?before=${opened.id}` as const;
    expect((await asks.get(older as '/api/office/fairness/incident/list', STAFF)).body.content).toEqual([]);
  });

  test('nobody changes when a detected incident was, or one of another site', async () => {
    const run = () =>
      createPulse({ shard: 0, ...store, sites: () => [siteId(2), SITE], health: () => health });
    await run().beat(millis(NOW - HOUR_MS));
    await run().beat(now);
    const { content } = (await asks.get('/api/office/fairness/incident/list', STAFF)).body;
    const write = (body: object) => asks.post('/api/office/fairness/incident/write', body, STAFF);
    const mine = { incidentId: content[0].id, textKo: '서버를 고쳤습니다.' };
    expect((await write({ ...mine, endedMillis: NOW - 50 * MINUTE_MS })).body.code).toBe('INCIDENT_DETECTED');
    expect((await write(mine)).body).toMatchObject({ textKo: '서버를 고쳤습니다.', endedMillis: NOW });
    const foreign = { ...mine, incidentId: content[0].id - 1 };
    expect((await write(foreign)).body.code).toBe('INCIDENT_NOT_FOUND');
  });

  test('only staff write, and nothing impossible', async () => {
    for (const by of [undefined, OWNER, PARTNER])
      expect((await asks.post('/api/office/fairness/incident/open', opening, by)).status).toBe(
        by ? 403 : 401,
      );
    for (const startedMillis of [NOW + 1, NOW - 91 * DAY_MS]) {
      const answer = await asks.post(
        '/api/office/fairness/incident/open',
        { ...opening, startedMillis },
        STAFF,
      );
      expect(answer.body.code).toBe('INCIDENT_TIME_INVALID');
    }
    const { body } = await asks.post('/api/office/fairness/incident/open', opening, STAFF);
    const early = { incidentId: body.id, textKo: '끝', endedMillis: NOW - 2 * HOUR_MS };
    expect(
      (await asks.post('/api/office/fairness/incident/write', { ...early, textKo: '끝났습니다' }, STAFF)).body
        .code,
    ).toBe('INCIDENT_TIME_INVALID');
    for (let n = 0; n < 29; n += 1) await asks.post('/api/office/fairness/incident/open', opening, STAFF);
    const more = await asks.post('/api/office/fairness/incident/open', opening, STAFF);
    expect(more.body.code).toBe('INCIDENTS_FULL');
  });
});
