import type * as calls from '@maru/contract/rates/calls';
import { price, rate, toDecimal } from '@maru/engine/amount';
import type { Tick } from '@maru/engine/market/tick';
import { exchangeRate } from '@maru/engine/rates/exchange-rate';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabases } from '../db/testing.ts';
import { type BodyAt, openTestHttp } from '../http/testing.ts';
import { silentLog } from '../log/log.ts';
import { bitcoin, hangSeng } from '../market/testing.ts';
import type { Site } from '../site/sites.ts';
import { createRates, type Rates } from './rates.ts';
import { rateRoutes } from './routes.ts';

const NOON = millis(Date.parse('2026-11-17T12:00:00+09:00'));

describe.each(testDatabases)('exchange rates on $name', ({ open }) => {
  let opened: TestDatabase;
  let rates: Rates;
  let now: Millis;
  let won: string | undefined;
  let mark: string | undefined;
  let http: Awaited<ReturnType<typeof openTestHttp>>;
  let binaryCurrency: string;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.drop());
  beforeEach(async () => {
    await emptyDatabase(opened);
    [now, won, mark, binaryCurrency] = [NOON, '1385.5', '90000', 'KRW'];
    const tick = (stock: string): Tick | undefined =>
      mark === undefined
        ? undefined
        : ({ stock, ts: now, recvTs: now, last: price('1'), mark: price(mark) } as Tick);
    rates = createRates({
      database: opened.database,
      instruments: [bitcoin, hangSeng],
      prices: { usable: (stock) => (stock === 'BTCUSDT' ? tick(stock) : undefined) },
      won: {
        async quote(at) {
          if (won === undefined) throw new Error('the source does not answer');
          return { rate: rate(won), source: 'SIMULATED', at };
        },
      },
      time: { clock: () => now, wait: () => new Promise<void>(() => undefined) },
      log: silentLog,
    });
    const wallets = ['KRW', 'BTC', 'DOGE'].map((currency) => ({ currency }));
    http = await openTestHttp({
      routes: rateRoutes({ rates, sites: { byId: () => ({ binaryCurrency, wallets }) as unknown as Site } }),
      clock: () => now,
    });
  });
  afterEach(() => http.close());

  async function get<const Path extends string>(path: Path) {
    const response = await http.inject({ url: path });
    return { status: response.statusCode, body: response.json() as BodyAt<typeof calls, 'GET', Path> };
  }

  test('a coin has the mark of the feed, a dollar coin the rate of its source', async () => {
    await rates.refresh();
    expect(rates.currencies).toEqual(['KRW', 'USDT', 'BTC']);
    expect(toDecimal(rates.get('BTC', 'KRW', now)!.rate)).toBe('124695000');
    expect(rates.get('HSI', 'KRW', now)).toBeUndefined();
  });

  test('a rate that is not renewed is not used after a minute, and still shown with its age', async () => {
    await rates.refresh();
    won = undefined;
    now = millis(NOON + 60_000);
    await rates.refresh();
    expect(rates.get('USDT', 'KRW', now)).toBeDefined();
    now = millis(NOON + 60_001);
    await rates.refresh();
    expect(rates.get('USDT', 'KRW', now)).toBeUndefined();
    expect(rates.get('BTC', 'KRW', now)).toBeUndefined();
    expect(rates.get('BTC', 'USDT', now)).toBeDefined();
    const { body } = await get('/api/dnw/get_exchange_rate');
    expect(body).toEqual({
      base: 'USDT',
      counter: 'BKT',
      rate: '1385.5',
      source: 'SIMULATED',
      atMillis: NOON,
      ageMs: 60_001,
      isStale: true,
    });
  });

  test('a coin whose price no decision may use grows old as well', async () => {
    await rates.refresh();
    mark = undefined;
    now = millis(NOON + 61_000);
    await rates.refresh();
    expect(rates.get('BTC', 'USDT', now)).toBeUndefined();
    expect(rates.get('USDT', 'KRW', now)).toBeDefined();
  });

  test('the point unit is the currency of the site’s BINARY wallets', async () => {
    await rates.refresh();
    expect((await get('/api/dnw/get_exchange_rate?base=BTC&counter=BKT')).body.rate).toBe('124695000');
    binaryCurrency = 'USDT';
    now = millis(now + 2_000);
    expect((await get('/api/dnw/get_exchange_rate?base=BTC&counter=BKT')).body.rate).toBe('90000');
  });

  test('a currency without a rate is refused by name and left out of the map', async () => {
    expect((await get('/api/dnw/get_exchange_rate?base=USDT')).body.code).toBe('RATE_UNKNOWN');
    await rates.refresh();
    expect((await get('/api/dnw/get_exchange_rate?base=DOGE')).body.code).toBe('RATE_UNKNOWN');
    const { body } = await get('/api/dnw/get_exchange_rate_map');
    expect(Object.keys(body.rates).toSorted()).toEqual(['BTC', 'KRW', 'USDT']);
    expect(body.rates['KRW']).toMatchObject({ rate: '1', isStale: false });
  });

  test('the past has the rate that was known then, of at most two hours before', async () => {
    await rates.refresh();
    won = '1400';
    now = millis(NOON + 5 * MINUTE_MS);
    await rates.refresh();
    now = millis(NOON + 10 * MINUTE_MS + 3_000);
    await rates.refresh();
    const rateAt = async (at: number) => {
      const instant = millis(at);
      const pair = { base: 'USDT', counter: 'KRW' };
      const found = exchangeRate(pair, await rates.quotesAt(instant), instant);
      const within = await rates.quotesWithin(['USDT'], { from: instant, to: millis(NOON + DAY_MS) });
      expect(exchangeRate(pair, within(instant), instant)).toEqual(found);
      return found && toDecimal(found.rate);
    };
    expect(await rateAt(NOON - 1)).toBeUndefined();
    expect(await rateAt(NOON)).toBe('1385.5');
    expect(await rateAt(NOON + 10 * MINUTE_MS + 2_999)).toBe('1385.5');
    expect(await rateAt(NOON + 10 * MINUTE_MS + 3_000)).toBe('1400');
    expect(await rateAt(NOON + 2 * HOUR_MS + 10 * MINUTE_MS)).toBe('1400');
    expect(await rateAt(NOON + 2 * HOUR_MS + 10 * MINUTE_MS + 1)).toBeUndefined();
  });

  test('the record thins to hours after forty days and ends after two years', async () => {
    const startsOf = () =>
      opened.database.transaction((tx) =>
        tx.query<{ starts_ms: number }>(
          `select starts_ms from exchange_rate where currency = 'USDT' order by starts_ms`,
        ),
      );
    await rates.refresh();
    now = millis(NOON + 10 * MINUTE_MS);
    await rates.refresh();
    now = millis(NOON + 41 * DAY_MS);
    await rates.refresh();
    expect((await startsOf()).map(({ starts_ms }) => starts_ms)).toEqual([NOON, now]);
    const then = now;
    now = millis(NOON + 731 * DAY_MS);
    await rates.refresh();
    expect((await startsOf()).map(({ starts_ms }) => starts_ms)).toEqual([then, now]);
  });
});
