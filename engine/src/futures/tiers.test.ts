import { expect, test } from 'vitest';
import { amount, rate } from '../amount.ts';
import { tiersOf } from './tiers.ts';

/** Caps, leverage and rates in percent, as the published tables show them. */
const table = (rows: readonly (readonly [cap: string, percent: string])[]) =>
  tiersOf(
    rows.map(([cap, percent], place) => ({
      cap: amount(cap),
      leverageMost: rows.length - place,
      maintenance: rate((Number(percent) / 100).toFixed(8).replace(/0+$/, '')),
    })),
  );
const deductions = (rows: Parameters<typeof table>[0]) =>
  table(rows).map(({ deduction }) => Number(deduction) / 1e8);

test('B11: the deductions of the USD-M table follow from floors and rates', () => {
  const rows = [
    ['50000', '0.4'],
    ['250000', '0.5'],
    ['1000000', '1'],
    ['10000000', '2.5'],
    ['20000000', '5'],
    ['50000000', '10'],
    ['100000000', '12.5'],
    ['200000000', '15'],
    ['300000000', '25'],
    ['500000000', '50'],
  ] as const;
  expect(deductions(rows)).toEqual([
    0, 50, 1_300, 16_300, 266_300, 1_266_300, 2_516_300, 5_016_300, 25_016_300, 100_016_300,
  ]);
});

test('B13: and those of a table from an exchange', () => {
  const rows = [
    ['50000', '1'],
    ['150000', '2.5'],
    ['250000', '5'],
    ['500000', '10'],
    ['1000000', '12.5'],
    ['2000000', '25'],
    ['30000000', '50'],
  ] as const;
  expect(deductions(rows)).toEqual([0, 750, 4_500, 17_000, 29_500, 154_500, 654_500]);
});

test('B08: a deduction adds the floor times the step of the rate', () => {
  const rows = [
    ['5', '0.4'],
    ['10', '0.5'],
    ['20', '1'],
    ['50', '2.5'],
    ['100', '5'],
  ] as const;
  // The older table had 0.56 before this step; the step itself is 50 × 2.5 % = 1.25.
  const [, , , before, after] = table(rows);
  expect(after!.deduction - before!.deduction).toBe(amount('1.25'));
  expect(amount('0.56') + amount('1.25')).toBe(amount('1.81'));
});

test('a table that does not rise is refused', () => {
  const one = { cap: amount('10'), leverageMost: 10, maintenance: rate('0.01') };
  expect(() => tiersOf([one, one])).toThrow('each tier reaches further');
  expect(() => tiersOf([])).toThrow('an instrument has a tier');
});
