import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Amount, amount, unitOf } from '../amount.ts';
import { coinsFor, wonFor } from './coin-trade.ts';
import { rateOf } from './testing.ts';

test('won buys floor(won / rate) coins, and coins bring whole won', () => {
  expect(coinsFor(amount('100000'), rateOf('1385.5'), unitOf(8))).toBe(amount('72.1761097'));
  expect(coinsFor(amount('1'), rateOf('90000000'), unitOf(8))).toBe(amount('0.00000001'));
  expect(wonFor(amount('0.00000001'), rateOf('1385.5'))).toBe(0n);
  expect(wonFor(amount('72.1761097'), rateOf('1385.5'))).toBe(amount('99999'));
});

test('buying coins and selling them at the same rate never gains', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 9n),
      fc.bigInt(1n, 10n ** 18n),
      fc.bigInt(1n, 10n ** 10n),
      (won, over, under) => {
        const rate = { ...rateOf('1'), numerator: over as Amount, denominator: under as Amount };
        const paid = (won * 100_000_000n) as Amount;
        expect(wonFor(coinsFor(paid, rate, unitOf(8)), rate) <= paid).toBe(true);
      },
    ),
  );
});
