import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amount, portion, type Rate, rate, sum, toDecimal } from '../amount.ts';
import { accruedRows, type MemberBase } from './accrue.ts';

const HEAD = 1;
const BRANCH = 2;
const SHOP = 3;
const OTHER = 4;
const paths: Readonly<Record<number, readonly number[]>> = {
  [HEAD]: [HEAD],
  [BRANCH]: [HEAD, BRANCH],
  [SHOP]: [HEAD, BRANCH, SHOP],
  [OTHER]: [HEAD, OTHER],
};

const terms = (rates: Readonly<Record<number, string>>, places = 0) => ({
  pathOf: (partner: number) => paths[partner] ?? [],
  rateOf: (partner: number) => rate(rates[partner] ?? '0'),
  placesOf: () => places,
});

const base = (partner: number, counted: string, undone = '0'): MemberBase => ({
  ...{
    partner,
    product: 'tip',
    currency: 'KRW',
    counted: amount(counted),
    undone: amount(undone),
    players: 1,
  },
});

const shown = (rows: ReturnType<typeof accruedRows>) =>
  rows.map(({ partner, line, type, base: of, rate: at, amount: share }) => [
    ...[partner, line, type, toDecimal(of), toDecimal(at), toDecimal(share)],
  ]);

describe('a day of shares', () => {
  test('I09: a partner earns the whole rate of own members, and the one above the rest of its rate', () => {
    const rows = accruedRows([base(BRANCH, '1000000')], terms({ [HEAD]: '0.5', [BRANCH]: '0.3' }));
    expect(shown(rows)).toEqual([
      [HEAD, BRANCH, 'DIFFERENCE', '1000000', '0.2', '200000'],
      [BRANCH, undefined, 'DIRECT', '1000000', '0.3', '300000'],
    ]);
  });

  test('I10: rates of 40, 30 and 10 % of 2,000,000 give 200,000, 400,000 and 200,000', () => {
    const rows = accruedRows(
      [base(SHOP, '2000000')],
      terms({ [HEAD]: '0.4', [BRANCH]: '0.3', [SHOP]: '0.1' }),
    );
    expect(rows.map((row) => toDecimal(row.amount))).toEqual(['200000', '400000', '200000']);
    expect(toDecimal(sum(rows.map((row) => row.amount)))).toBe('800000');
  });

  test('a line has all below it in one row, and each line a row of its own', () => {
    const rows = accruedRows(
      [base(SHOP, '1000'), base(BRANCH, '500'), base(OTHER, '300'), base(HEAD, '7')],
      terms({ [HEAD]: '0.4', [BRANCH]: '0.2', [SHOP]: '0.1', [OTHER]: '0.4' }),
    );
    expect(shown(rows.filter(({ partner }) => partner === HEAD))).toEqual([
      [HEAD, BRANCH, 'DIFFERENCE', '1500', '0.2', '300'],
      [HEAD, OTHER, 'DIFFERENCE', '300', '0', '0'],
      [HEAD, undefined, 'DIRECT', '7', '0.4', '2'],
    ]);
  });

  test('what was taken back is a row below zero, rounded as what it takes back was', () => {
    const rows = accruedRows([base(HEAD, '0', '1999')], terms({ [HEAD]: '0.001' }));
    expect(shown(rows)).toEqual([[HEAD, undefined, 'REVERSAL', '-1999', '0.001', '-1']]);
    const both = accruedRows([base(HEAD, '1999', '1999')], terms({ [HEAD]: '0.001' }));
    expect(sum(both.map((row) => row.amount))).toBe(0n);
  });

  test('a member of somebody who has no place in the tree earns nobody anything', () => {
    expect(accruedRows([base(99, '1000')], terms({ [HEAD]: '1' }))).toEqual([]);
  });

  test('never gives more than the rate of the head office, and the rest is less than a unit for each row', () => {
    const rates = fc
      .array(fc.bigInt({ min: 0n, max: 100_000_000n }), { minLength: 3, maxLength: 3 })
      .map((drawn) => drawn.sort((one, other) => (one < other ? 1 : -1)) as Rate[]);
    const bases = fc.array(
      fc.record({
        partner: fc.constantFrom(HEAD, BRANCH, SHOP),
        counted: fc.bigInt({ min: 0n, max: 10n ** 17n }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(bases, rates, fc.constantFrom(0, 2, 8), (drawn, line, places) => {
        const rows = accruedRows(
          drawn.map(({ partner, counted }) => ({ ...base(partner, '0'), counted: counted as Amount })),
          {
            pathOf: (partner) => paths[partner] ?? [],
            rateOf: (partner) => line[partner - 1] ?? (0n as Rate),
            placesOf: () => places,
          },
        );
        const counted = drawn.reduce((total, each) => total + each.counted, 0n) as Amount;
        const rest = portion(counted, line[0] ?? (0n as Rate), 'down') - sum(rows.map((row) => row.amount));
        expect(rows.every((row) => row.amount >= 0n)).toBe(true);
        expect(rest >= 0n).toBe(true);
        expect(rest <= BigInt(rows.length) * 10n ** BigInt(8 - places)).toBe(true);
      }),
    );
  });
});
