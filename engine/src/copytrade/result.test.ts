import { expect, test } from 'vitest';
import { amount } from '../amount.ts';
import { averageInvested, followerResult, percentOf } from './result.ts';

const parts = {
  total: amount('55'),
  shared: amount('5.5'),
  slipped: amount('3.3333'),
  fees: amount('2.1'),
  funding: amount('-0.77'),
  averageInvested: amount('700'),
  traderPercent: 12.34,
};

test.each([
  ['a profit', parts],
  ['a loss', { ...parts, total: amount('-80.123'), shared: amount('0') }],
  ['a trader who lost', { ...parts, traderPercent: -3.07 }],
  ['figures that are no whole hundredths', { ...parts, averageInvested: amount('333.333') }],
])('the causes of %s add up exactly to the difference', (_name, given) => {
  const { minePercent, traderPercent, causes } = followerResult(given);
  const hundredths = (value: number | undefined) => Math.round((value ?? 0) * 100);
  expect(causes.map(({ cause }) => cause)).toEqual(['SLIPPAGE', 'SIZE', 'FEES', 'SHARE']);
  expect(causes.reduce((sum, { points }) => sum + hundredths(points), 0)).toBe(
    hundredths(minePercent) - hundredths(traderPercent),
  );
});

test('slippage, costs and share are what they took of the mean margin', () => {
  const { minePercent, causes } = followerResult(parts);
  expect(minePercent).toBe(7.07);
  expect(Object.fromEntries(causes.map(({ cause, points }) => [cause, points]))).toEqual({
    SLIPPAGE: -0.48,
    SIZE: -3.59,
    FEES: -0.41,
    SHARE: -0.79,
  });
});

test('without a copy, or without a curve of the trader, nothing is compared', () => {
  expect(followerResult({ ...parts, averageInvested: amount('0') })).toEqual({
    minePercent: undefined,
    traderPercent: 12.34,
    causes: [],
  });
  expect(followerResult({ ...parts, traderPercent: undefined })).toEqual({
    minePercent: 7.07,
    traderPercent: undefined,
    causes: [],
  });
  expect(percentOf(1n, 0n)).toBeUndefined();
});

test('the mean margin counts only the time in which there was any', () => {
  const used = { used: amount('200'), usedSince: 1_000, usedSum: amount('100') * 500n, usedMs: 500 };
  expect(averageInvested(used, 1_500)).toBe(amount('150'));
  expect(averageInvested({ ...used, used: amount('0') }, 9_000)).toBe(amount('100'));
  expect(averageInvested({ used: amount('0'), usedSince: 0, usedSum: 0n, usedMs: 0 }, 9_000)).toBe(0n);
});
