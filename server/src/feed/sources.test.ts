import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { price } from '@maru/engine/amount';
import type { RawTick } from '@maru/engine/market/tick';
import { millis } from '@maru/engine/time';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { testDatabases } from '../db/testing.ts';
import { createLog } from '../log/log.ts';
import { openBinance } from './binance.ts';
import { instruments } from './instruments.ts';
import { createLiveCryptoSource, priceOfNumber, symbolOf, type TickerExchange } from './live-crypto.ts';
import { createManualTime } from './manual-time.ts';
import { createPushSource, type PushAnswer } from './push.ts';
import { createReplaySource, readRecording } from './replay.ts';
import { openSenderStore, type SenderStore } from './sender-store.ts';

const NOW = millis(Date.parse('2026-11-12T12:00:00+09:00'));
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

describe('pushed prices', () => {
  const secret = 'a-secret-of-at-least-thirty-two-characters';
  const authorization = `Bearer ${secret}`;
  const batch = (seq: number, more: object = {}) => ({
    source: 'licensed',
    seq,
    ticks: [{ stock: 'AAPL', last: '272.41', ts: NOW, ...more }],
  });
  const forgetful: SenderStore = { load: async () => new Map(), save: async () => undefined };
  async function listening() {
    const heard: RawTick[] = [];
    const push = createPushSource({ secret, senders: forgetful });
    await push.start((ticks) => heard.push(...ticks));
    const send = (body: unknown, header: string | undefined = authorization): Promise<PushAnswer> =>
      push.accept({ authorization: header, body, now: NOW });
    return { push, heard, send };
  }

  test('are accepted with the secret and numbered in the order of the sender', async () => {
    const { heard, send } = await listening();
    expect(await send(batch(1))).toEqual({ ok: true, reply: { accepted: 1, seq: 1 } });
    expect((await send(batch(2, { bid: '272.40', ask: '272.42', mark: '272.41' }))).ok).toBe(true);
    expect(heard.map((tick) => [tick.last, tick.seq])).toEqual([
      [price('272.41'), 1_000],
      [price('272.41'), 2_000],
    ]);
  });

  test.each([undefined, '', 'Bearer', 'Bearer wrong', secret, `bearer ${secret}`, `${authorization}x`])(
    'are refused with the header %s',
    async (header) => {
      const { push, heard } = await listening();
      const answer = await push.accept({ authorization: header, body: batch(1), now: NOW });
      expect(answer).toEqual({ ok: false, refusal: 'LOGIN_REQUIRED' });
      expect(heard).toEqual([]);
    },
  );

  test('are refused when a batch comes twice or late, for each sender separately', async () => {
    const { heard, send } = await listening();
    expect((await send(batch(5))).ok).toBe(true);
    expect(await send(batch(5))).toEqual({ ok: false, refusal: 'BATCH_OUT_OF_ORDER' });
    expect(await send(batch(4))).toEqual({ ok: false, refusal: 'BATCH_OUT_OF_ORDER' });
    expect((await send({ ...batch(1), source: 'second' })).ok).toBe(true);
    expect(heard).toHaveLength(2);
  });

  test.each([
    null,
    [],
    'x',
    {},
    batch(0),
    batch(1.5),
    batch(1, { last: '1e5' }),
    batch(1, { last: '1.123456789' }),
    batch(1, { last: 1.5 }),
    batch(1, { last: 'NaN' }),
    batch(1, { stock: '../etc' }),
    batch(1, { ts: -1 }),
    batch(1, { volume: 5 }),
    { ...batch(1), extra: 1 },
    { ...batch(1), ticks: [] },
    { ...batch(1), ticks: Array(501).fill({ stock: 'AAPL', last: '1' }) },
  ])('are refused when malformed: %j', async (body) => {
    const { heard, send } = await listening();
    expect(await send(body)).toEqual({ ok: false, refusal: 'INVALID_REQUEST' });
    expect(heard).toEqual([]);
    expect((await send(batch(1))).ok).toBe(true);
  });

  test.each(testDatabases)(
    'are refused when a batch from before a restart is sent again, on $name',
    async ({ open }) => {
      const store = await open();
      cleanups.push(() => store.drop());
      const restarted = async (withSecret = secret) => {
        const heard: RawTick[] = [];
        const push = createPushSource({
          secret: withSecret,
          senders: openSenderStore(store.database, withSecret),
        });
        await push.start((ticks) => heard.push(...ticks));
        const send = (body: unknown) =>
          push.accept({ authorization: `Bearer ${withSecret}`, body, now: NOW });
        return { heard, send };
      };
      const before = await restarted();
      expect((await before.send(batch(7))).ok).toBe(true);
      const after = await restarted();
      for (const seq of [7, 6])
        expect(await after.send(batch(seq))).toEqual({ ok: false, refusal: 'BATCH_OUT_OF_ORDER' });
      expect(after.heard).toEqual([]);
      expect((await after.send(batch(8))).ok).toBe(true);
      // Another secret has other senders: batches sent with the old one are refused.
      const changed = await restarted(`${secret}-changed`);
      expect((await changed.send(batch(1))).ok).toBe(true);
    },
  );

  test('are not acknowledged while the number cannot be stored', async () => {
    const senders: SenderStore = { ...forgetful, save: () => Promise.reject(new Error('no database')) };
    const push = createPushSource({ secret, senders });
    await push.start(() => undefined);
    const answer = await push.accept({ authorization, body: batch(1), now: NOW });
    expect(answer).toEqual({ ok: false, refusal: 'TRY_AGAIN' });
  });

  test('need a secret that cannot be guessed', () => {
    expect(() => createPushSource({ secret: 'short', senders: forgetful })).toThrow('at least 32');
  });
});

describe('a recording', () => {
  const lines = [
    { stock: 'BTCUSDT', last: '100', ts: 1_000 },
    { stock: 'BTCUSDT', last: '101', bid: '100.9', ask: '101.1', mark: '100.8', index: '100.7', ts: 3_000 },
    { stock: 'BTCUSDT', last: '102', ts: 5_000 },
  ];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');

  test('is replayed from now on, at its speed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'maru-replay-'));
    cleanups.push(() => rm(folder, { recursive: true }));
    const path = join(folder, 'ticks.jsonl');
    await writeFile(path, `${text}\n`);
    const time = createManualTime(NOW);
    const source = createReplaySource({ path, speed: 2, time });
    const heard: RawTick[] = [];
    await source.start((ticks) => heard.push(...ticks));
    await time.pass(500);
    expect(heard.map((tick) => tick.ts)).toEqual([NOW]);
    await time.pass(1_500);
    expect(heard.map((tick) => [tick.ts! - NOW, tick.last])).toEqual([
      [0, price('100')],
      [1_000, price('101')],
      [2_000, price('102')],
    ]);
    await source.stop();
  });

  test.each([
    '{',
    '1',
    '{"stock":"A","last":1,"ts":1}',
    '{"stock":"A","last":"1"}',
    '{"stock":"A","last":"1e3","ts":1}',
  ])('with the line %s does not start', (line) => {
    expect(() => readRecording(`${text}\n${line}`)).toThrow('line 4');
  });
});

describe('live coin prices', () => {
  const silent = createLog({ write: () => {}, clock: () => NOW });

  test('a code names the contract that is settled in USDT, and a number is read without an exponent', () => {
    expect([symbolOf('BTCUSDT'), symbolOf('EURUSD')]).toEqual(['BTC/USDT:USDT', undefined]);
    expect([priceOfNumber(95_482.3), priceOfNumber(1e-7), priceOfNumber(Number.NaN)]).toEqual([
      price('95482.3'),
      price('0.0000001'),
      undefined,
    ]);
  });

  // The frames are those of the exchange's public streams, served by a server of our own on loopback.
  test('are received from ccxt with quote and mark', async () => {
    const { http, websocket } = await recordedExchange();
    const time = { clock: () => millis(Date.now()), wait: () => new Promise<void>(() => {}) };
    const source = createLiveCryptoSource({
      instruments: instruments.filter(({ code }) => code === 'BTCUSDT'),
      time,
      log: silent,
      open: () => openBinance({ http, websocket }),
    });
    cleanups.unshift(() => source.stop());
    const tick = await new Promise<RawTick>((found) => {
      void source.start((ticks) => {
        for (const each of ticks) if (each.bid !== undefined && each.mark !== undefined) found(each);
      });
    });
    expect(tick).toMatchObject({
      stock: 'BTCUSDT',
      last: price('95482.3'),
      bid: price('95482.2'),
      ask: price('95482.4'),
      mark: price('95479.6'),
      sourceIndex: price('95480.1'),
    });
  });

  test('of a contract that is settled in the coin are those of the contract in USDT', async () => {
    const never = () => new Promise<never>(() => {});
    let isSent = false;
    const source = createLiveCryptoSource({
      instruments: instruments.filter(({ code }) => code === 'BTCUSDT' || code === 'BTCUSD'),
      time: createManualTime(NOW),
      log: silent,
      open: async () => ({
        watchTickers: async (symbols) => {
          expect(symbols).toEqual(['BTC/USDT:USDT']);
          if (isSent) return never();
          isSent = true;
          return { any: { symbol: 'BTC/USDT:USDT', last: 95_482.3 } };
        },
        watchBidsAsks: never,
        watchMarkPrices: never,
        close: async () => {},
      }),
    });
    cleanups.unshift(() => source.stop());
    const ticks = await new Promise<readonly RawTick[]>((found) => void source.start(found));
    expect(ticks.map(({ stock, last }) => [stock, last])).toEqual([
      ['BTCUSDT', price('95482.3')],
      ['BTCUSD', price('95482.3')],
    ]);
  });

  test('a failing exchange is retried, with increasing pauses, until the source stops', async () => {
    const time = createManualTime(NOW);
    let asked = 0;
    const fail = () => {
      asked++;
      return Promise.reject(new Error('down'));
    };
    const exchange: TickerExchange = {
      watchTickers: fail,
      watchBidsAsks: () => new Promise(() => {}),
      watchMarkPrices: () => new Promise(() => {}),
      close: async () => {},
    };
    const source = createLiveCryptoSource({ instruments, time, log: silent, open: async () => exchange });
    await source.start(() => {});
    await time.pass(10_000);
    expect(asked).toBe(5);
    await source.stop();
    await time.pass(100_000);
    expect(asked).toBe(5);
  });
});

async function recordedExchange() {
  const contract = {
    symbol: 'BTCUSDT',
    pair: 'BTCUSDT',
    contractType: 'PERPETUAL',
    deliveryDate: 4_133_404_800_000,
    onboardDate: 1_569_398_400_000,
    status: 'TRADING',
    baseAsset: 'BTC',
    quoteAsset: 'USDT',
    marginAsset: 'USDT',
    pricePrecision: 2,
    quantityPrecision: 3,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: 'COIN',
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: '0.10', maxPrice: '1000000', tickSize: '0.10' },
      { filterType: 'LOT_SIZE', minQty: '0.001', maxQty: '1000', stepSize: '0.001' },
    ],
    orderTypes: ['LIMIT', 'MARKET'],
    timeInForce: ['GTC'],
  };
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const isMarkets = request.url?.includes('exchangeInfo') ?? false;
    response.end(JSON.stringify(isMarkets ? { rateLimits: [], assets: [], symbols: [contract] } : []));
  });
  const frames: Readonly<Record<string, (at: number) => object>> = {
    'btcusdt@miniTicker': (at) => ({
      e: '24hrMiniTicker',
      E: at,
      s: 'BTCUSDT',
      c: '95482.30',
      o: '94277.50',
      h: '95750.00',
      l: '94103.20',
      v: '1000',
      q: '95000000',
    }),
    'btcusdt@bookTicker': (at) => ({
      e: 'bookTicker',
      u: 1,
      E: at,
      T: at,
      s: 'BTCUSDT',
      b: '95482.20',
      B: '2.978',
      a: '95482.40',
      A: '1.490',
    }),
    'btcusdt@markPrice@1s': (at) => ({
      e: 'markPriceUpdate',
      E: at,
      s: 'BTCUSDT',
      p: '95479.60',
      i: '95480.10',
      P: '95481.00',
      r: '0.00010000',
      T: at,
    }),
  };
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('message', (message) => {
      const { id, params } = JSON.parse(String(message)) as { id: number; params: string[] };
      socket.send(JSON.stringify({ result: null, id }));
      const timer = setInterval(() => {
        for (const stream of params) socket.send(JSON.stringify(frames[stream]?.(Date.now())));
      }, 20);
      socket.on('close', () => clearInterval(timer));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  cleanups.push(() => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
    return new Promise((closed) => server.close(closed));
  });
  const { port } = server.address() as AddressInfo;
  return { http: `http://127.0.0.1:${port}`, websocket: `ws://127.0.0.1:${port}/ws` };
}
