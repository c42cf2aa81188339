import { expect, test } from 'vitest';
import { percentOf, shareOf } from './share.ts';

test.each([
  ['0.005', '0.5'],
  ['0', '0'],
  ['0.1', '10'],
  ['0.00000001', '0.000001'],
  ['1', '100'],
])('a share of %s is %s percent, and back', (share, percent) => {
  expect(percentOf(share)).toBe(percent);
  expect(shareOf(percent)).toBe(share);
});
