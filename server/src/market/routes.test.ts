import { openApi } from '@maru/contract/openapi';
import { price } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import { HOUR_MS } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFreshEmbedded, type TestDatabase } from '../db/testing.ts';
import { bitcoin, hangSeng, NOON, tickOf } from './testing.ts';
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

describe('values by key', () => {
  test('are the book, the day and the prices of all', async () => {
    world.publishTicks(tickOf('100010', NOON + 1));
    expect((await world.get('/api/stock/key_value', { key: 'ORDERBOOK_BTCUSDT' })).body).toEqual({
      stock: 'BTCUSDT',
      time: NOON,
      bids: [['99999.9', '1.5']],
      asks: [['100000', '2']],
    });
    expect((await world.get('/api/stock/key_value', { key: 'OHLC_BTCUSDT' })).body).toMatchObject({
      stock: 'BTCUSDT',
      time: NOON - 12 * HOUR_MS,
      close: '100010',
    });
    const { body } = await world.get('/api/stock/key_value', { key: 'FUTURES_INFO' });
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
    expect((await world.get('/api/stock/key_value', { key })).status).toBe(400);
  });
});

describe('lists of instruments', () => {
  test('small charts and statistics come for up to fifty', async () => {
    world.publishTicks(tickOf('100010', NOON + 1), tickOf('26500', NOON + 1, { stock: 'HSI' }));
    const small = await world.get('/api/trade/kline_data', { stockListStrs: 'BTCUSDT,HSI', interval: '5m' });
    expect(small.body.BTCUSDT).toHaveLength(60);
    const statistics = await world.get('/api/trade/ticker_statistics', { stockListStrs: 'BTCUSDT,HSI' });
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
        expect((await world.get(path, { stockListStrs })).status).toBe(400);
      }
    }
  });
});

describe('an instrument is listed', () => {
  const listed = (instrument: Instrument) => world.market.listed(instrument, world.time.clock());

  test('with its price, its change and its state', () => {
    world.publishTicks(tickOf('57083', NOON + 1));
    expect(listed(bitcoin)).toMatchObject({
      stock: 'BTCUSDT',
      koName: '비트코인',
      lastPrice: '57083',
      rateChange: 0.5,
      isStop: 0,
      isRest: 0,
      isOpen: 1,
    });
    expect(listed(hangSeng)).toMatchObject({ currency: 'HKD', isStop: 1, lastPrice: null });
  });

  test('with the time of its opening while it is closed', () => {
    world.time.set(Date.parse('2026-11-15T12:00:00+09:00'));
    expect(listed(hangSeng)).toMatchObject({
      isRest: 1,
      isOpen: 0,
      isStop: 0,
      nextOpenMillis: Date.parse('2026-11-16T10:15:00+09:00'),
    });
  });
});

test('the time of the server is sent with its offset from the client', async () => {
  expect((await world.get('/api/server_time_offset')).body).toEqual({ serverTime: NOON, offset: 0 });
  expect((await world.get('/api/server_time_offset', { t: NOON - 250 })).body.offset).toBe(250);
  expect((await world.get('/api/server_time_offset', { t: 'now' })).status).toBe(400);
});

describe('topics', () => {
  test('have the newest tick of each instrument at once, in the topic of all and in its own', () => {
    world.publishTicks(
      tickOf('57000', NOON + 1),
      tickOf('57083', NOON + 2, { mark: price('57082.96'), sourceIndex: price('57080.44') }),
      tickOf('26500', NOON + 3, { stock: 'HSI' }),
    );
    expect(world.topic('/topic/futures_info')).toEqual({
      BTCUSDT: {
        ...{ lastPrice: '57083', priceChangePercent: 0.5, markPrice: '57083' },
        ...{ indexPrice: '57080.4', fundingRate: '0.0002', nextFundingMillis: NOON + 5 * HOUR_MS },
      },
      HSI: { lastPrice: '26500', priceChangePercent: expect.any(Number), markPrice: '26500' },
    });
    expect(world.topic('/topic/tick/BTCUSDT')).toMatchObject({
      BTCUSDT: { stock: 'BTCUSDT', lastPrice: '57083', time: NOON + 2 },
    });
    expect(world.topic('/topic/tick/HSI')).toMatchObject({ HSI: { lastPrice: '26500', bid: '26500' } });
  });
});

test('a new trade date is compared with the close of the one before', async () => {
  world.publishTicks(tickOf('100', NOON + 1));
  const midnight = NOON + 12 * HOUR_MS;
  world.publishTicks(tickOf('110', midnight - 1));
  expect(world.market.days.change('BTCUSDT', price('110'))).not.toBe(0);
  world.publishTicks(tickOf('121', midnight));
  expect(world.market.days.of('BTCUSDT')).toMatchObject({
    previousClose: price('110'),
    candle: { start: midnight, open: price('121'), ticks: 1 },
  });
  expect(world.market.days.change('BTCUSDT', price('121'))).toBe(10);
});

describe('pushed prices over HTTP', () => {
  const post = (headers: Record<string, string>, payload: string) =>
    world.http.inject({ method: 'POST', url: '/api/feed/ticks', headers, payload });
  const json = { 'content-type': 'application/json' };
  test('are accepted with the secret only', async () => {
    const accepted = await post({ ...json, authorization: 'Bearer right' }, '{"seq":1}');
    expect([accepted.statusCode, accepted.json(), world.pushed]).toEqual([
      200,
      { accepted: 1 },
      [{ seq: 1 }],
    ]);
    const refused = await post({ ...json, authorization: 'Bearer wrong' }, '{"seq":2}');
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'LOGIN_REQUIRED']);
    expect(refused.json().message).toMatch(/[가-힣]/);
  });
  test('without the secret are refused before their body is read, and another method gets the allowed one', async () => {
    const long = JSON.stringify({ a: 'x'.repeat(1_000_000) });
    expect((await post({ ...json, authorization: 'Bearer wrong' }, long)).statusCode).toBe(401);
    expect((await post({ ...json, authorization: 'Bearer right' }, long)).statusCode).toBe(413);
    const read = await world.http.inject({ url: '/api/feed/ticks' });
    expect([read.statusCode, read.headers['allow']]).toEqual([405, 'POST']);
  });
  test.each(['{', '{"a":1,"a":2}', ''])('never become an error of the server: %s', async (payload) => {
    expect((await post({ ...json, authorization: 'Bearer wrong' }, payload)).statusCode).toBeLessThan(500);
  });
});

test('every call of the market has a description', () => {
  const described = openApi(
    world.market.routes.map(({ call }) => call),
    '1.2.3',
  ) as { paths: object };
  expect(Object.keys(described.paths)).toHaveLength(world.market.routes.length);
  expect(world.market.routes).toHaveLength(8);
});
