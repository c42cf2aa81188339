// The ticks of the rounds that a stopped process missed, read from the record.
import { price } from '@maru/engine/amount';
import type { Tick } from '@maru/engine/market/tick';
import { later, MINUTE_MS, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { insertMinutes } from '../market/tick-store.ts';
import { FIRST_HASH, tickText } from '../market/tick-text.ts';
import { createTickWindow } from './tick-window.ts';

const MINUTE = millis(Date.parse('2026-09-24T15:50:00+09:00'));

const tickOf = (stock: string, second: number): Tick => {
  const ts = later(MINUTE, second * 1_000);
  const last = price(String(second + 1));
  return { stock, ts, seq: second, last, bid: last, ask: last, mark: last, recvTs: ts };
};

describe.each(testDatabases)('ticks of missed rounds on $name', ({ open }) => {
  let store: TestDatabase;

  beforeAll(async () => {
    store = await open();
    const minutes = ['COIN_A', 'COIN_B'].map((stock) => {
      const ticks = tickText(
        [0, 20, 40].map((second) => tickOf(stock, second)),
        MINUTE,
      );
      return { stock, minute: MINUTE, ticks, count: 3, previousHash: FIRST_HASH, hash: FIRST_HASH };
    });
    await store.database.transaction((tx) => insertMinutes(tx, minutes));
  });
  afterAll(() => store.drop());

  test('those of several instruments come from one read, each from its own start', async () => {
    let reads = 0;
    const database: Database = {
      ...store.database,
      transaction(work) {
        reads += 1;
        return store.database.transaction(work);
      },
    };
    const now = later(MINUTE, 60 * MINUTE_MS);
    const window = createTickWindow({
      database,
      onTick: () => () => undefined,
      record: { open: (stock) => (stock === 'COIN_B' ? [tickOf(stock, 25)] : []) },
      recordedUntil: undefined,
      time: { clock: () => now, wait: () => new Promise<void>(() => undefined) },
    });
    const asked = [
      { stock: 'COIN_A', from: MINUTE },
      { stock: 'COIN_B', from: later(MINUTE, 20_000) },
      { stock: 'COIN_C', from: MINUTE },
    ];
    const gathered = await window.gatherMany(asked, later(MINUTE, 30_000));
    expect(reads).toBe(1);
    const seqs = [...gathered].map(([stock, ticks]) => [stock, ticks.map(({ seq }) => seq)]);
    expect(seqs).toEqual([
      ['COIN_A', [0, 20]],
      ['COIN_B', [20, 25]],
      ['COIN_C', []],
    ]);
  });
});
