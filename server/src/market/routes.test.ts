import { openApi } from '@maru/contract/openapi';
import { price } from '@maru/engine/amount';
import type { Tick } from '@maru/engine/market/tick';
import { isOpen } from '@maru/engine/market/trading-hours';
import type { SiteId } from '@maru/engine/purse';
import { DAY_MS, HOUR_MS, MINUTE_MS, millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openMemory, type TestDatabase } from '../db/testing.ts';
import { createHttp } from '../http/http.ts';
import { createMarket, type Market } from './market.ts';
import { mountPush } from './mount-push.ts';
import type { Published } from './price-topics.ts';
import { bitcoin, createTestTime, hangSeng, kospi, NOON, risingPast, silentLog, tickOf } from './testing.ts';

const instruments = [bitcoin, hangSeng, kospi];
let opened: TestDatabase;
let time: ReturnType<typeof createTestTime>;
let market: Market;
let http: FastifyInstance | undefined;
let latest: Map<string, Tick>;
let say: (...ticks: Tick[]) => void;
let published: Published[];
let pushed: unknown[];

beforeAll(async () => {
  opened = await openMemory();
});
afterAll(() => opened.drop());

async function begin({ hasPast = true, at = NOON } = {}): Promise<void> {
  await end();
  time = createTestTime(at);
  latest = new Map();
  published = [];
  pushed = [];
  const listeners = new Set<(tick: Tick) => void>();
  say = (...ticks) => {
    for (const tick of ticks) {
      latest.set(tick.stock, tick);
      for (const listen of listeners) listen(tick);
    }
  };
  market = createMarket({
    database: opened.database,
    instruments,
    prices: {
      latest: (stock) => latest.get(stock),
      condition: (stock, now) => {
        const instrument = instruments.find(({ code }) => code === stock);
        if (!instrument || !isOpen(instrument.hours, now)) return 'CLOSED';
        return latest.has(stock) ? 'OPEN' : 'STALE';
      },
    },
    past: hasPast ? risingPast : undefined,
    depth: (_stock, now) => ({
      at: now,
      bids: [{ price: price('99999.9'), qty: price('1.5') as never }],
      asks: [{ price: price('100000'), qty: price('2') as never }],
    }),
    onLiveTick: (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    onLateTick: () => () => undefined,
    publish: (each) => published.push(each),
    time,
    log: silentLog,
  });
  await market.start();
  http = await createHttp({
    routes: market.routes,
    authenticate: async () => undefined,
    siteOf: () => 1 as SiteId,
    clock: time.clock,
    log: silentLog,
    paces: 'OFF',
    checkReplies: true,
    health: () => ({ ready: true }),
    metrics: () => '',
    beforeRouting: (app) =>
      mountPush(
        app,
        {
          accept: (request) => {
            if (request.authorization !== 'Bearer right') return { ok: false, refusal: 'LOGIN_REQUIRED' };
            pushed.push(request.body);
            return { ok: true, reply: { accepted: 1 } };
          },
        },
        time.clock,
      ),
  });
}
beforeEach(() => begin());
afterEach(end);

async function end(): Promise<void> {
  if (!http) return;
  await http.close();
  await market.stop();
  await opened.database.transaction(async (tx) => {
    for (const table of ['tick_minute', 'tick_part', 'tick_head', 'candle'])
      await tx.query(`delete from ${table}`);
  });
  http = undefined;
}

async function get(path: string, query: Record<string, string | number> = {}) {
  const text = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) text.set(key, String(value));
  const response = await http!.inject({ url: `${path}?${text}` });
  return { status: response.statusCode, body: response.json() };
}
/** Minutes of ticks, one each ten seconds, sealed as time goes on. */
async function live(minutes: number, from: number = NOON): Promise<void> {
  for (let at = from; at < from + minutes * MINUTE_MS; at += 10_000) {
    time.set(at);
    say(tickOf(`${100_000 + (at - NOON) / 1_000}`, at));
    await market.recorder.flush();
  }
}

describe('a chart', () => {
  test('is full on the first day', async () => {
    for (const period of ['1s', '1m', '1h']) {
      const { status, body } = await get('/api/stock/chart', { stock: 'BTCUSDT', period, isFirst: 1 });
      expect(status).toBe(200);
      expect(body).toHaveLength(500);
    }
    const days = await get('/api/stock/chart', { stock: 'HSI', period: '1d', isFirst: 'true' });
    expect(days.body.length).toBeGreaterThan(300);
  });

  test('goes from the past into the record and the running candle without a seam', async () => {
    await live(12);
    const { body } = await get('/api/stock/chart', {
      stock: 'BTCUSDT',
      period: '5m',
      beginMillis: NOON - 10 * MINUTE_MS,
      endMillis: NOON + 20 * MINUTE_MS,
    });
    expect(body.map((each: { time: number }) => (each.time - NOON) / MINUTE_MS)).toEqual([-10, -5, 0, 5, 10]);
    expect(body.map((each: { open: string }) => each.open)).toEqual([
      '99400',
      '99700',
      '100000',
      '100300',
      '100600',
    ]);
    expect(body[3]).toMatchObject({ high: '100590', low: '100300', close: '100590', volume: 30 });
    expect(body[4]).toMatchObject({ close: '100710', volume: 12 });
  });

  test.each(['1s', '1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '1d'])(
    'of %s never counts a tick twice, sealed or not',
    async (period) => {
      await begin({ hasPast: false });
      await live(3);
      const { body } = await get('/api/stock/chart', {
        stock: 'BTCUSDT',
        period,
        beginMillis: NOON - 2 * DAY_MS,
        endMillis: NOON + HOUR_MS,
      });
      const sum = body.reduce((total: number, each: { volume: number }) => total + each.volume, 0);
      expect(sum).toBe(18);
      expect(body.at(-1).close).toBe('100170');
    },
  );

  test('has at most 1,500 candles, the newest', async () => {
    const { status, body } = await get('/api/stock/chart', {
      stock: 'BTCUSDT',
      period: '1m',
      beginMillis: NOON - 4 * DAY_MS,
      endMillis: NOON,
    });
    expect([status, body.length]).toEqual([200, 1_500]);
    expect(body.at(-1).time).toBe(NOON - MINUTE_MS);
  });

  test('can be paged back', async () => {
    const first = await get('/api/stock/chart_page', { stock: 'BTCUSDT', period: '1m' });
    expect(first.body.candles).toHaveLength(500);
    const endMillis = first.body.previousEndMillis;
    const second = await get('/api/stock/chart_page', { stock: 'BTCUSDT', period: '1m', endMillis });
    expect(second.body.candles.at(-1).time).toBe(endMillis - MINUTE_MS);
  });

  test('of a market that rests shows its last session', async () => {
    await begin({ at: millis(Date.parse('2026-11-15T12:00:00+09:00')) });
    for (const period of ['1s', '1m']) {
      const { body } = await get('/api/stock/chart', { stock: 'HSI', period, isFirst: 1 });
      expect(body.length).toBeGreaterThan(200);
      expect(body.at(-1).time).toBe(
        Date.parse('2026-11-13T17:30:00+09:00') - { '1s': 1_000, '1m': 60_000 }[period]!,
      );
    }
  });

  test.each<[string, Record<string, string | number>, number]>([
    ['a path for a stock', { stock: '../../etc', period: '1m' }, 400],
    ['a pattern for a stock', { stock: 'KEY*', period: '1m' }, 400],
    ['a kilobyte for a stock', { stock: 'A'.repeat(1_024), period: '1m' }, 400],
    ['a stock that nobody lists', { stock: 'NOPE', period: '1m' }, 404],
    ['no stock', { period: '1m' }, 400],
    ['an unknown period', { stock: 'BTCUSDT', period: '7m' }, 400],
    ['a beginning after the end', { stock: 'BTCUSDT', beginMillis: 2, endMillis: 1 }, 400],
    ['text for a time', { stock: 'BTCUSDT', beginMillis: 'yesterday' }, 400],
    ['a time beyond reason', { stock: 'BTCUSDT', beginMillis: '100000000000000000000' }, 400],
    ['a negative time', { stock: 'BTCUSDT', beginMillis: -1 }, 400],
    ['no yes or no', { stock: 'BTCUSDT', isFirst: 'maybe' }, 400],
    ['a foreign spelling of a site', { stock: 'BTCUSDT', siteInfoId: '１' }, 400],
  ])('refuses %s', async (_what, query, status) => {
    const answer = await get('/api/stock/chart', query);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(/[가-힣]/);
  });

  test('caps a window of fifty years', async () => {
    const { status, body } = await get('/api/stock/chart', {
      stock: 'BTCUSDT',
      period: '1h',
      beginMillis: 0,
      endMillis: NOON,
    });
    expect([status, body.length]).toEqual([200, 1_500]);
  });
});

describe('recorded ticks', () => {
  const range = { startDate: '2026-11-12', endDate: '2026-11-12' };

  test('come in pages, across sealed minutes and the open one', async () => {
    await live(3);
    await market.recorder.flush();
    const all: number[] = [];
    for (const page of [0, 1, 2, 3]) {
      const { status, body } = await get('/api/stock/raw_data', {
        stock: 'BTCUSDT',
        ...range,
        page,
        size: 5,
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ page, size: 5, totalElements: 18, totalPages: 4 });
      all.push(...body.content.map((each: { time: number }) => each.time));
    }
    expect(all).toEqual(Array.from({ length: 18 }, (_, i) => NOON + i * 10_000));
  });

  test('are cut to the instants asked for', async () => {
    await live(3);
    const { body } = await get('/api/stock/raw_data', {
      stock: 'BTCUSDT',
      startDate: NOON + 30_000,
      endDate: new Date(NOON + 90_000).toISOString(),
    });
    expect(body.totalElements).toBe(6);
    expect(body.content[0].time).toBe(NOON + 30_000);
    expect(body.content.at(-1).time).toBe(NOON + 80_000);
  });

  test.each([
    ['size', { ...range, size: 1_000_000 }],
    ['size', { ...range, size: 0 }],
    ['page', { ...range, page: -1 }],
    ['startDate', { startDate: '2026-11-13', endDate: '2026-11-11' }],
    ['startDate', { startDate: '2026-02-30', endDate: '2026-03-01' }],
    ['startDate', { startDate: '0000-00-00', endDate: '2026-03-01' }],
    ['startDate', { startDate: '2026-11-12T10:00:00', endDate: '2026-11-12' }],
    ['endDate', { startDate: '2016-11-12', endDate: '2026-11-12' }],
    ['endDate', { startDate: '2026-11-12' }],
  ])('are refused for a wrong %s: %j', async (field, query) => {
    const answer = await get('/api/stock/raw_data', { stock: 'BTCUSDT', ...query } as never);
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'INVALID_REQUEST', field]);
  });
});

describe('values by key', () => {
  test('are the book, the day and the prices of all', async () => {
    say(tickOf('100010', NOON + 1));
    expect((await get('/api/stock/key_value', { key: 'ORDERBOOK_BTCUSDT' })).body).toEqual({
      stock: 'BTCUSDT',
      time: NOON,
      bids: [['99999.9', '1.5']],
      asks: [['100000', '2']],
    });
    expect((await get('/api/stock/key_value', { key: 'OHLC_BTCUSDT' })).body).toMatchObject({
      stock: 'BTCUSDT',
      time: NOON - 12 * HOUR_MS,
      close: '100010',
    });
    const { body } = await get('/api/stock/key_value', { key: 'FUTURES_INFO' });
    expect(Object.keys(body)).toEqual(['BTCUSDT']);
  });

  test.each([
    'SECRET_KEY',
    'ORDERBOOK_',
    'ORDERBOOK_../etc',
    'OHLC_*',
    'orderbook_BTCUSDT',
    '__proto__',
    'FUTURES_INFO2',
    'x'.repeat(1_024),
  ])('are nothing else: %s', async (key) => {
    expect((await get('/api/stock/key_value', { key })).status).toBe(400);
  });
});

describe('the last price', () => {
  test('is the newest, or that of so many seconds ago', async () => {
    await live(1);
    time.set(NOON + MINUTE_MS);
    const at = async (second: number) =>
      (await get('/api/stock/last_price', { stock: 'BTCUSDT', second })).body.price;
    expect([await at(0), await at(15), await at(20), await at(90)]).toEqual([
      '100050',
      '100040',
      '100040',
      '99970',
    ]);
  });
  test.each([-1, 'x', 1e20, 86_401, 0.5])('refuses %s seconds', async (second) => {
    expect((await get('/api/stock/last_price', { stock: 'BTCUSDT', second })).status).toBe(400);
  });
  test('of an instrument without one is not found', async () => {
    expect((await get('/api/stock/last_price', { stock: 'HSI' })).status).toBe(404);
  });
});

describe('lists of instruments', () => {
  test('small charts and statistics come for up to fifty', async () => {
    say(tickOf('100010', NOON + 1), tickOf('26500', NOON + 1, { stock: 'HSI' }));
    const small = await get('/api/trade/kline_data', { stockListStrs: 'BTCUSDT,HSI', interval: '5m' });
    expect(small.body.BTCUSDT).toHaveLength(60);
    const statistics = await get('/api/trade/ticker_statistics', { stockListStrs: 'BTCUSDT,HSI' });
    expect(statistics.body[0]).toMatchObject({
      stock: 'BTCUSDT',
      lastPrice: '100010',
      prevClosePrice: '56799',
      openPrice: '56800',
      priceChange: '43211',
      priceChangePercent: 76.08,
    });
    for (const path of ['/api/trade/kline_data', '/api/trade/ticker_statistics']) {
      for (const stockListStrs of [
        '',
        ',',
        'BTCUSDT,',
        'NOPE',
        '../x',
        Array(51).fill('BTCUSDT').join(','),
      ]) {
        expect((await get(path, { stockListStrs })).status).toBe(400);
      }
    }
  });

  test('binary options are one for each instrument and type, found again by their id', async () => {
    const { body } = await get('/api/trade/option/list', { isPlay: '1', resultType: 'List' });
    expect(body.map((each: { type: string }) => each.type)).toEqual(['R.5', 'R1', 'B1']);
    for (const each of body) {
      expect((await get('/api/trade/option', { tradeOptionId: each.id })).body).toEqual(each);
    }
    expect((await get('/api/trade/option/list', { typeArray: 'R1,R5' })).body).toHaveLength(1);
    expect((await get('/api/trade/option/list', { stockPrefix: 'EBEST_' })).body).toEqual([]);
    expect((await get('/api/trade/option/list', { isPlay: '0' })).body).toEqual([]);
    expect((await get('/api/public/trade_option/site/list')).body).toEqual(body);
    for (const id of [99, 199, 30_101]) {
      expect((await get('/api/trade/option', { tradeOptionId: id })).status).toBe(404);
    }
  });

  test('futures and overseas lists show price, change and state', async () => {
    say(tickOf('57083', NOON + 1));
    const futures = await get('/api/futures/option/list', { isPlay: 1 });
    expect(futures.body).toMatchObject([
      {
        id: 1,
        stock: 'BTCUSDT',
        koName: '비트코인',
        lastPrice: '57083',
        rateChange: 0.5,
        isStop: 0,
        isRest: 0,
        isOpen: 1,
      },
    ]);
    const oversea = await get('/api/oversea/option/list', {});
    expect(oversea.body.map((each: { stock: string }) => each.stock)).toEqual(['K2', 'HSI']);
    expect(oversea.body[1]).toMatchObject({ currency: 'HKD', tickValue: '50', isStop: 1, lastPrice: null });
    expect((await get('/api/oversea/option', { overseaOptionId: 301 })).body.stock).toBe('HSI');
    expect((await get('/api/futures/option', { futuresOptionId: 301 })).status).toBe(404);
    expect((await get('/api/oversea/option/exist_option')).body).toEqual({ exist: true });
  });

  test('an instrument at rest says when it opens', async () => {
    time.set(Date.parse('2026-11-15T12:00:00+09:00'));
    expect((await get('/api/oversea/option', { overseaOptionId: 301 })).body).toMatchObject({
      isRest: 1,
      isOpen: 0,
      isStop: 0,
      nextOpenMillis: Date.parse('2026-11-16T10:15:00+09:00'),
    });
  });

  test.each(['1.5', '1 OR 1=1', '-1', '9223372036854775808', '１', ''])(
    'the id %s is refused',
    async (id) => {
      expect((await get('/api/futures/option', { futuresOptionId: id })).status).toBe(400);
    },
  );
});

test('the time of the server comes with its distance from the client', async () => {
  expect((await get('/api/server_time_offset')).body).toEqual({ serverTime: NOON, offset: 0 });
  expect((await get('/api/server_time_offset', { t: NOON - 250 })).body.offset).toBe(250);
  expect((await get('/api/server_time_offset', { t: 'now' })).status).toBe(400);
});

describe('topics', () => {
  test('carry one message in a tenth of a second, with the newest of what changed', async () => {
    say(
      tickOf('57000', NOON + 1),
      tickOf('57083', NOON + 2, { mark: price('57082.96') }),
      tickOf('26500', NOON + 3, { stock: 'HSI' }),
    );
    expect(published).toEqual([]);
    await time.wake();
    const all = published.filter(({ topic }) => topic === '/topic/futures_info');
    expect(all).toHaveLength(1);
    expect(all[0]!.body).toMatchObject({
      BTCUSDT: { lastPrice: '57083', priceChangePercent: 0.5, markPrice: '57083' },
      HSI: { lastPrice: '26500' },
    });
    expect(published.map(({ topic }) => topic)).toContain('/topic/tick/HSI');
    published.length = 0;
    await time.wake();
    expect(published).toEqual([]);
  });
});

test('a new trade date is compared with the close of the one before', async () => {
  say(tickOf('100', NOON + 1));
  const midnight = NOON + 12 * HOUR_MS;
  say(tickOf('110', midnight - 1));
  expect(market.days.change('BTCUSDT', price('110'))).not.toBe(0);
  say(tickOf('121', midnight));
  expect(market.days.of('BTCUSDT')).toMatchObject({
    opensAt: midnight,
    previousClose: price('110'),
    candle: { open: price('121'), ticks: 1 },
  });
  expect(market.days.change('BTCUSDT', price('121'))).toBe(10);
});

describe('pushed prices at the door', () => {
  const post = (headers: Record<string, string>, payload: string) =>
    http!.inject({ method: 'POST', url: '/api/feed/ticks', headers, payload });
  const json = { 'content-type': 'application/json' };
  test('are let in with the secret only', async () => {
    const accepted = await post({ ...json, authorization: 'Bearer right' }, '{"seq":1}');
    expect([accepted.statusCode, accepted.json(), pushed]).toEqual([200, { accepted: 1 }, [{ seq: 1 }]]);
    const refused = await post({ ...json, authorization: 'Bearer wrong' }, '{"seq":2}');
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'LOGIN_REQUIRED']);
    expect(refused.json().message).toMatch(/[가-힣]/);
  });
  test.each(['{', '{"a":1,"a":2}', ''])('never become a fault of ours: %s', async (payload) => {
    expect((await post({ ...json, authorization: 'Bearer wrong' }, payload)).statusCode).toBeLessThan(500);
  });
});

test('every call of the market can be described', () => {
  const described = openApi(market.routes.map(({ call }) => call)) as { paths: object };
  expect(Object.keys(described.paths)).toHaveLength(market.routes.length);
  expect(market.routes).toHaveLength(16);
});
