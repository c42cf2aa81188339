import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount, amountOfUnits, ONE, price, rate, rateOfUnits } from '../amount.ts';
import { later } from '../time.ts';
import type { Side } from './events.ts';
import {
  betOutcome,
  breakEven,
  exposureOf,
  payoutOf,
  profitOf,
  roomFor,
  roundOutcome,
  strikeFor,
} from './prices.ts';
import type { RoundTerms } from './terms.ts';
import { NOON, ticksFrom } from './testing.ts';

const span = { open: NOON, close: later(NOON, 60_000) };
const terms: RoundTerms = { strikeMode: 'ROUND_OPEN', precision: 2, staleMs: 3_000 };
const good = [
  [0, '100'],
  [30_000, '100.2'],
  [60_000, '100.5'],
] as const;

describe('a round', () => {
  test('is up, down or void by its rounded prices', () => {
    const ending = (text: string) =>
      roundOutcome(ticksFrom(NOON, [...good.slice(0, 2), [59_000, text]]), span, terms);
    expect(ending('100.01').status).toBe(1);
    expect(ending('99.99').status).toBe(2);
    expect(ending('100.004')).toMatchObject({ status: 3, voidReason: 'TIE' });
    expect(ending('100.005').status).toBe(1);
    expect(ending('99.995')).toMatchObject({ status: 3, voidReason: 'TIE' });
  });

  test('rounds half up below zero too: -0.005 is zero and ties with it', () => {
    const ticks = ticksFrom(NOON, [
      [0, '0'],
      [1, '-1'],
      [60_000, '-0.005'],
    ]);
    expect(roundOutcome(ticks, span, terms)).toMatchObject({ status: 3, voidReason: 'TIE' });
  });

  test('takes the later of two ticks of the same millisecond, and none after the close', () => {
    const ticks = ticksFrom(NOON, [
      [0, '99'],
      [0, '100'],
      [60_000, '101'],
      [60_000, '99.5'],
      [60_001, '105'],
    ]);
    const outcome = roundOutcome(ticks, span, terms);
    expect([outcome.openTick?.price, outcome.closeTick?.price]).toEqual([price('100'), price('99.5')]);
    expect(outcome).toMatchObject({ status: 2, tickCount: 2 });
  });

  test.each([
    [
      'NO_OPEN_TICK',
      [
        [30_000, '1'],
        [60_000, '2'],
      ],
    ],
    [
      'NO_OPEN_TICK',
      [
        [-3_001, '1'],
        [30_000, '1'],
        [60_000, '2'],
      ],
    ],
    [
      'NO_CLOSE_TICK',
      [
        [-3_000, '1'],
        [30_000, '1'],
        [56_999, '2'],
      ],
    ],
    ['NO_CLOSE_TICK', [[0, '1']]],
    [
      'FEW_TICKS',
      [
        [0, '1'],
        [57_000, '2'],
      ],
    ],
    ['NO_OPEN_TICK', []],
  ] as const)('is void for %s with ticks at %j', (voidReason, ticks) => {
    expect(roundOutcome(ticksFrom(NOON, ticks), span, terms)).toMatchObject({ status: 3, voidReason });
  });

  test('at exactly the age that is allowed a tick still counts', () => {
    const ticks = ticksFrom(NOON, [
      [-3_000, '1'],
      [10, '1'],
      [57_000, '2'],
    ]);
    expect(roundOutcome(ticks, span, terms).status).toBe(1);
  });

  test('reports an interruption of the offer before missing prices, and missing prices before the tie', () => {
    expect(roundOutcome([], span, terms, 'STOPPED').voidReason).toBe('STOPPED');
    expect(roundOutcome(ticksFrom(NOON, good), span, terms, 'SESSION_ENDED').voidReason).toBe(
      'SESSION_ENDED',
    );
    const stale = ticksFrom(NOON, [[-9_000, '1']]);
    expect(roundOutcome(stale, span, terms).voidReason).toBe('NO_OPEN_TICK');
    const tied = ticksFrom(NOON, [
      [0, '1'],
      [57_000, '1'],
    ]);
    expect(roundOutcome(tied, span, terms).voidReason).toBe('FEW_TICKS');
  });
});

describe('a strike of its own', () => {
  const ticks = ticksFrom(NOON, [
    [0, '100'],
    [3_000, '101'],
    [3_001, '102'],
  ]);

  test('is the first tick strictly after the acceptance, at most three seconds later', () => {
    expect(strikeFor(ticks, NOON)?.price).toBe(price('101'));
    expect(strikeFor(ticks, later(NOON, -1))?.price).toBe(price('100'));
    expect(strikeFor(ticks.slice(2), NOON)).toBeUndefined();
    expect(strikeFor(ticks, later(NOON, 3_001))).toBeUndefined();
  });

  const judge = (side: Side, acceptedAfterMs: number, closing: string) => {
    const path = ticksFrom(NOON, [...good, [60_000, closing]]);
    const { status, voidReason, closeTick } = roundOutcome(path, span, terms);
    const result = { status, voidReason, closeTick, ticks: path };
    const stake = amount('5000');
    const bet = { side, stake, rate: rate('0.9'), acceptedAt: later(NOON, acceptedAfterMs) };
    return betOutcome(bet, result, { ...terms, strikeMode: 'AT_BET' }, 0);
  };

  test('decides each bet alone: one may win where the round went the other way', () => {
    expect(judge('UP', 29_000, '100.3')).toMatchObject({ status: 1, credit: amount('9500') });
    expect(judge('DOWN', 29_000, '100.1')).toMatchObject({ status: 1, credit: amount('9500') });
    expect(judge('UP', 29_000, '100.1')).toMatchObject({ status: 2, credit: 0n });
  });

  test('voids the one bet that ties or has no tick, and says which tick it was', () => {
    expect(judge('UP', 29_000, '100.2')).toMatchObject({
      status: 3,
      credit: amount('5000'),
      strike: { ts: NOON + 30_000 },
    });
    const late = judge('UP', 10_000, '101');
    expect(late).toEqual({ status: 3, credit: amount('5000') });
  });

  test('decides also where the round itself is a tie', () => {
    expect(judge('DOWN', 29_000, '100')).toMatchObject({ status: 1 });
  });
});

const stakes = fc.bigInt({ min: 1n, max: 10n ** 17n }).map(amountOfUnits);
const rates = fc.bigInt({ min: 1n, max: 5n * ONE }).map(rateOfUnits);
const places = fc.constantFrom(0, 2, 8);

test('a payout is never above stake × (1 + rate), and less than one unit of the wallet below it', () => {
  fc.assert(
    fc.property(stakes, rates, places, (stake, at, dp) => {
      const exact = stake * (ONE + at);
      const paid = payoutOf(stake, at, dp) * ONE;
      expect(paid <= exact).toBe(true);
      expect(exact - paid < 10n ** BigInt(8 - dp) * ONE).toBe(true);
      expect(profitOf(stake, at, dp) >= 0n).toBe(true);
    }),
  );
});

test('the room is the largest stake on the unit that keeps the exposure within its limit', () => {
  const sides = fc.record({ UP: stakes, DOWN: stakes });
  fc.assert(
    fc.property(sides, sides, rates, stakes, stakes, (staked, profits, at, exposureMost, stakeUnit) => {
      const sums = { stakes: staked, profits };
      const room = roomFor('UP', sums, { rate: at, exposureMost, stakeUnit });
      const exposedWith = (stake: bigint) =>
        exposureOf('UP', {
          stakes: staked,
          profits: { ...profits, UP: profits.UP + (stake * at + ONE - 1n) / ONE },
        });
      expect(room % stakeUnit).toBe(0n);
      if (room > 0n) expect(exposedWith(room) <= exposureMost).toBe(true);
      expect(exposedWith(room + stakeUnit) > exposureMost).toBe(true);
    }),
  );
});

test('one breaks even with every bet at no profit, and with half of them at a profit of the whole stake', () => {
  expect(breakEven(rate('0'))).toBe(rate('1'));
  expect(breakEven(rate('1'))).toBe(rate('0.5'));
  expect(breakEven(rate('0.87'))).toBe(rate('0.5348'));
});
