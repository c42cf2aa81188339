import { price, rate } from '@maru/engine/amount';
import { DAY_MS, HOUR_MS, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { bitcoin, createTestTime, hangSeng, silentLog, tickOf } from '../market/testing.ts';
import { createFundingPremiums, type FundingPremiums, loadPremiums } from './funding-premiums.ts';
import { ether } from './testing.ts';

const FROM = millis(Date.parse('2026-11-12T08:00:00Z'));
const BOUNDARY = millis(FROM + 8 * HOUR_MS);
const INTEREST = rate('0.0001');

describe.each(testDatabases)('funding premiums on $name', ({ open }) => {
  let opened: TestDatabase;
  let database: Database;
  let time: ReturnType<typeof createTestTime>;
  let premiums: FundingPremiums;
  beforeAll(async () => {
    opened = await open();
    database = opened.database;
  });
  afterAll(() => opened.drop());
  beforeEach(async () => {
    time = createTestTime(FROM);
    premiums = await opening();
  });
  afterEach(() => database.transaction((tx) => tx.query('delete from funding_premium')));

  async function opening(): Promise<FundingPremiums> {
    const stored = await database.transaction((tx) => loadPremiums(tx, time.clock()));
    return createFundingPremiums({
      database,
      instruments: [bitcoin, ether, hangSeng],
      stored,
      time,
      log: silentLog,
    });
  }

  /** A tick every two seconds in `[from, to)`, with the contract so far above an index of 1,000. */
  function stand(from: number, to: number, above: string): void {
    for (let at = from; at < to; at += 2_000) {
      time.set(at);
      premiums.add(tickOf(`${1_000 + Number(above)}`, at), price('1000'));
    }
    time.set(to);
  }
  const of = (now: number) => premiums.of('BTCUSDT', millis(now));
  const rows = () =>
    database.transaction((tx) =>
      tx.query<{ starts_ms: number; covered_ms: number }>(
        'select starts_ms, covered_ms from funding_premium order by starts_ms',
      ),
    );

  test('only of coins, and the interest while nothing is known', () => {
    expect(of(FROM)).toEqual({
      rate: INTEREST,
      lastRate: INTEREST,
      nextFundingAt: BOUNDARY,
      intervalMs: 8 * HOUR_MS,
    });
    expect(premiums.of('HSI', FROM)).toBeUndefined();
    premiums.add(tickOf('1', FROM, { stock: 'HSI' }), undefined);
  });

  test('the rate is estimated from what stood so far, weighted by time', () => {
    stand(FROM, FROM + 60_000, '2');
    stand(FROM + 60_000, FROM + 180_000, '0.5');
    premiums.add(tickOf('1000', FROM + 180_000), price('1000'));
    // The mean premium is 0.1 %, and 0.05 % of it is beyond the band.
    expect(of(FROM + 180_000)?.rate).toBe(rate('0.0005'));
    expect(of(BOUNDARY)).toMatchObject({ rate: INTEREST, lastRate: rate('0.0005') });
  });

  test('a tick counts for three seconds at most', () => {
    premiums.add(tickOf('1004', FROM), price('1000'));
    premiums.add(tickOf('1000', FROM + HOUR_MS), price('1000'));
    premiums.add(tickOf('1000', FROM + HOUR_MS + 3_000), price('1000'));
    premiums.add(tickOf('1000', FROM + HOUR_MS + 6_000), price('1000'));
    // 0.4 % in three of nine seconds.
    expect(of(FROM + 2 * HOUR_MS)?.rate).toBe(rate('0.00083333'));
  });

  test('never more than the maintenance margin rate of the first tier', () => {
    stand(FROM, FROM + 60_000, '90');
    expect(of(FROM + 60_000)?.rate).toBe(rate('0.004'));
    stand(FROM + 60_000, FROM + 300_000, '-90');
    expect(of(FROM + 300_000)?.rate).toBe(rate('-0.004'));
    // Ether has another table than bitcoin.
    premiums.add(tickOf('1090', FROM, { stock: 'ETHUSDT' }), price('1000'));
    premiums.add(tickOf('1090', FROM + 2_000, { stock: 'ETHUSDT' }), price('1000'));
    expect(premiums.of('ETHUSDT', millis(FROM + 2_000))?.rate).toBe(rate('0.005'));
  });

  test('an interval ends at its boundary: what stands over it counts on both sides', async () => {
    stand(BOUNDARY - 10_001, BOUNDARY, '2');
    const after = millis(BOUNDARY + 1_000);
    time.set(after);
    expect(premiums.carryAt('BTCUSDT', after)).toEqual({
      rate: rate('0.0015'),
      leftMs: 8 * HOUR_MS - 1_000,
      intervalMs: 8 * HOUR_MS,
    });
    premiums.add(tickOf('1000', after), price('1000'));
    expect(await premiums.rateAt('BTCUSDT', BOUNDARY)).toBe(rate('0.0015'));
    await premiums.stop();
    expect(await rows()).toEqual([
      { starts_ms: FROM, covered_ms: 10_001 },
      { starts_ms: BOUNDARY, covered_ms: 1_000 },
    ]);
  });

  test('the rate of an interval is durable when it is answered, and stays', async () => {
    stand(BOUNDARY - 60_000, BOUNDARY - 1_000, '1.2');
    time.set(BOUNDARY + 2_000);
    const answered = await premiums.rateAt('BTCUSDT', BOUNDARY);
    expect(answered).toBe(rate('0.0007'));
    premiums.add(tickOf('1100', BOUNDARY + 2_100), price('1000'));
    premiums.add(tickOf('1000', BOUNDARY - 500), price('1000'));
    expect(await premiums.rateAt('BTCUSDT', BOUNDARY)).toBe(answered);
    // Killed here, and asked again a day later.
    time.set(BOUNDARY + DAY_MS);
    premiums = await opening();
    expect(await premiums.rateAt('BTCUSDT', BOUNDARY)).toBe(answered);
  });

  test('a tick of before the boundary that comes when the rate is known counts from the boundary on', async () => {
    stand(BOUNDARY - 60_000, BOUNDARY - 1_000, '1.2');
    time.set(BOUNDARY + 250);
    expect(await premiums.rateAt('BTCUSDT', BOUNDARY)).toBe(rate('0.0007'));
    premiums.add(tickOf('1000', BOUNDARY - 500), price('1000'));
    premiums.add(tickOf('1000', BOUNDARY + 1_000), price('1000'));
    await premiums.stop();
    expect((await rows()).at(-1)).toEqual({ starts_ms: BOUNDARY, covered_ms: 1_000 });
  });

  test('nothing is answered for an interval of which nothing is known, or which has not ended', async () => {
    stand(FROM, FROM + 10_000, '1');
    expect(await premiums.rateAt('BTCUSDT', BOUNDARY)).toBeUndefined();
    expect(await premiums.rateAt('BTCUSDT', FROM)).toBeUndefined();
    expect(await premiums.rateAt('HSI', FROM)).toBeUndefined();
    time.set(BOUNDARY + DAY_MS);
    expect(await premiums.rateAt('BTCUSDT', millis(BOUNDARY + DAY_MS))).toBeUndefined();
    expect(premiums.carryAt('BTCUSDT', millis(BOUNDARY + DAY_MS))?.rate).toBe(INTEREST);
    expect(await premiums.rateAt('BTCUSDT', BOUNDARY)).toBe(rate('0.0005'));
  });

  test('a killed process loses what came after the last write, and the next one goes on', async () => {
    premiums.start();
    await premiums.rateAt('BTCUSDT', FROM);
    stand(FROM, FROM + 30_000, '2');
    await time.wake();
    await written();
    expect(await rows()).toEqual([{ starts_ms: FROM, covered_ms: 28_000 }]);
    stand(FROM + 30_000, FROM + 60_000, '4');
    premiums = await opening();
    stand(FROM + 60_000, FROM + 90_000, '1');
    await premiums.stop();
    expect(await rows()).toEqual([{ starts_ms: FROM, covered_ms: 56_000 }]);
    // 0.2 % and 0.1 %, each for 28 seconds.
    expect(of(FROM + 90_000)?.rate).toBe(rate('0.001'));
  });

  /** Runs after the write under way. */
  const written = () => premiums.rateAt('BTCUSDT', FROM);

  test('what could not be written is written later', async () => {
    stand(FROM, FROM + 10_000, '2');
    await database.transaction((tx) => tx.query('alter table funding_premium rename to funding_away'));
    await expect(premiums.rateAt('BTCUSDT', FROM)).rejects.toThrow('funding_premium');
    await database.transaction((tx) => tx.query('alter table funding_away rename to funding_premium'));
    await premiums.stop();
    expect(await rows()).toEqual([{ starts_ms: FROM, covered_ms: 8_000 }]);
  });

  test('old intervals are deleted', async () => {
    stand(FROM, FROM + 10_000, '2');
    await premiums.stop();
    time.set(FROM + 90 * DAY_MS);
    premiums = await opening();
    await premiums.stop();
    expect(await rows()).toHaveLength(1);
    time.set(FROM + 90 * DAY_MS + 1);
    await premiums.stop();
    expect(await rows()).toEqual([]);
  });

  test('where another process writes them nothing is written, and a rate is read once it is final', async () => {
    let finalUntil = 0;
    const follower = createFundingPremiums({
      ...{ database, instruments: [bitcoin], stored: [], time, log: silentLog },
      isFinal: (boundary) => boundary <= finalUntil,
    });
    follower.add(tickOf('1002', FROM), price('1000'));
    stand(FROM, FROM + 60_000, '2');
    time.set(BOUNDARY);
    follower.add(tickOf('1002', BOUNDARY), price('1000'));
    await follower.stop();
    expect(await rows()).toEqual([]);
    expect(follower.isFinal?.(BOUNDARY)).toBe(false);
    expect(await follower.rateAt('BTCUSDT', BOUNDARY)).toBeUndefined();
    const rateOfLeader = await premiums.rateAt('BTCUSDT', BOUNDARY);
    finalUntil = BOUNDARY;
    expect(await follower.rateAt('BTCUSDT', BOUNDARY)).toBe(rateOfLeader);
    expect(rateOfLeader).toBeDefined();
  });
});
