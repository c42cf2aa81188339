import { ONE, toDecimal } from '@maru/engine/amount';
import { describe, expect, test } from 'vitest';
import { currencyOfWallet, futuresContracts } from './contracts.ts';
import { tierTables } from './tier-tables.ts';

describe.each([...tierTables])('the tiers %s', (_name, { tiers }) => {
  test('ask for less maintenance margin than for margin to open, in every tier', () => {
    const marginOf = (leverageMost: number) => ONE / BigInt(leverageMost);
    expect(tiers.filter(({ maintenance, leverageMost }) => maintenance >= marginOf(leverageMost))).toEqual(
      [],
    );
  });

  test('leave off where the next one begins', () => {
    expect(tiers.map(({ floor }) => floor)).toEqual([0n, ...tiers.slice(0, -1).map(({ cap }) => cap)]);
  });
});

test('the deductions of bitcoin are those that make the maintenance margin continuous', () => {
  const deductions = (name: string) =>
    tierTables.get(name)?.tiers.map(({ deduction }) => toDecimal(deduction));
  expect(deductions('btc')).toEqual(['0', '50', '1300', '16300', '266300', '1266300']);
  // The published table of a coin-margined contract has the same ones (B09).
  expect(deductions('btc-coin')).toEqual(['0', '0.005', '0.055', '0.355', '1.605', '6.605', '11.605']);
});

test('every contract has tiers in the currency of its wallet, and their first allows its leverage', () => {
  for (const { wallet, tierTable, leverageMost } of futuresContracts) {
    const table = tierTables.get(tierTable);
    expect([table?.currency, table?.tiers[0]?.leverageMost]).toEqual([
      currencyOfWallet(wallet),
      leverageMost,
    ]);
  }
});
