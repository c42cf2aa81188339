import { expect, test } from 'vitest';
import { termsOf } from '../../binary-double.ts';
import { quickAmounts, type StakeRoom, stakeFault, stakeHalf, stakeMost, stakePlus } from './stake.ts';

const room = (change: Partial<StakeRoom> = {}): StakeRoom => ({
  terms: termsOf('R1'),
  staked: '0',
  available: '1248500',
  ...change,
});

test.each([
  ['', undefined, 'enter'],
  ['4999', undefined, 'belowLeast'],
  ['5500', undefined, 'offUnit'],
  ['5001000', '9000000', 'aboveMost'],
  ['1249000', undefined, 'aboveAvailable'],
  ['1248000', undefined, undefined],
] as const)('a stake of %s is judged as the engine would', (stake, available, fault) => {
  expect(stakeFault(stake, room(available === undefined ? {} : { available }))).toBe(fault);
});

test('earlier stakes on the round count against its limit', () => {
  expect(stakeFault('2000000', room({ staked: '9000000', available: '5000000' }))).toBe('aboveRound');
  expect(stakeMost(room({ staked: '9000000', available: '5000000' }))).toBe('1000000');
});

test('the largest stake is on the unit and within the free money', () => {
  expect(stakeMost(room())).toBe('1248000');
  expect(stakeMost(room({ available: '90000000' }))).toBe('5000000');
  expect(stakeMost(room({ available: undefined }))).toBe('0');
  expect(stakeHalf(room())).toBe('624000');
});

test('a quick amount adds, and an amount over the limit is not reduced', () => {
  expect(quickAmounts('1000')).toEqual(['10000', '50000', '100000']);
  expect(stakePlus('', '10000')).toBe('10000');
  expect(stakePlus('1240000', '50000')).toBe('1290000');
  expect(stakeHalf(room({ available: '20000000' }))).toBe('10000000');
});
