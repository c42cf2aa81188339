import { createHash } from 'node:crypto';
import { price } from '@maru/engine/amount';
import { foldTicks } from '@maru/engine/market/candle';
import { MINUTE_MS, millis } from '@maru/engine/time';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Tx } from '../db/database.ts';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { createLog } from '../log/log.ts';
import { fieldsOf, selectFrom } from '../shadow/statements.ts';
import { listStoredCandles } from './candle-store.ts';
import { bitcoin, createTestTime, hangSeng, NOON, silentLog, tickOf } from './testing.ts';
import { createTickRecorder } from './tick-recorder.ts';
import { deleteTicksBefore, listParts, loadRecordEnd, loadTicks, tickMinutes } from './tick-store.ts';
import { FIRST_HASH, minuteHash, readTicks, tickText } from './tick-text.ts';

const readMinutes = selectFrom(tickMinutes, fieldsOf(tickMinutes));

/** Recomputes the chain of a stock. After old rows were deleted it begins with the hash its first row names. */
async function verifyChain(tx: Tx, stock: string) {
  const rows = await readMinutes(tx, 'where stock = $1 order by minute_ms', [stock]);
  const broken = rows.findIndex(
    (row, index) =>
      row.hash !== minuteHash(row.previousHash, row) ||
      (index > 0 && row.previousHash !== rows[index - 1]?.hash),
  );
  if (broken >= 0) return { intact: false, minutes: broken, brokenAt: rows[broken]?.minute };
  const [head] = await tx.query<{ hash: string }>('select hash from tick_head where stock = $1', [stock]);
  const newest = head?.hash ?? FIRST_HASH;
  return (rows.at(-1)?.hash ?? newest) === newest
    ? { intact: true, minutes: rows.length }
    : { intact: false, minutes: rows.length, brokenAt: rows.at(-1)?.minute };
}

test('a minute reads back exactly as it was written', () => {
  const units = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
  const tick = fc.record({
    last: units,
    bid: units,
    ask: units,
    mark: units,
    sourceIndex: fc.option(units, { nil: undefined }),
    offset: fc.integer({ min: -5_000, max: 59_999 }),
    delay: fc.integer({ min: -2_000, max: 100_000 }),
    seq: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(tick, { minLength: 1, maxLength: 30 }), (all) => {
      const ticks = all.map(({ offset, delay, ...rest }, place) => ({
        stock: 'BTCUSDT',
        ...rest,
        seq: place,
        ts: millis(NOON + offset),
        recvTs: millis(NOON + offset + delay),
      })) as never as Parameters<typeof tickText>[0];
      const text = tickText(ticks, NOON);
      const back = readTicks(text, { stock: 'BTCUSDT', minute: NOON });
      expect(back).toEqual(ticks.toSorted((a, b) => a.ts - b.ts || a.seq - b.seq));
    }),
  );
});

test('anyone can compute the hash of a minute with a few lines', () => {
  const ticks = tickText(
    [tickOf('95482.3', NOON + 12, { seq: 7, bid: price('95482.2'), recvTs: millis(NOON + 20) })],
    NOON,
  );
  expect(ticks).toBe('12 7 95482.3 -0.1 0 0 8');
  const withIndex = tickOf('95482.3', NOON + 12, { seq: 7, sourceIndex: price('95480') });
  expect(tickText([withIndex], NOON)).toBe('12 7 95482.3 0 0 0 0 -2.3');
  const expected = createHash('sha256').update(`${FIRST_HASH}\nBTCUSDT\n${NOON}\n${ticks}`).digest('hex');
  expect(minuteHash(FIRST_HASH, { stock: 'BTCUSDT', minute: NOON, ticks })).toBe(expected);
});

describe.each(testDatabases)('the tick record on $name', ({ open }) => {
  let opened: TestDatabase;
  let database: Database;
  let time: ReturnType<typeof createTestTime>;
  beforeAll(async () => {
    opened = await open();
    database = opened.database;
  });
  afterAll(() => opened.drop());
  beforeEach(() => {
    time = createTestTime(NOON);
  });
  afterEach(() =>
    database.transaction(async (tx) => {
      for (const table of ['tick_minute', 'tick_part', 'tick_head', 'candle'])
        await tx.query(`delete from ${table}`);
    }),
  );

  const recording = async (log = silentLog) => {
    const recorder = createTickRecorder({
      database,
      instruments: [bitcoin, hangSeng],
      time,
      log,
      retention: { ticksMs: 10 * MINUTE_MS, minuteCandlesMs: 20 * MINUTE_MS },
    });
    recorder.start(await database.transaction(loadRecordEnd));
    return recorder;
  };
  const ticksOf = (stock: string) =>
    database.transaction((tx) =>
      loadTicks(tx, stock, { from: millis(NOON - 3_600_000), to: millis(NOON + 3_600_000) }),
    );
  const verify = (stock = 'BTCUSDT') => database.transaction((tx) => verifyChain(tx, stock));

  test('has what was flushed, before the minute is over', async () => {
    const recorder = await recording();
    recorder.record(tickOf('100', NOON + 100));
    recorder.record(tickOf('26500', NOON + 200, { stock: 'HSI' }));
    await recorder.flush();
    recorder.record(tickOf('101', NOON + 1_200));
    expect((await ticksOf('BTCUSDT')).map((tick) => tick.last)).toEqual([price('100')]);
    await recorder.flush();
    expect((await ticksOf('BTCUSDT')).map((tick) => tick.last)).toEqual(['100', '101'].map(price));
    expect(await ticksOf('HSI')).toHaveLength(1);
  });

  test('seals a minute three seconds after it, with its candles, and chains the next to it', async () => {
    const recorder = await recording();
    const ticks = [10, 30_000, 59_999, 60_000, 90_000, 130_000].map((ms, i) =>
      tickOf(`${100 + i}`, NOON + ms),
    );
    for (const tick of ticks) {
      time.set(tick.ts);
      recorder.record(tick);
      await recorder.flush();
    }
    time.set(NOON + 3 * MINUTE_MS + 2_999);
    await recorder.flush();
    expect(await verify()).toEqual({ intact: true, minutes: 2 });
    time.set(NOON + 3 * MINUTE_MS + 3_000);
    await recorder.flush();
    expect(await verify()).toEqual({ intact: true, minutes: 3 });
    expect(recorder.open('BTCUSDT')).toEqual([]);
    expect(await database.transaction(listParts)).toEqual([]);
    expect(await ticksOf('BTCUSDT')).toEqual(ticks);
    for (const period of ['1m', '15m', '1h', '1d'] as const) {
      const stored = await database.transaction((tx) =>
        listStoredCandles(tx, period, [{ stock: 'BTCUSDT', from: millis(0) }], millis(NOON * 2)),
      );
      expect(stored.get('BTCUSDT')).toEqual(foldTicks(ticks, period, bitcoin.hours));
    }
  });

  test('keeps a tick that comes after its minute was sealed', async () => {
    const recorder = await recording();
    recorder.record(tickOf('100', NOON + 100));
    time.set(NOON + MINUTE_MS + 3_000);
    await recorder.flush();
    recorder.record(tickOf('99', NOON + 200));
    recorder.record(tickOf('101', NOON + MINUTE_MS + 3_000));
    time.set(NOON + 2 * MINUTE_MS + 3_000);
    await recorder.flush();
    expect((await ticksOf('BTCUSDT')).map((tick) => tick.last)).toEqual(['100', '99', '101'].map(price));
    expect(await verify()).toEqual({ intact: true, minutes: 2 });
    const stored = await database.transaction((tx) =>
      listStoredCandles(tx, '1m', [{ stock: 'BTCUSDT', from: NOON }], millis(NOON + 1)),
    );
    expect(stored.get('BTCUSDT')?.[0]?.close).toBe(price('100'));
  });

  test('is continued by the next process where the last one was killed', async () => {
    const first = await recording();
    first.record(tickOf('100', NOON + 100));
    first.record(tickOf('101', NOON + 30_000));
    time.set(NOON + 30_000);
    await first.flush();
    first.record(tickOf('102', NOON + 30_500));
    // Killed here: the last tick was never written.
    time.set(NOON + 40_000);
    const second = await recording();
    second.record(tickOf('103', NOON + 45_000));
    await second.flush();
    time.set(NOON + MINUTE_MS + 3_000);
    await second.flush();
    expect((await ticksOf('BTCUSDT')).map((tick) => tick.last)).toEqual(['100', '101', '103'].map(price));
    expect(await verify()).toEqual({ intact: true, minutes: 1 });
    // The newest price that a source repeats at its start is not recorded a second time.
    const third = await recording();
    third.record(tickOf('103', NOON + 45_000));
    time.set(NOON + 5 * MINUTE_MS);
    await third.flush();
    expect(await verify()).toEqual({ intact: true, minutes: 1 });
  });

  test('drops the oldest minute when too many ticks wait, and reports no other', async () => {
    const lines: string[] = [];
    const recorder = await recording(createLog({ write: (line) => lines.push(line), clock: () => 0 }));
    recorder.record(tickOf('26500', NOON + 200, { stock: 'HSI' }));
    time.set(NOON + MINUTE_MS + 3_000);
    await recorder.flush();
    const waiting = tickOf('100', NOON + MINUTE_MS + 3_100);
    for (let count = 0; count <= 500_000; count += 1) recorder.record(waiting);
    expect(recorder.open('BTCUSDT')).toEqual([]);
    expect(lines).toEqual([expect.stringContaining('BTCUSDT')]);
  });

  test('loses nothing while the database is not available', async () => {
    const recorder = await recording();
    recorder.record(tickOf('100', NOON + 100));
    await recorder.flush();
    await database.transaction((tx) => tx.query('alter table tick_minute rename to tick_minute_away'));
    time.set(NOON + MINUTE_MS + 3_000);
    await expect(recorder.flush()).rejects.toThrow();
    expect(recorder.open('BTCUSDT')).toHaveLength(1);
    await database.transaction((tx) => tx.query('alter table tick_minute_away rename to tick_minute'));
    recorder.record(tickOf('101', NOON + MINUTE_MS + 3_100));
    await recorder.flush();
    time.set(NOON + 2 * MINUTE_MS + 3_000);
    await recorder.flush();
    expect((await ticksOf('BTCUSDT')).map((tick) => tick.last)).toEqual(['100', '101'].map(price));
    expect(await verify()).toEqual({ intact: true, minutes: 2 });
  });

  async function threeMinutes() {
    const recorder = await recording();
    for (const minute of [0, 1, 2])
      recorder.record(tickOf(`${100 + minute}`, NOON + minute * MINUTE_MS + 500));
    time.set(NOON + 4 * MINUTE_MS);
    await recorder.flush();
    return recorder;
  }

  test.each([
    [
      'changed',
      `update tick_minute set ticks = replace(ticks, '101', '107') where minute_ms = ${NOON + MINUTE_MS}`,
      1,
    ],
    [
      'added',
      `update tick_minute set ticks = ticks || E'\\n600 1 5 0 0 0 0' where minute_ms = ${NOON + MINUTE_MS}`,
      1,
    ],
    ['taken out of the middle', `delete from tick_minute where minute_ms = ${NOON + MINUTE_MS}`, 2],
    ['taken off the end', `delete from tick_minute where minute_ms = ${NOON + 2 * MINUTE_MS}`, 1],
  ])('detects that a tick was %s', async (_what, tamper, brokenMinute) => {
    await threeMinutes();
    expect(await verify()).toEqual({ intact: true, minutes: 3 });
    await database.transaction((tx) => tx.query(tamper));
    expect(await verify()).toMatchObject({ intact: false, brokenAt: NOON + brokenMinute * MINUTE_MS });
  });

  test('continues its chain after old minutes were deleted', async () => {
    const recorder = await threeMinutes();
    const deleted = await database.transaction((tx) => deleteTicksBefore(tx, millis(NOON + 9 * MINUTE_MS)));
    expect(deleted).toBe(2);
    time.set(NOON + 10 * MINUTE_MS);
    recorder.record(tickOf('105', NOON + 10 * MINUTE_MS));
    time.set(NOON + 12 * MINUTE_MS);
    await recorder.flush();
    expect(await verify()).toEqual({ intact: true, minutes: 2 });
  });

  test('has the newest tick of every stock, sealed or open', async () => {
    const recorder = await threeMinutes();
    recorder.record(tickOf('26500', NOON + 4 * MINUTE_MS, { stock: 'HSI' }));
    recorder.record(tickOf('26501', NOON + 4 * MINUTE_MS + 5, { stock: 'HSI' }));
    await recorder.flush();
    const { lastTicks: last } = await database.transaction(loadRecordEnd);
    expect(new Map(last.map((tick) => [tick.stock, tick.last]))).toEqual(
      new Map([
        ['BTCUSDT', price('102')],
        ['HSI', price('26501')],
      ]),
    );
  });

  test('writes by itself every second and a last time when it stops', async () => {
    const recorder = await recording();
    recorder.record(tickOf('100', NOON + 100));
    await time.wake();
    await recorder.flush();
    recorder.record(tickOf('101', NOON + 200));
    await recorder.stop();
    expect(await ticksOf('BTCUSDT')).toHaveLength(2);
  });
});
