import type { LiquidationReport } from '@maru/contract/futures/receipt';
import { expect, test } from 'vitest';
import { tradedEther } from '../../futures-market-double.ts';
import { reportOf } from '../../futures-receipt-double.ts';
import { termsOf } from '../account/engine-view.ts';
import { hindsightOf } from './hindsight.ts';

const terms = termsOf(tradedEther)!;
const after = { lows: ['3164.3', '3150'], highs: ['3188', '3192.4'] };
const seenIn = (report: LiquidationReport, prices = after) => hindsightOf(report, terms, prices);

test('the missing margin is what the worst price took below the maintenance, and one unit more', () => {
  // 2.5 × 3,192.4 × 0.4 % of maintenance and 2.5 × 56.2 of loss, less 156.81 of margin and 0.784 of funding.
  expect(seenIn(reportOf())).toMatchObject({ worst: '3192.4', margin: '14.83000001' });
});

test('a lower leverage would have set more margin aside: the highest that survives is named', () => {
  // 7,840.5 / 45 is 174.23, with funding more than the 172.424 that were needed; 7,840.5 / 46 is not.
  expect(seenIn(reportOf())?.leverage).toBe(45);
});

test('no leverage survives a price that takes more than the whole value', () => {
  expect(seenIn(reportOf(), { lows: [], highs: ['6300'] })?.leverage).toBeUndefined();
});

test('a stop-loss at half of the margin ends at a price of the instrument, after fees and funding', () => {
  // 78.4 of loss, 6.2724 and 6.33512 of fees, 0.784 of funding.
  expect(seenIn(reportOf())?.stop).toEqual({ price: '3167.56', net: '-90.22352' });
});

test('where the price never went further, the mark of the liquidation is the worst', () => {
  expect(seenIn(reportOf(), { lows: ['3100'], highs: ['3120'] })).toMatchObject({ worst: '3186.5' });
});

test('a cross account has no single change: more than one position brought it down', () => {
  const report = reportOf();
  expect(seenIn({ ...report, liquidation: { ...report.liquidation, marginType: 'CROSS' } })).toBeUndefined();
});
