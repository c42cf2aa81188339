import { expect, test } from 'vitest';
import { price } from '../amount.ts';
import { rateChange } from './rate-change.ts';

test.each([
  ['101.28', '100', 1.28],
  ['100.005', '100', 0.01],
  ['100.0049', '100', 0],
  ['99.995', '100', 0],
  ['99.9949', '100', -0.01],
  ['-37.63', '18.27', -305.97],
  ['5', '0', 0],
  ['-20', '-10', -100],
])('from %s against %s it is %d percent', (last, previousClose, percent) => {
  expect(rateChange(price(last), price(previousClose))).toBe(percent);
});
