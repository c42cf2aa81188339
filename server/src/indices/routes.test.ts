import type { IndexDayProof } from '@maru/contract/indices';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { type Price, price, toDecimal } from '@maru/engine/amount';
import { dayAfter, formatIsoDate } from '@maru/engine/market/calendar-date';
import {
  type IndexRule,
  indexClose,
  indexDay,
  indexDayAt,
  indexDayStart,
  indexRule,
  indexSealOf,
  indexSeedsOf,
} from '@maru/engine/market/index-path';
import { bytesOfText } from '@maru/engine/sha256';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabases } from '../db/testing.ts';
import { openTestHttp } from '../http/testing.ts';
import { silentLog } from '../log/log.ts';
import { indexRoutes } from './routes.ts';
import { openSeals } from './seals.ts';

const NOON = millis(Date.parse('2026-11-16T12:00:00+09:00'));
const TODAY = indexDayAt(NOON);
const HOUR = millis(NOON - HOUR_MS);
const rule = indexRule('M100') as IndexRule;
const seedOf = (day: number) => indexSeedsOf(bytesOfText('a secret'))(`day ${day}`);
const OPEN = price('9876.5');
/** Only yesterday's opening price is invented: today's follows from it. */
const opens: ReadonlyMap<number, Price> = new Map([
  [indexDayStart(dayAfter(TODAY, -1)), OPEN],
  [indexDayStart(TODAY), indexClose({ rule, seed: seedOf(TODAY - 1), open: OPEN })],
]);

describe.each(testDatabases)('the proof of an index on $name', ({ open }) => {
  let opened: TestDatabase;
  let http: Awaited<ReturnType<typeof openTestHttp>>;
  let now: Millis = NOON;
  let runOnce: () => Promise<void>;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.drop());
  beforeEach(async () => {
    await emptyDatabase(opened);
    now = NOON;
    const { database } = opened;
    const time = { clock: () => now, wait: () => new Promise<void>(() => undefined) };
    const seals = await openSeals({ database, seedOf, time, log: silentLog });
    runOnce = seals.runOnce;
    http = await openTestHttp({
      routes: indexRoutes({ database, seals, priceAt: async (_, at) => opens.get(at) ?? OPEN }),
      clock: time.clock,
    });
  });
  afterEach(() => http.close());

  const get = async (url: string) => {
    const response = await http.inject({ url });
    return { status: response.statusCode, text: response.body };
  };
  const dayOf = async (date: string) =>
    JSON.parse((await get(`/api/index/day?stock=M100&date=${date}`)).text) as IndexDayProof;

  test('shows the seals of today and of future days, and no seed of them, to anybody', async () => {
    const { status, text } = await get('/api/index/day/list');
    expect(status).toBe(200);
    const { days } = JSON.parse(text) as { days: IndexDayProof[] };
    expect(days.map(({ date, seal, seed }) => [date, seal, seed])).toEqual(
      [2, 1, 0].map((ahead) => [
        formatIsoDate(dayAfter(TODAY, ahead)),
        indexSealOf(seedOf(TODAY + ahead)),
        null,
      ]),
    );
    for (const ahead of [0, 1, 2]) expect(text).not.toContain(seedOf(TODAY + ahead));
    expect((await get(`/api/index/day/list?beforeDate=${formatIsoDate(TODAY)}`)).text).toBe('{"days":[]}');
  });

  test('a day that is over has everything from which its prices and its opening price follow', async () => {
    now = millis(indexDayStart(dayAfter(TODAY, 1)) + 5 * MINUTE_MS);
    await runOnce();
    const proof = await dayOf(formatIsoDate(TODAY));
    expect(proof).toMatchObject({ rule: 'index-1', stock: 'M100', isLost: false, sealedMillis: NOON });
    expect(indexSealOf(proof.seed!)).toBe(proof.seal);
    const before = proof.previous!;
    expect(toDecimal(indexClose({ rule, seed: before.seed, open: price(before.open) }))).toBe(proof.open);
    expect(toDecimal(indexDay({ rule, seed: proof.seed!, open: price(proof.open) }).priceAt(0))).toBe(
      proof.open,
    );
  });

  test('the current day shows where it opened, and neither its seed nor a later price', async () => {
    const { status, text } = await get(`/api/index/day?stock=M100&date=${formatIsoDate(TODAY)}`);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ seed: null, open: toDecimal(opens.get(indexDayStart(TODAY))!) });
    expect(text).not.toContain(seedOf(TODAY));
    for (const ahead of [1, 2]) {
      const date = formatIsoDate(dayAfter(TODAY, ahead));
      expect((await get(`/api/index/day?stock=M100&date=${date}`)).status).toBe(404);
    }
  });

  test('the record of an hour has its hashes, and a flag whether it is complete', async () => {
    await opened.database.transaction(async (tx) => {
      await tx.query(
        `insert into tick_minute (stock, minute_ms, ticks, tick_count, previous_hash, hash)
         values ('M100', $1, '0 1 10000 0 0.5 0 20', 1, 'a', 'b'), ('M100', $2, '0 1 10000.5 0 0.5 0 20', 1, 'b', 'c')`,
        [HOUR, HOUR + HOUR_MS],
      );
      await tx.query(`insert into tick_head (stock, minute_ms, hash) values ('M100', $1, 'c')`, [
        HOUR + HOUR_MS,
      ]);
    });
    const read = async (at: number) =>
      JSON.parse((await get(`/api/index/record?stock=M100&beginMillis=${at}`)).text) as ReceiptTicks;
    expect(await read(HOUR)).toEqual({
      stock: 'M100',
      complete: true,
      minutes: [
        { stock: 'M100', minuteMillis: HOUR, ticks: '0 1 10000 0 0.5 0 20', previousHash: 'a', hash: 'b' },
      ],
    });
    expect(await read(NOON)).toMatchObject({ complete: false });
    expect(await read(NOON - 40 * DAY_MS)).toMatchObject({ minutes: [], complete: true });
  });

  test.each([
    '/api/index/day?stock=M100',
    '/api/index/day?stock=BTCUSDT&date=2026-11-16',
    '/api/index/day?stock=M100&date=2026-13-45',
    '/api/index/day?stock=M100&date=tomorrow',
    '/api/index/day/list?beforeDate=2026-02-31',
    '/api/index/record?stock=NQ&beginMillis=0',
    '/api/index/record?stock=M100&beginMillis=1',
    '/api/index/record?stock=M100&beginMillis=-3600000',
  ])('refuses %s', async (url) => {
    expect([400, 404]).toContain((await get(url)).status);
  });
});
