// How well prices come in: gaps inside a session are counted, and a second source is only compared.
import { price } from '@maru/engine/amount';
import type { Tick } from '@maru/engine/market/tick';
import { type Millis, millis } from '@maru/engine/time';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Asks, asksOf, OWNER, openTestHttp, STAFF } from '../http/testing.ts';
import { bitcoin, hangSeng, silentLog, tickOf } from '../market/testing.ts';
import { createFeedHealth, type FeedHealth } from './feed-health.ts';

type Modules = typeof import('@maru/contract/control/calls');

/** Wednesday, 12:59:50 in Korea: lunch of the Hang Seng begins at one. */
const START = millis(Date.parse('2026-11-18T12:59:50+09:00'));

describe('the health of prices', () => {
  let now: Millis;
  let latest: Map<string, Tick>;
  let second: string | undefined;
  let listen: (tick: Tick) => void;
  let health: FeedHealth;
  let asks: Asks<Modules>;
  let close: () => Promise<void>;

  beforeEach(async () => {
    now = START;
    latest = new Map();
    second = undefined;
    health = createFeedHealth({
      instruments: [bitcoin, hangSeng],
      prices: {
        source: 'push',
        latest: (stock) => latest.get(stock),
        usable: (stock) => latest.get(stock),
        condition: () => 'OPEN',
        report: () => ({ live: 0, unknown: 0, stopped: [] }),
      },
      secondPrices: {
        name: 'other',
        latest: (stock) =>
          second === undefined || stock !== 'BTCUSDT' ? undefined : { price: price(second), receivedAt: now },
      },
      onLiveTick: (each) => {
        listen = each;
        return () => undefined;
      },
      time: { clock: () => now, wait: () => new Promise(() => undefined) },
      log: silentLog,
    });
    health.start();
    const http = await openTestHttp({ routes: health.routes, clock: () => now });
    asks = asksOf<Modules>(http);
    close = () => http.close();
  });
  afterEach(() => close());

  function tick(stock: string, last: string, at: number): void {
    now = millis(at);
    const each = { ...tickOf(last, at, { seq: at, recvTs: now }), stock };
    latest.set(stock, each);
    listen(each);
  }
  const seen = async (stock = 'BTCUSDT') =>
    (await asks.get('/api/office/feed/list', STAFF)).body.content.find((each) => each.stock === stock);
  const later = (seconds: number): void => {
    now = millis(now + seconds * 1_000);
    health.compare();
  };

  test('players do not see it', async () => {
    expect((await asks.get('/api/office/feed/list')).status).toBe(401);
    expect((await asks.get('/api/office/feed/list', OWNER)).status).toBe(403);
  });

  test('a silence longer than a price is fresh is a gap, a break of the exchange is none', async () => {
    tick('BTCUSDT', '100', START);
    tick('BTCUSDT', '101', START + 3_000);
    tick('BTCUSDT', '102', START + 12_200);
    expect(await seen()).toMatchObject({ ticks: 3, gaps: 1, longestGapMillis: 9_200, source: 'push' });
    tick('HSI', '20000', START);
    tick('HSI', '20001', START + 3_611_000);
    expect(await seen('HSI')).toMatchObject({ ticks: 2, gaps: 0 });
  });

  test('counts begin anew at midnight in Korea', async () => {
    tick('BTCUSDT', '100', START);
    tick('BTCUSDT', '100', Date.parse('2026-11-19T00:00:01+09:00'));
    expect(await seen()).toMatchObject({ ticks: 1, gaps: 1 });
  });

  test('a difference that lasts is suspect, ends with hysteresis, and no tick is changed by it', async () => {
    tick('BTCUSDT', '100', START);
    second = '100.4';
    later(1);
    expect((await seen())?.second).toMatchObject({ deviation: '0.00398407', suspectSinceMillis: null });
    second = '101';
    later(1);
    later(1);
    expect(await seen()).toMatchObject({ condition: 'OPEN' });
    later(3);
    expect(await seen()).toMatchObject({ condition: 'SUSPECT', lastPrice: '100', second: { price: '101' } });
    second = '100.4';
    later(1);
    expect(await seen()).toMatchObject({ condition: 'SUSPECT' });
    second = '100.1';
    later(1);
    expect(await seen()).toMatchObject({ condition: 'OPEN' });
  });
});
