import { expect, test } from 'vitest';
import { shortStake } from './short-stake.ts';

test.each([
  ['10000', '1만', '10K'],
  ['1235000', '123.5만', '1,235,000'],
  ['2470000', '247만', '2.47M'],
  ['5000', '5,000', '5K'],
  ['12.5', '12.5', '12.5'],
])('a stake of %s is written as %s and %s, and never rounded', (stake, korean, english) => {
  expect(shortStake(stake, 'ko')).toBe(korean);
  expect(shortStake(stake, 'en')).toBe(english);
});
