// Worked figures of the rule book that need nothing but amounts. The letters are those of the test vectors.
import { describe, expect, test } from 'vitest';
import {
  type Amount,
  amount,
  amountOfUnits,
  divide,
  minus,
  notional,
  ONE,
  type Price,
  plus,
  portion,
  price,
  qty,
  type Rate,
  type Rounding,
  rate,
  sum,
  toPlaces,
} from './amount.ts';

const percent = (part: bigint, whole: bigint): Amount =>
  amountOfUnits(divide(part * 10_000n, whole, 'down') * (ONE / 100n));

/** Money at a quote, the other way round: how many dollars are these won. */
const exchangedAt = (of: Amount, quote: Rate, rounding: Rounding): Amount =>
  amountOfUnits(divide(of * ONE, quote, rounding));

describe('a won binary bet', () => {
  test('F10: 5,000 at 0.87 credits 9,350', () => {
    const profit = portion(amount('5000'), rate('0.87'), 'down');
    expect(profit).toBe(amount('4350'));
    expect(plus(amount('5000'), profit)).toBe(amount('9350'));
  });

  test('F11: 10.01 at 0.87 in a wallet of two places pays 8.70 and not 8.71', () => {
    const profit = toPlaces(portion(amount('10.01'), rate('0.87'), 'down'), 2, 'down');
    expect(profit).toBe(amount('8.7'));
    expect(plus(amount('10.01'), profit)).toBe(amount('18.71'));
  });

  test('F04: at a payout of 80 % one breaks even with 55.56 % won', () => {
    expect(divide(10_000n * ONE, ONE + rate('0.8'), 'half-up')).toBe(5_556n);
  });

  test('F19: an exposure of 1,410,000 leaves room for a stake of 678,000', () => {
    const exposure = minus(portion(amount('3000000'), rate('0.87'), 'up'), amount('1200000'));
    expect(exposure).toBe(amount('1410000'));
    const room = toPlaces(exchangedAt(minus(amount('2000000'), exposure), rate('0.87'), 'down'), 0, 'down');
    expect(room).toBe(amount('678160'));
    const unit = amount('1000');
    expect(divide(room, unit, 'down') * unit).toBe(amount('678000'));
  });

  test('G11: 10,000 at odds of 1.95 credits 19,500', () => {
    expect(portion(amount('10000'), rate('1.95'), 'down')).toBe(amount('19500'));
  });
});

describe('won and dollars', () => {
  test('I04: 100,000 won at 1,385.50 are 72.1761097 USDT', () => {
    expect(exchangedAt(amount('100000'), rate('1385.5'), 'down')).toBe(amount('72.17610970'));
  });

  test('I05: 1 USDT to won and back at one rate is never more than 1 USDT', () => {
    const won = toPlaces(portion(amount('1'), rate('1385.5'), 'down'), 0, 'down');
    expect(won).toBe(amount('1385'));
    expect(exchangedAt(won, rate('1385.5'), 'down')).toBe(amount('0.99963911'));
  });
});

describe('overseas futures are paid in whole won, a loss rounds away from zero', () => {
  const won = (gap: string, perPoint: string, quote: string): Amount =>
    toPlaces(portion(notional(qty(perPoint), price(gap), 'down'), rate(quote), 'down'), 0, 'down');

  test.each([
    ['E13: three NQ gain 12.5 points at 20 USD', '12.5', '60', '1385.5', '1039125'],
    ['E14: a short ES loses 3.25 points at 50 USD', '-3.25', '50', '1385.37', '-225123'],
    ['E16: a NIY loses 25 points at 500 JPY', '-25', '500', '9.1234', '-114043'],
  ])('%s', (_, gap, perPoint, quote, expected) => {
    expect(won(gap, perPoint, quote)).toBe(amount(expected));
  });
});

describe('linear contracts', () => {
  test('A20: half a bitcoin from 60,000 to 61,250.5 nets 576.7498 after both fees', () => {
    const size = qty('0.5');
    const fee = (at: Price) => portion(notional(size, at, 'up'), rate('0.0008'), 'up');
    const gain = notional(size, price('1250.5'), 'down');
    expect(gain).toBe(amount('625.25'));
    expect([fee(price('60000')), fee(price('61250.5'))]).toEqual([amount('24'), amount('24.5002')]);
    expect(minus(gain, sum([fee(price('60000')), fee(price('61250.5'))]))).toBe(amount('576.7498'));
    expect(percent(gain, amount('1500'))).toBe(amount('41.68'));
  });

  test('B01: the margin of 9,253.30 at 20x is a debit and is not cut', () => {
    expect(divide(notional(qty('1'), price('9253.3'), 'up'), 20n, 'up')).toBe(amount('462.665'));
  });

  test('B14: a maintenance margin with its deduction is exact', () => {
    const value = notional(qty('109.488'), price('31967.27'), 'up');
    const margin = minus(portion(value, rate('0.025'), 'up'), amount('16300'));
    expect(toPlaces(margin, 5, 'down')).toBe(amount('71200.81144'));
  });

  test('D07: a funding charge rounds away from zero', () => {
    expect(portion(notional(qty('-0.5'), price('60500'), 'down'), rate('0.0001'), 'down')).toBe(
      amount('-3.025'),
    );
  });
});

describe('inverse contracts floor the signed coin amount', () => {
  /** size × (1 / entry − 1 / exit), rounded once. */
  const gain = (size: bigint, entry: Price, exit: Price): Amount =>
    amountOfUnits(divide(size * (exit - entry) * ONE, entry * exit, 'down'));

  test.each([
    ['A02', '15000', '750', '800', '1.25'],
    ['A05', '1000', '5000', '5500', '0.01818181'],
    ['A07', '10000', '2500', '2800', '0.42857142'],
    ['A22', '100000', '60000', '61250.5', '0.03402693'],
    ['A23', '-100000', '60000', '61250.5', '-0.03402694'],
  ])('%s: %s from %s to %s', (_, size, entry, exit, expected) => {
    expect(gain(qty(size), price(entry), price(exit))).toBe(amount(expected));
  });

  test('A22, A23: the return is floored on both sides', () => {
    const [entry, exit] = [price('60000'), price('61250.5')];
    expect(percent(20n * (exit - entry), exit)).toBe(amount('40.83'));
    expect(percent(-20n * (exit - entry), exit)).toBe(amount('-40.84'));
  });

  test('A11: the average entry of 1,000 at 50,000 and 3,000 at 50,035', () => {
    const [a, b] = [50_000n, 50_035n];
    expect(divide(4_000n * a * b * 10n ** 7n, 1_000n * b + 3_000n * a, 'half-up')).toBe(500_262_454_071n);
  });

  test('C22: the margin of 100,000 at 60,000 and 20x rounds up', () => {
    expect(divide(amount('100000') * ONE, price('60000') * 20n, 'up')).toBe(amount('0.08333334'));
  });
});
