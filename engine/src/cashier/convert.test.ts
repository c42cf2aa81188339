import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amount, unitOf } from '../amount.ts';
import { later } from '../time.ts';
import { convertedAmount } from './convert.ts';
import { cashierBook, conversion, done, house, now, partner, purse, rateOf, refusal } from './testing.ts';

const NO_SPREAD = amount('0');
const WON = unitOf(0);
const COIN = unitOf(8);

describe('a conversion', () => {
  test('I04: 100,000 won at 1,385.50 are 72.1761097 USDT, and both legs go through the house', () => {
    const book = cashierBook();
    done(book, conversion());
    expect([purse(book, 'BINARY'), purse(book, 'USDT')]).toEqual(['900000', '572.1761097']);
    expect([house(book, 'fx', 'KRW'), house(book, 'fx', 'USDT')]).toEqual(['100000', '-72.1761097']);
  });

  test('I05: 1 USDT to won and back is never more than 1 USDT', () => {
    const won = convertedAmount(amount('1'), rateOf('1385.5'), NO_SPREAD, WON);
    expect(won).toBe(amount('1385'));
    expect(convertedAmount(won, rateOf('1', '1385.5'), NO_SPREAD, COIN)).toBe(amount('0.99963911'));
  });

  test('I03: the spread is taken before the one rounding', () => {
    expect(convertedAmount(amount('100'), rateOf('1385.5'), amount('0.005'), WON)).toBe(amount('137857'));
  });

  test('a circle of conversions at fixed rates never gains, however small the steps', () => {
    const rates = fc.bigInt(1n, 10n ** 15n);
    const step = fc.record({
      spread: fc.constantFrom(NO_SPREAD, amount('0.005')),
      unit: fc.constantFrom(WON, COIN),
    });
    let cycles = 0;
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 16n),
        fc.array(fc.tuple(rates, rates, step), { minLength: 1, maxLength: 2 }),
        fc.array(fc.bigInt(0n, 1_000n), { minLength: 100, maxLength: 100 }),
        (start, legs, shifts) => {
          for (const shift of shifts) {
            cycles += 1;
            const first = (start + shift) as Amount;
            let held = first;
            // There by each rate, and back by the same one.
            for (const [numerator, denominator, { spread, unit }] of legs)
              held = convertedAmount(held, { numerator, denominator } as never, spread, unit);
            for (const [numerator, denominator, { spread }] of legs.toReversed())
              held = convertedAmount(
                held,
                { numerator: denominator, denominator: numerator } as never,
                spread,
                COIN,
              );
            if (held > first) throw new Error(`${first} became ${held}`);
          }
        },
      ),
      { numRuns: 1_100 },
    );
    expect(cycles).toBeGreaterThan(100_000);
  });

  test('a quote and its rate serve until their very last millisecond', () => {
    const at = (ms: number, own: object) => refusal(cashierBook(), conversion(own), later(now, ms));
    expect([at(9_999, {}), at(10_000, {})]).toEqual(['OK', 'QUOTE_EXPIRED']);
    const long = { quoteUntil: later(now, 90_000) };
    expect([at(60_000, long), at(60_001, long)]).toEqual(['OK', 'RATE_STALE']);
  });

  // Every row is also wrong in a later way: the earlier reason must win.
  test.each([
    ['PARTNER_CANNOT_TRADE', { player: partner, to: 'GOLD' }],
    ['WALLET_UNSUPPORTED', { to: 'GOLD', amount: amount('0') }],
    ['SAME_WALLET', { to: 'BINARY', amount: amount('0') }],
    ['SAME_WALLET', { from: 'FUTURES', to: 'USDT', amount: amount('0') }],
    ['ENTER_AMOUNT', { amount: amount('0'), quoteUntil: now }],
    ['AMOUNT_OFF_UNIT', { amount: amount('0.5'), quoteUntil: now }],
    ['QUOTE_EXPIRED', { quoteUntil: now, rate: rateOf('1', '1385.5', later(now, -60_001)) }],
    ['RATE_STALE', { rate: rateOf('1', '1385.5', later(now, -60_001)), amount: amount('2000000') }],
    ['CONVERTS_TO_NOTHING', { rate: rateOf('0.00000001', '92233720368'), reserved: amount('2000000') }],
    ['ABOVE_WITHDRAWABLE', { amount: amount('100001'), reserved: amount('900000') }],
  ] as const)('is refused in this order: %s', (expected, own) => {
    expect(refusal(cashierBook(), conversion(own))).toBe(expected);
  });
});
