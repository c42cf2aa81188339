import { expect, test } from 'vitest';
import { amount, toDecimal, ZERO } from '../amount.ts';
import { type Level, mostToday } from './levels.ts';

const won = { numerator: amount('1'), denominator: amount('1') };

test.each([
  [0, '10000000'],
  [1, '50000000'],
  [2, '200000000'],
] as const)('level %i withdraws %s won a day', (level, most) => {
  expect(toDecimal(mostToday(level, ZERO, won) ?? 0n)).toBe(most);
});

test('what has left today is taken from it, and never more than all', () => {
  const left = (used: string) => toDecimal(mostToday(0, amount(used), won) ?? -1n);
  expect(['1', '9999999.99999999', '10000000', '70000000'].map(left)).toEqual([
    '9999999',
    '0.00000001',
    '0',
    '0',
  ]);
});

test('the highest level has no limit', () => {
  expect(mostToday(3, amount('900000000'), won)).toBeUndefined();
});

test('a coin is limited by what it is worth, rounded down', () => {
  const most = mostToday(0, ZERO, { numerator: amount('3'), denominator: amount('1') });
  expect(toDecimal(most ?? 0n)).toBe('3333333.33333333');
});

test('a coin of unknown worth does not leave below the highest level', () => {
  const nothing = { numerator: amount('0'), denominator: amount('0') };
  expect(([0, 1, 2, 3] as Level[]).map((level) => mostToday(level, ZERO, nothing))).toEqual([
    0n,
    0n,
    0n,
    undefined,
  ]);
});
