import { expect, test } from 'vitest';
import { counted } from './counted.ts';
import { overseaAccount } from './oversea-account.ts';

test.each([
  ['1', '1 tick'],
  ['−1', '−1 tick'],
  ['0', '0 ticks'],
  ['21', '21 ticks'],
  ['1,001', '1,001 ticks'],
])('%s is written as %s', (count, expected) => {
  expect(counted(count, 'tick')).toBe(expected);
});

test('one contract is closed, not one contracts', () => {
  expect(overseaAccount.closeAtMarket(overseaAccount.contracts('1'))).toBe('Close 1 contract');
});
