// What the database adds up of a trader's past is what the engine makes of the days themselves.
import { toDecimal } from '@maru/engine/amount';
import { addDays, noPast, traderFigures } from '@maru/engine/copytrade/statistics';
import { playerId } from '@maru/engine/purse';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRow } from '../db/insert-row.ts';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { listDays, listPasts, readReturns } from './trader-store.ts';

const TRADER = playerId(7);
const TODAY = 20_400;
const units = (most: number) => fc.integer({ min: -most, max: most }).map((each) => toDecimal(BigInt(each)));
const some = (most: number) => fc.integer({ min: 0, max: most }).map((each) => toDecimal(BigInt(each)));

const day = fc.record({
  day: fc.oneof(fc.integer({ min: TODAY - 40, max: TODAY }), fc.integer({ min: TODAY - 400, max: TODAY })),
  growth: fc.option(
    fc.oneof(fc.integer({ min: -9_210_340_372, max: 5 }), fc.integer({ min: -5, max: 2_000_000_000 })),
  ),
  ...{
    closed: fc.nat(9),
    wins: fc.nat(9),
    held_ms: fc.nat(2 ** 31 - 1),
    copied: fc.nat(50),
    missed: fc.nat(9),
  },
  ...{ net: units(2 ** 31 - 1), copy_net: units(2 ** 31 - 1), copy_slipped: units(2 ** 31 - 1) },
  ...{ gains: some(99_999), opened_value: some(99_999), opened_margin: some(99_999) },
  ...{ copy_margin: some(99_999), shared: some(99_999), copy_value: some(99_999) },
});
const days = fc.uniqueArray(day, { selector: (each) => each.day, maxLength: 60 });

describe.each(testDatabases)('the past of a trader on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());

  test('gives the same figures as its days', async () => {
    await fc.assert(
      fc.asyncProperty(days, fc.integer({ min: 0, max: 3 }), async (rows, open_) => {
        const before = TODAY - open_;
        const read = await store.database.transaction(async (tx) => {
          await tx.query('delete from copy_day');
          for (const row of rows)
            await insertRow(tx, 'copy_day', { ...row, trader_id: TRADER, site_id: 1, updated_ms: row.day });
          return {
            all: await listDays(tx, [TRADER], 0),
            past: (await listPasts(tx, [TRADER, 8], { before, month: TODAY - 29 }))[0],
            since: await listDays(tx, [TRADER], before),
            returns: await readReturns(tx, TRADER, TODAY - 100),
          };
        });
        const first = Math.min(TODAY, ...rows.map((row) => row.day));
        const whole = addDays(noPast(first), read.all, TODAY);
        const kept = addDays(read.past ?? noPast(first), read.since, TODAY);
        expect(kept).toEqual(whole);
        expect(traderFigures(kept, TODAY)).toEqual(traderFigures(whole, TODAY));
        const over = rows.filter((row) => row.day < before);
        expect(read.past?.updatedAt).toBe(
          over.length === 0 ? undefined : Math.max(...over.map((row) => row.day)),
        );
        const shown = (at: number): number => whole.returns[at - first] ?? 0;
        for (let at = TODAY - 100; at <= TODAY; at += 1)
          expect(read.returns.returns[at - read.returns.first] ?? 0).toBe(shown(at));
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });
});
