import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount, amountOfUnits, ZERO } from '../amount.ts';
import {
  addDays,
  growthOf,
  noPast,
  returnOfGrowth,
  type TraderDay,
  traderCurve,
  traderFigures,
} from './statistics.ts';

const FIRST = 20_000;

const quiet = (day: number): TraderDay => ({
  day,
  closed: 0,
  wins: 0,
  net: ZERO,
  gains: ZERO,
  heldMs: 0,
  openedValue: ZERO,
  openedMargin: ZERO,
  copied: 0,
  missed: 0,
  copyNet: ZERO,
  copyMargin: ZERO,
  shared: ZERO,
  copyValue: ZERO,
  copySlipped: ZERO,
});

const traded = (day: number, cash: string, net: string): TraderDay => {
  const units = amount(net);
  const isWon = units > 0n;
  return {
    ...quiet(day),
    growth: growthOf(units, amount(cash)),
    closed: 1,
    wins: isWon ? 1 : 0,
    net: units,
    gains: isWon ? units : ZERO,
    heldMs: 60_000,
  };
};

const figures = (days: readonly TraderDay[], today = FIRST + 9) =>
  traderFigures(addDays(noPast(FIRST), days, today), today);

describe('the return of a trader', () => {
  test('is that of the days, one after the other', () => {
    const days = [traded(FIRST, '1000', '100'), traded(FIRST + 1, '1100', '-55')];
    // 1.1 × 0.95
    expect(figures(days)).toMatchObject({ returnAll: 4.5, return30: 4.5, maxDrawdown: 5, winRate: 50 });
  });

  test('does not count money that was brought in or taken out', () => {
    const days = [traded(FIRST, '1000', '100'), traded(FIRST + 1, '9000', '900')];
    expect(figures(days).returnAll).toBe(21);
  });

  test('of a week has nothing of what was before', () => {
    const days = [traded(FIRST, '1000', '500'), traded(FIRST + 8, '1500', '-15')];
    expect(figures(days, FIRST + 9)).toMatchObject({ return7: -1, maxDrawdown30: 1, returnAll: 48.5 });
  });

  test('is nothing that can be said before the first trade', () => {
    expect(figures([{ ...quiet(FIRST), copied: 3 }])).toMatchObject({
      return7: undefined,
      returnAll: undefined,
      maxDrawdown: undefined,
      winRate: undefined,
      sharpe: undefined,
      averageLeverage: undefined,
      averageHoldingMs: undefined,
      profitLossRatio: undefined,
      trades: 0,
    });
  });

  test('is never below everything, and a wallet that owes has none', () => {
    expect(figures([traded(FIRST, '100', '-130')]).returnAll).toBe(-99.99);
    expect(figures([traded(FIRST, '-5', '3')]).returnAll).toBe(0);
  });

  test('of trades of one day is that of one after the other, whatever was brought in between', () => {
    const [lost, lostLater] = [
      growthOf(amount('-950'), amount('1000')),
      growthOf(amount('-200'), amount('10050')),
    ];
    // 0.05 × 0.98010
    expect(returnOfGrowth(lost + lostLater)).toBeCloseTo(-0.950995, 6);
    expect(returnOfGrowth(growthOf(amount('300'), amount('10000')))).toBeCloseTo(0.03, 9);
  });

  test('begins again after everything was lost', () => {
    const days = [traded(FIRST, '100', '-100'), traded(FIRST + 1, '100', '100')];
    expect(figures(days)).toMatchObject({ returnAll: -99.98, maxDrawdown: 99.99 });
  });
});

test('every day of a curve is there, and a drawdown is below the highest value so far', () => {
  const days = [traded(FIRST + 1, '100', '20'), traded(FIRST + 3, '120', '-30')];
  const past = addDays(noPast(FIRST), days, FIRST + 4);
  expect(traderCurve(past, { from: FIRST, through: FIRST + 4 })).toEqual([
    { day: FIRST, returnPercent: 0, drawdownPercent: 0 },
    { day: FIRST + 1, returnPercent: 20, drawdownPercent: 0 },
    { day: FIRST + 2, returnPercent: 20, drawdownPercent: 0 },
    { day: FIRST + 3, returnPercent: -10, drawdownPercent: -25 },
    { day: FIRST + 4, returnPercent: -10, drawdownPercent: -25 },
  ]);
});

test('the mean of what was won is beside the mean of what was lost', () => {
  const days = [
    { ...traded(FIRST, '1000', '10'), closed: 3, wins: 2, gains: amount('30') },
    traded(FIRST + 1, '1010', '-10'),
  ];
  // Two won 30, two lost 30.
  expect(figures(days).profitLossRatio).toBe(1);
  expect(figures([traded(FIRST, '1000', '10')]).profitLossRatio).toBeUndefined();
});

test('Sharpe is of at least eight days, for a year', () => {
  const days = [traded(FIRST, '100', '2'), traded(FIRST + 1, '100', '-1')];
  expect(figures(days, FIRST + 6).sharpe).toBeUndefined();
  // 0.02, -0.01 and six zeros: mean 0.00125, spread √(0.00048750 / 7).
  expect(figures(days, FIRST + 7).sharpe).toBe(2.86);
});

test('leverage is the mean by value, and the time of holding by trade', () => {
  const day = { ...traded(FIRST, '1000', '10'), openedValue: amount('3000'), openedMargin: amount('200') };
  expect(figures([day])).toMatchObject({ averageLeverage: 15, averageHoldingMs: 60_000 });
});

test('what followers earned is after the share, and of the margin they opened with', () => {
  const day = {
    ...quiet(FIRST + 1),
    copied: 4,
    missed: 1,
    copyNet: amount('120.5'),
    shared: amount('12.05'),
    copyMargin: amount('1000'),
    copyValue: amount('20000'),
    copySlipped: amount('12'),
  };
  expect(figures([day])).toMatchObject({
    followerProfit30: amount('108.45'),
    followerProfit: amount('108.45'),
    followerReturn30: 10.85,
    averageSlippage30: 0.06,
    copied30: 4,
    missed30: 1,
  });
});

test('no order of the days changes a figure, and no drawdown is above a hundred percent', () => {
  const someDay = fc
    .record({
      day: fc.integer({ min: FIRST, max: FIRST + 40 }),
      cash: fc.bigInt({ min: -(10n ** 9n), max: 10n ** 15n }),
      net: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
    })
    .map(({ day, cash, net }) => ({
      ...quiet(day),
      growth: growthOf(amountOfUnits(net), amountOfUnits(cash)),
      net: amountOfUnits(net),
      gains: amountOfUnits(net > 0n ? net : 0n),
      closed: 1,
      wins: net > 0n ? 1 : 0,
    }));
  const someDays = fc.uniqueArray(someDay, { selector: ({ day }) => day, maxLength: 30 });
  fc.assert(
    fc.property(someDays, (days) => {
      const found = figures(days, FIRST + 40);
      expect(figures([...days].reverse(), FIRST + 40)).toEqual(found);
      // What was kept of the days that are over, with those that came since.
      const isOver = ({ day }: TraderDay): boolean => day <= FIRST + 38;
      const today = FIRST + 40;
      const over = days.filter(isOver);
      const kept = {
        ...addDays(noPast(FIRST), over, FIRST + 38),
        month: addDays(noPast(FIRST), over, today).month,
      };
      const since = days.filter((day) => !isOver(day));
      expect(traderFigures(addDays(kept, since, today), today)).toEqual(found);
      for (const drawdown of [found.maxDrawdown, found.maxDrawdown30]) {
        expect(drawdown ?? 0).toBeGreaterThanOrEqual(0);
        expect(drawdown ?? 0).toBeLessThanOrEqual(100);
      }
    }),
  );
});
