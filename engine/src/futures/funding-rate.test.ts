import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amount, ONE, portion, price, type Rate, rate } from '../amount.ts';
import { HOUR_MS, millis } from '../time.ts';
import {
  FUNDING_INTERVAL_MS,
  fundingRate,
  fundingTimes,
  interestRate,
  meanPremium,
  noPremiums,
  type Premiums,
  premiumOf,
  withPremium,
} from './funding-rate.ts';

const most = rate('0.004');
const rateOf = (premium: Rate): Rate => fundingRate(premium, { most, intervalMs: FUNDING_INTERVAL_MS });
const paid = (value: string, at: Rate): Amount => portion(amount(value), at, 'up');

describe('vectors', () => {
  test('D01: interest alone, 1.00 % and 0.25 % a day in three intervals, is 0.25 %: 0.05 of 20', () => {
    const perDay = { quote: rate('0.01'), base: rate('0.0025') };
    const interest = interestRate(perDay, FUNDING_INTERVAL_MS);
    expect(interest).toBe(rate('0.0025'));
    expect(paid('20', interest)).toBe(amount('0.05'));
  });

  test('D02: a rate of 0.0001 % can be written, and is 0.16 of 160,000', () => {
    expect(paid('160000', rate('0.000001'))).toBe(amount('0.16'));
  });

  test('D04: three times a day 0.01 % of 20,000 is 6', () => {
    const aDay = [0, 1, 2].reduce((sum) => sum + paid('20000', rateOf(rate('0'))), 0n);
    expect(aDay).toBe(amount('6'));
  });

  test('D05: a premium of 0.03 % lies inside the band, so the rate is the interest of 0.01 %', () => {
    expect(rateOf(rate('0.0003'))).toBe(rate('0.0001'));
  });
});

describe('the rate', () => {
  test.each([
    ['0.0006', '0.0001'],
    ['0.00060001', '0.00010001'],
    ['0.0016', '0.0011'],
    ['-0.0004', '0.0001'],
    ['-0.00040001', '0.00009999'],
    ['-0.0014', '-0.0009'],
  ])('of a premium of %s is %s: beyond the band only what is beyond it counts', (premium, expected) => {
    expect(rateOf(rate(premium))).toBe(rate(expected));
  });

  test.each(['0.0046', '0.5', '-0.0046', '-0.5'])('never exceeds the cap: a premium of %s', (premium) => {
    expect(rateOf(rate(premium))).toBe(premium.startsWith('-') ? -most : most);
  });

  test('rises with the premium and is never further from it than the band, below the cap', () => {
    const premium = fc.bigInt({ min: -350_000n, max: 350_000n }) as fc.Arbitrary<Rate>;
    fc.assert(
      fc.property(premium, premium, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(rateOf(low) <= rateOf(high)).toBe(true);
        const away = rateOf(a) - a;
        expect(away <= 50_000n && away >= -50_000n).toBe(true);
      }),
    );
  });
});

describe('the mean premium', () => {
  test('is weighted by time', () => {
    const high = premiumOf({ mid: price('101'), index: price('100') });
    const none = premiumOf({ mid: price('100'), index: price('100') });
    const sum = withPremium(withPremium(noPremiums, high, 1_000), none, 3_000);
    expect(meanPremium(sum)).toBe(rate('0.0025'));
    expect(meanPremium(noPremiums)).toBe(0n);
  });

  test('keeps more places than a rate: a third of the smallest rate, three times, is that rate', () => {
    const third = premiumOf({ mid: (3n * ONE + 1n) as never, index: (3n * ONE) as never });
    const sum = [1, 2, 3].reduce((premiums) => withPremium(premiums, third, 1_000), noPremiums);
    expect(sum.weighted).toBe(3_333n * 3_000n);
  });

  test('depends on how long each premium stood, not on the order or on how often it was counted', () => {
    const stood = fc.tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.nat({ max: 3_000 }));
    fc.assert(
      fc.property(fc.array(stood, { maxLength: 50 }), fc.nat({ max: 3_000 }), (samples, cut) => {
        const sumOf = (from: Premiums, part: typeof samples): Premiums =>
          part.reduce((sum, [premium, ms]) => withPremium(sum, premium, ms), from);
        const pieces = samples.flatMap(([premium, ms]): typeof samples => [
          [premium, Math.min(cut, ms)],
          [premium, Math.max(0, ms - cut)],
        ]);
        expect(sumOf(noPremiums, pieces.toReversed())).toEqual(sumOf(noPremiums, samples));
      }),
    );
  });
});

test('funding is at 00:00, 08:00 and 16:00 UTC; an instant of funding belongs to the interval it begins', () => {
  const at = (text: string) => millis(Date.parse(`2026-11-17T${text}Z`));
  expect(fundingTimes(at('00:00:00.000'), FUNDING_INTERVAL_MS)).toEqual({
    latest: at('00:00:00.000'),
    next: at('08:00:00.000'),
  });
  expect(fundingTimes(at('15:59:59.999'), FUNDING_INTERVAL_MS)).toEqual({
    latest: at('08:00:00.000'),
    next: at('16:00:00.000'),
  });
  expect(fundingTimes(at('16:00:00.000'), 4 * HOUR_MS).next).toBe(at('20:00:00.000'));
});
