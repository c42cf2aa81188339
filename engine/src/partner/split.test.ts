import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amount, portion, type Rate, rate, sum, toDecimal } from '../amount.ts';
import { splitOf } from './split.ts';

describe('the split of a base along the line of partners', () => {
  test('I10: rates of 40, 30 and 10 % give each the difference to the one below', () => {
    const shares = splitOf(amount('2000000'), [rate('0.4'), rate('0.3'), rate('0.1')], { places: 0 });
    expect(shares.map(toDecimal)).toEqual(['200000', '400000', '200000']);
  });

  test('never gives more than the rate of the head office, and the rest is less than a unit for each partner', () => {
    const rates = fc
      .array(fc.bigInt({ min: 0n, max: 100_000_000n }), { minLength: 1, maxLength: 4 })
      .map((drawn) => drawn.sort((a, b) => (a < b ? 1 : -1)) as Rate[]);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 18n }),
        rates,
        fc.constantFrom(0, 2, 8),
        (base, line, places) => {
          const shares = splitOf(base as Amount, line, { places });
          const whole = portion(base as Amount, line[0] ?? (0n as Rate), 'down');
          expect(shares.every((share) => share >= 0n)).toBe(true);
          const rest = whole - sum(shares);
          expect(rest >= 0n).toBe(true);
          expect(rest <= BigInt(line.length) * 10n ** BigInt(8 - places)).toBe(true);
        },
      ),
    );
  });
});
