import { DAY_MS, HOUR_MS, MINUTE_MS, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFreshEmbedded, type TestDatabase } from '../db/testing.ts';
import { NOON } from './testing.ts';
import { openTestMarket, type TestMarket } from './testing-market.ts';

let opened: TestDatabase;
let world: TestMarket;
beforeAll(async () => {
  opened = await openFreshEmbedded();
});
afterAll(() => opened.drop());
beforeEach(async () => {
  world = await openTestMarket(opened.database);
});
afterEach(() => world.close());

describe('a chart', () => {
  test('is full on the first day', async () => {
    for (const period of ['1s', '1m', '1h']) {
      const { status, body } = await world.get('/api/stock/chart', { stock: 'BTCUSDT', period, isFirst: 1 });
      expect(status).toBe(200);
      expect(body).toHaveLength(500);
    }
    const days = await world.get('/api/stock/chart', { stock: 'HSI', period: '1d', isFirst: 'true' });
    expect(days.body.length).toBeGreaterThan(300);
  });

  test('continues from the past into the record and the running candle without a gap', async () => {
    await world.live(12);
    const { body } = await world.get('/api/stock/chart', {
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
      await world.close();
      world = await openTestMarket(opened.database, { hasPast: false });
      await world.live(3);
      const { body } = await world.get('/api/stock/chart', {
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
    const { status, body } = await world.get('/api/stock/chart', {
      stock: 'BTCUSDT',
      period: '1m',
      beginMillis: NOON - 4 * DAY_MS,
      endMillis: NOON,
    });
    expect([status, body.length]).toEqual([200, 1_500]);
    expect(body.at(-1).time).toBe(NOON - MINUTE_MS);
  });

  test('can be paged back', async () => {
    const first = await world.get('/api/stock/chart_page', { stock: 'BTCUSDT', period: '1m' });
    expect(first.body.candles).toHaveLength(500);
    const endMillis = first.body.previousEndMillis;
    const second = await world.get('/api/stock/chart_page', { stock: 'BTCUSDT', period: '1m', endMillis });
    expect(second.body.candles.at(-1).time).toBe(endMillis - MINUTE_MS);
  });

  test('of a closed market shows its last session', async () => {
    await world.close();
    world = await openTestMarket(opened.database, { at: millis(Date.parse('2026-11-15T12:00:00+09:00')) });
    for (const period of ['1s', '1m']) {
      const { body } = await world.get('/api/stock/chart', { stock: 'HSI', period, isFirst: 1 });
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
    const answer = await world.get('/api/stock/chart', query);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(/[가-힣]/);
  });

  test('caps a window of fifty years', async () => {
    const { status, body } = await world.get('/api/stock/chart', {
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
    await world.live(3);
    await world.market.recorder.flush();
    const all: number[] = [];
    for (const page of [0, 1, 2, 3]) {
      const { status, body } = await world.get('/api/stock/raw_data', {
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

  test('are cut to the requested instants', async () => {
    await world.live(3);
    const { body } = await world.get('/api/stock/raw_data', {
      stock: 'BTCUSDT',
      startDate: NOON + 30_000,
      endDate: new Date(NOON + 90_000).toISOString(),
    });
    expect(body.totalElements).toBe(6);
    const at = NOON + 30_000;
    expect(body.content[0]).toMatchObject({ time: at, receivedMillis: at, sourceIndexPrice: null });
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
    const answer = await world.get('/api/stock/raw_data', { stock: 'BTCUSDT', ...query } as never);
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'INVALID_REQUEST', field]);
  });
});

describe('the last price', () => {
  test('is the newest, or that of so many seconds ago', async () => {
    await world.live(1);
    world.time.set(NOON + MINUTE_MS);
    const at = async (second: number) =>
      (await world.get('/api/stock/last_price', { stock: 'BTCUSDT', second })).body.price;
    expect([await at(0), await at(15), await at(20), await at(90)]).toEqual([
      '100050',
      '100040',
      '100040',
      '99970',
    ]);
  });
  test.each([-1, 'x', 1e20, 86_401, 0.5])('refuses %s seconds', async (second) => {
    expect((await world.get('/api/stock/last_price', { stock: 'BTCUSDT', second })).status).toBe(400);
  });
  test('of an instrument without one is not found', async () => {
    expect((await world.get('/api/stock/last_price', { stock: 'HSI' })).status).toBe(404);
  });
});
