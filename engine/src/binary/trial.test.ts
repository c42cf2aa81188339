import { expect, test } from 'vitest';
import { amount, price } from '../amount.ts';
import type { TickRef } from '../market/tick.ts';
import { later, type Millis, millis } from '../time.ts';
import { judgeTrial, trialProfit, trialSpan } from './trial.ts';

const SECOND = millis(1_760_000_000_000);
const ACCEPTED = later(SECOND, 400);

/** One tick in every second from three before the acceptance; the n-th second after it has `prices[n]`. */
function ticksOf(priceAt: (second: number) => number, without: readonly number[] = []): readonly TickRef[] {
  const ticks: TickRef[] = [];
  for (let second = -3; second <= 16; second += 1) {
    if (without.includes(second)) continue;
    ticks.push({ ts: later(SECOND, second * 1_000), seq: 1, price: price(String(priceAt(second))) });
  }
  return ticks;
}

const up = (second: number) => 10_000 + second;

test('the strike is the first tick after the tap, and the result the tick fifteen seconds later', () => {
  const { round, outcome } = judgeTrial(ticksOf(up), { side: 'UP', acceptedAt: ACCEPTED });
  expect(outcome.strike?.ts).toBe(later(SECOND, 1_000));
  expect(round.closeTick?.ts).toBe(later(SECOND, 16_000));
  expect(outcome).toMatchObject({ status: 1, credit: amount('19000') });
  expect(trialProfit(outcome)).toBe(amount('9000'));
});

test('a wrong direction loses the stake', () => {
  const { outcome } = judgeTrial(ticksOf(up), { side: 'DOWN', acceptedAt: ACCEPTED });
  expect(outcome).toMatchObject({ status: 2 });
  expect(trialProfit(outcome)).toBe(amount('-10000'));
});

test('a tap exactly on a tick is judged by the next one', () => {
  const { outcome } = judgeTrial(ticksOf(up), { side: 'UP', acceptedAt: SECOND });
  expect(outcome.strike?.ts).toBe(later(SECOND, 1_000));
  expect(trialSpan(SECOND)).toEqual(trialSpan(later(SECOND, 999) as Millis));
});

test.each([
  ['TIE', () => 10_000, []],
  ['NO_ENTRY_TICK', up, [1, 2, 3]],
  ['NO_CLOSE_TICK', up, [13, 14, 15, 16]],
  ['NO_OPEN_TICK', up, [-3, -2, -1, 0]],
] as const)('void for %s returns the stake', (reason, priceAt, without) => {
  const judged = judgeTrial(ticksOf(priceAt, without), { side: 'UP', acceptedAt: ACCEPTED });
  expect(judged).toMatchObject({ reason, outcome: { status: 3 } });
  expect(trialProfit(judged.outcome)).toBe(0n);
});
