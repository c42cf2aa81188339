import { expect, test } from 'vitest';
import { amount, toDecimal } from '../amount.ts';
import { type Level, mostAtOnce } from './levels.ts';

const won = { numerator: amount('1'), denominator: amount('1') };

test.each([
  [0, '10000000'],
  [1, '50000000'],
  [2, '200000000'],
] as const)('level %i withdraws %s won at once', (level, most) => {
  expect(toDecimal(mostAtOnce(level, won) ?? 0n)).toBe(most);
});

test('the highest level has no limit', () => {
  expect(mostAtOnce(3, won)).toBeUndefined();
});

test('a coin is limited by what it is worth, rounded down', () => {
  const most = mostAtOnce(0, { numerator: amount('3'), denominator: amount('1') });
  expect(toDecimal(most ?? 0n)).toBe('3333333.33333333');
});

test('a coin of unknown worth does not leave below the highest level', () => {
  const nothing = { numerator: amount('0'), denominator: amount('0') };
  expect(([0, 1, 2, 3] as Level[]).map((level) => mostAtOnce(level, nothing))).toEqual([
    0n,
    0n,
    0n,
    undefined,
  ]);
});
