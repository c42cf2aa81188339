import { price } from '@maru/engine/amount';
import type { Tick } from '@maru/engine/market/tick';
import { MINUTE_MS, millis } from '@maru/engine/time';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { markRecordedAt } from './recorded-marks.ts';
import { bitcoin, createTestTime, NOON, silentLog, tickOf } from './testing.ts';
import { createTickRecorder, type TickRecorder } from './tick-recorder.ts';
import { loadRecordEnd } from './tick-store.ts';

describe.each(testDatabases)('the mark at an instant, on $name', ({ open }) => {
  let opened: TestDatabase;
  let recorder: TickRecorder;
  let time: ReturnType<typeof createTestTime>;
  beforeEach(async () => {
    opened = await open();
    time = createTestTime(NOON);
    recorder = createTickRecorder({
      database: opened.database,
      instruments: [bitcoin],
      time,
      log: silentLog,
      retention: { ticksMs: 60 * MINUTE_MS, minuteCandlesMs: 60 * MINUTE_MS },
    });
    recorder.start(await opened.database.transaction(loadRecordEnd));
  });
  afterEach(() => opened.drop());

  const AT = millis(NOON + 2 * MINUTE_MS);
  const markAt = (at = AT) => markRecordedAt({ database: opened.database, recorder }, 'BTCUSDT', at);
  const tick = (mark: string, ts: number, more: Partial<Tick> = {}) =>
    recorder.record(tickOf('1000', ts, { mark: price(mark), ...more }));

  /** Seals every minute that is over. */
  async function seal(): Promise<void> {
    time.set(AT + 10 * MINUTE_MS);
    await recorder.flush();
    expect(recorder.open('BTCUSDT')).toEqual([]);
  }

  test('is that of the last tick at or before it, whether its minute is written, sealed or neither', async () => {
    tick('1001', AT - 500);
    tick('1002', AT);
    tick('1003', AT + 1);
    expect(await markAt()).toBe(price('1002'));
    expect(await markAt(millis(AT - 1))).toBe(price('1001'));
    time.set(AT + 100);
    await recorder.flush();
    expect(await markAt()).toBe(price('1002'));
    await seal();
    expect(await markAt()).toBe(price('1002'));
  });

  test('is not known when the last tick is more than a minute older', async () => {
    tick('1001', AT - MINUTE_MS);
    expect(await markAt()).toBe(price('1001'));
    expect(await markAt(millis(AT + 1))).toBeUndefined();
    await seal();
    expect(await markAt()).toBe(price('1001'));
    expect(await markAt(millis(AT + 1))).toBeUndefined();
  });

  test('is never that of a tick that came late', async () => {
    tick('1001', AT - 500);
    tick('1005', AT + 800);
    tick('1005', AT - 100, { recvTs: millis(AT + 900) });
    expect(await markAt()).toBe(price('1001'));
    await seal();
    expect(await markAt()).toBe(price('1001'));
  });

  test('is not changed by what comes a quarter of a second after it', async () => {
    tick('1001', AT - 500);
    tick('1002', AT - 100, { recvTs: millis(AT + 249) });
    expect(await markAt()).toBe(price('1002'));
    tick('1003', AT - 50, { recvTs: millis(AT + 250) });
    expect(await markAt()).toBe(price('1002'));
    await seal();
    expect(await markAt()).toBe(price('1002'));
  });
});
