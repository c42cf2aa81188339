// The small market behind the real HTTP server, for tests of its calls. Every reply is checked against its schema.
import { price, qty, rate } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import { isOpen } from '@maru/engine/market/trading-hours';
import { floorTo, HOUR_MS, later, MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { Route } from '../http/serve.ts';
import { openTestHttp } from '../http/testing.ts';
import type { FundingOf } from './funding.ts';
import type { Listed, Prices } from './listed.ts';
import { createMarket } from './market.ts';
import { mountPush } from './mount-push.ts';
import { bitcoin, createTestTime, hangSeng, kospi, NOON, risingPast, silentLog, tickOf } from './testing.ts';
import { loadRecordEnd } from './tick-store.ts';

const instruments = [bitcoin, hangSeng, kospi];

const isSender = (authorization: string | undefined): boolean => authorization === 'Bearer right';

interface ListParts {
  readonly instruments: readonly Instrument[];
  readonly prices: Prices;
  readonly listed: Listed;
  readonly fundingOf: FundingOf;
}

/** Of the coin. */
const fundingOf: FundingOf = (stock, now) =>
  stock === bitcoin.code
    ? {
        rate: rate('0.0002'),
        lastRate: rate('-0.0003'),
        nextFundingAt: later(floorTo(now, 8 * HOUR_MS), 8 * HOUR_MS),
        intervalMs: 8 * HOUR_MS,
      }
    : undefined;

export type TestMarket = Awaited<ReturnType<typeof openTestMarket>>;

export async function openTestMarket(
  database: Database,
  {
    hasPast = true,
    at = NOON,
    beside = () => [],
  }: {
    readonly hasPast?: boolean;
    readonly at?: Millis;
    /** Calls of a product that lists these instruments. */
    readonly beside?: (parts: ListParts) => readonly Route[];
  } = {},
) {
  const time = createTestTime(at);
  const latest = new Map<string, Tick>();
  /** What the topics would send now, by topic and key. */
  const published = new Map<string, Map<string, () => string>>();
  const pushed: unknown[] = [];
  const listeners = new Set<(tick: Tick) => void>();
  const prices: Prices = {
    latest: (stock) => latest.get(stock),
    index: (stock) => latest.get(stock)?.sourceIndex,
    condition: (stock, now) => {
      const instrument = instruments.find(({ code }) => code === stock);
      if (!instrument || !isOpen(instrument.hours, now)) return 'CLOSED';
      return latest.has(stock) ? 'OPEN' : 'STALE';
    },
  };
  const market = createMarket({
    database,
    instruments,
    prices,
    fundingOf,
    past: hasPast ? risingPast : undefined,
    depth: (_stock, now) => ({
      at: now,
      bids: [{ price: price('99999.9'), qty: qty('1.5') }],
      asks: [{ price: price('100000'), qty: qty('2') }],
    }),
    onLiveTick: (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    onLateTick: () => () => undefined,
    publishLatest(topic, key, write) {
      const latest = published.get(topic) ?? new Map<string, () => string>();
      published.set(topic, latest.set(key, write));
    },
    time,
    log: silentLog,
  });
  await market.start(await database.transaction(loadRecordEnd));
  const http = await openTestHttp({
    routes: [...market.routes, ...beside({ instruments, prices, listed: market.listed, fundingOf })],
    clock: time.clock,
    beforeRouting: (app) => mountPush(app, { knows: isSender, accept: acceptPush }, time.clock),
  });

  async function acceptPush({ authorization, body }: { authorization: string | undefined; body: unknown }) {
    if (!isSender(authorization)) return { ok: false, refusal: 'LOGIN_REQUIRED' } as const;
    pushed.push(body);
    return { ok: true, reply: { accepted: 1 } } as const;
  }

  function publishTicks(...ticks: Tick[]): void {
    for (const tick of ticks) {
      latest.set(tick.stock, tick);
      for (const listen of listeners) listen(tick);
    }
  }

  return {
    market,
    http,
    time,
    topic: (name: string) =>
      Object.fromEntries(
        [...(published.get(name) ?? [])].map(([key, write]) => [key, JSON.parse(write()) as unknown]),
      ),
    /** Bodies that came with the right secret. */
    pushed,
    publishTicks,
    async get(path: string, query: Readonly<Record<string, string | number>> = {}) {
      const text = new URLSearchParams();
      for (const [key, value] of Object.entries(query)) text.set(key, String(value));
      const response = await http.inject({ url: `${path}?${text}` });
      return { status: response.statusCode, body: response.json() };
    },
    /** Publishes minutes of ticks, one each ten seconds, which are sealed on the way. */
    async live(minutes: number) {
      for (let tickTs: number = NOON; tickTs < NOON + minutes * MINUTE_MS; tickTs += 10_000) {
        time.set(tickTs);
        publishTicks(tickOf(`${100_000 + (tickTs - NOON) / 1_000}`, tickTs));
        await market.recorder.flush();
      }
    },
    /** Also empties the tables. */
    async close() {
      await http.close();
      await market.stop();
      await database.transaction(async (tx) => {
        for (const table of ['tick_minute', 'tick_part', 'tick_head', 'candle']) {
          await tx.query(`delete from ${table}`);
        }
      });
    },
  };
}
