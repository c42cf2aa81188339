// Worked figures of the rule book that need no book. The letters are those of the test vectors.
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
  portion,
  price,
  qty,
  type Rate,
  type Rounding,
  rate,
  sum,
  toPlaces,
} from './amount.ts';
import {
  betOutcome,
  breakEven,
  exposureOf,
  payoutOf,
  profitOf,
  roomFor,
  roundOutcome,
  strikeFor,
} from './binary/prices.ts';
import { windowsOf } from './rounds/round.ts';
import { isWithin, later, millis } from './time.ts';

const percent = (part: bigint, whole: bigint): Amount =>
  amountOfUnits(divide(part * 10_000n, whole, 'down') * (ONE / 100n));

/** Money at a quote, the other way round: how many dollars are these won. */
const exchangedAt = (of: Amount, quote: Rate, rounding: Rounding): Amount =>
  amountOfUnits(divide(of * ONE, quote, rounding));

describe('a binary bet', () => {
  const profit = (stake: string, share: string, places = 2) => profitOf(amount(stake), rate(share), places);
  const payout = (stake: string, share: string, places = 2) => payoutOf(amount(stake), rate(share), places);

  test('F01: 100 at a profit of 90 % returns 190', () => {
    expect(payout('100', '0.9')).toBe(amount('190'));
  });

  test('F02: 100 at 85 % profits 85 and returns 185', () => {
    expect([profit('100', '0.85'), payout('100', '0.85')]).toEqual([amount('85'), amount('185')]);
  });

  test('F04: at a payout of 80 % one breaks even with 55.56 % won', () => {
    expect(breakEven(rate('0.8'))).toBe(rate('0.5556'));
  });

  test('F05, F07: 10 at 95.4 % pays 19.54 and at 97.3 % 19.73', () => {
    expect([payout('10', '0.954'), payout('10', '0.973')]).toEqual([amount('19.54'), amount('19.73')]);
  });

  test('F08: a commission of 13 % leaves a profit of 87 % of the stake', () => {
    expect(profit('10000', '0.87', 0)).toBe(amount('8700'));
  });

  test('F10: 5,000 at 0.87 credits 9,350', () => {
    expect(profit('5000', '0.87', 0)).toBe(amount('4350'));
    expect(payout('5000', '0.87', 0)).toBe(amount('9350'));
  });

  test('F11: 10.01 at 0.87 in a wallet of two places pays 8.70 and not 8.71', () => {
    expect(profit('10.01', '0.87')).toBe(amount('8.7'));
    expect(payout('10.01', '0.87')).toBe(amount('18.71'));
  });

  const noon = millis(1_767_614_400_000);
  const ticks = [
    { ts: later(noon, -200), seq: 1, price: price('1.08341') },
    { ts: noon, seq: 2, price: price('1.08342') },
    { ts: later(noon, 150), seq: 3, price: price('1.08345') },
  ];

  test('F05, F10: strictly higher wins, strictly lower loses all, and no move returns the stake', () => {
    const outcome = (closing: string) => {
      const end = { ts: later(noon, 60_000), seq: 4, price: price(closing) };
      const span = { open: noon, close: end.ts };
      const terms = { strikeMode: 'ROUND_OPEN', precision: 5, staleMs: 5_000 } as const;
      const { status, voidReason, closeTick } = roundOutcome([...ticks, end], span, terms);
      const bet = { side: 'UP', stake: amount('5000'), rate: rate('0.87'), acceptedAt: noon } as const;
      return betOutcome(bet, { status, voidReason, closeTick, ticks: undefined }, terms, 0);
    };
    expect(outcome('1.08343')).toEqual({ status: 1, credit: amount('9350') });
    expect(outcome('1.08341')).toEqual({ status: 2, credit: amount('0') });
    expect(outcome('1.08342')).toEqual({ status: 3, credit: amount('5000') });
  });

  test('F13: the price at 12:00:00.000 is that of the tick of this very millisecond', () => {
    const span = { open: noon, close: later(noon, 60_000) };
    expect(roundOutcome(ticks, span, { precision: 5, staleMs: 5_000 }).openTick?.price).toBe(
      price('1.08342'),
    );
  });

  test('F14: a bet accepted at 12:00:00.000 has the tick after it as its strike', () => {
    expect(strikeFor(ticks, noon)?.price).toBe(price('1.08345'));
  });

  test('F16: a last tick 6.3 s before the close is too old where 5 s are allowed', () => {
    const open = later(noon, -60_000);
    const old = [0, 30_000, 53_700].map((ms, seq) => ({
      ts: later(open, ms),
      seq,
      price: price(`${seq + 1}`),
    }));
    const outcome = roundOutcome(old, { open, close: noon }, { precision: 5, staleMs: 5_000 });
    expect(outcome).toMatchObject({ status: 3, voidReason: 'NO_CLOSE_TICK' });
  });

  test('F17: with a cut-off of 10 s, 12:00:49.999 is inside and 12:00:50.000 is not', () => {
    const { betsFrom, betsUntil } = windowsOf('R1', later(noon, 60_000), 10_000);
    const window = { from: betsFrom, to: betsUntil };
    expect(isWithin(later(noon, 49_999), window)).toBe(true);
    expect(isWithin(later(noon, 50_000), window)).toBe(false);
  });

  test('F19: an exposure of 1,410,000 leaves room for a stake of 678,000', () => {
    const sums = {
      stakes: { UP: amount('3000000'), DOWN: amount('1200000') },
      profits: { UP: amount('2610000'), DOWN: amount('1044000') },
    };
    expect(exposureOf('UP', sums)).toBe(amount('1410000'));
    const limits = { rate: rate('0.87'), exposureMost: amount('2000000') };
    expect(roomFor('UP', sums, { ...limits, stakeUnit: amount('1') })).toBe(amount('678160'));
    expect(roomFor('UP', sums, { ...limits, stakeUnit: amount('1000') })).toBe(amount('678000'));
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
