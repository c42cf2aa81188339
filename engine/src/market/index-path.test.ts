import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Price, price, toDecimal } from '../amount.ts';
import { bytesOfText } from '../sha256.ts';
import { millis } from '../time.ts';
import { dayNumber, formatIsoDate, parseDate } from './calendar-date.ts';
import {
  INDEX_RULES,
  type IndexRule,
  indexClose,
  indexDay,
  indexDayAt,
  indexDayStart,
  indexRevealAt,
  indexRule,
  indexSealOf,
  indexSecondAt,
  indexSeedsOf,
  TICKS_PER_DAY,
} from './index-path.ts';

const SEED = '4d79be23093879adbdf433679aebb9acc5f92b8f4f59f2f8c1ae428b624cf595';
const wild = indexRule('M100') as IndexRule;
const calm = indexRule('M25') as IndexRule;
const seedNumber = (number: number): string => number.toString(16).padStart(64, '0');
const secondOfDay = fc.nat({ max: TICKS_PER_DAY - 1 });
const rules = fc.constantFrom(...INDEX_RULES);

/** The same numbers from the description alone: whole numbers without end, and the platform's own hash. */
function naivePrice(rule: IndexRule, seed: string, open: Price, second: number): bigint {
  const byteAt = (name: string, place: number): bigint => {
    const block = createHmac('sha256', Buffer.from(seed, 'hex')).update(`${name}:${Math.floor(place / 32)}`);
    return BigInt(block.digest()[place % 32] as number);
  };
  const chance = (name: string, step: number): bigint =>
    [0, 1, 2, 3].reduce((sum, byte) => sum + byteAt(name, step * 4 + byte), -510n);
  const floor = (a: bigint, b: bigint): bigint => (a - (((a % b) + b) % b)) / b;
  const sumTo = (name: string, size: bigint, count: number): bigint =>
    Array.from({ length: count }, (_, step) => chance(name, step)).reduce(
      (sum, each) => sum + each * size,
      0n,
    );
  const leaned = (name: string, size: bigint, steps: number, end: bigint, at: number): bigint =>
    sumTo(name, size, at) + floor(BigInt(at) * (end - sumTo(name, size, steps)), BigInt(steps));

  const move = BigInt(rule.yearlyMove);
  const hour = Math.floor(second / 3_600);
  const minute = Math.floor(second / 60);
  const pull = ((rule.base - open) * 10n ** 12n) / (512n * open);
  const freeDay = sumTo(`${rule.code}:hours`, 720_000n * move, 24);
  const hourAt = (at: number) => leaned(`${rule.code}:hours`, 720_000n * move, 24, freeDay + pull, at);
  const minuteAt = (at: number) =>
    leaned(`${rule.code}:hour ${hour}`, 92_952n * move, 60, hourAt(hour + 1) - hourAt(hour), at);
  const inHour = minute % 60;
  const within = minuteAt(inHour + 1) - minuteAt(inHour);
  const secondAt = leaned(`${rule.code}:minute ${minute}`, 12_000n * move, 60, within, second % 60);
  const moved = 10n ** 12n + hourAt(hour) + minuteAt(inHour) + secondAt;
  return (
    floor(2n * open * moved + 10n ** 12n * rule.tickSize, 2n * 10n ** 12n * rule.tickSize) * rule.tickSize
  );
}

test('the prices of a known seed never change', () => {
  const shown = INDEX_RULES.map((rule) => {
    const day = indexDay({ rule, seed: SEED, open: rule.base });
    return [0, 1, 59, 60, 3_599, 3_600, 43_200, 86_399].map((at) => toDecimal(day.priceAt(at))).join(' ');
  });
  expect(shown).toMatchInlineSnapshot(`
    [
      "10000 10001.5 10024 10023.5 9885.5 9888.5 9862.5 9382.5",
      "5000 5000 4999.7 5000 5032 5032.6 5130.5 5111.1",
      "2500 2500.1 2499.1 2498.95 2495.9 2496.2 2527 2545.9",
    ]
  `);
});

test('the seal is the SHA-256 of the bytes of the seed', () => {
  expect(indexSealOf(SEED)).toBe(createHash('sha256').update(Buffer.from(SEED, 'hex')).digest('hex'));
});

test('every price is the one that the description gives', () => {
  fc.assert(
    fc.property(
      rules,
      fc.nat(),
      fc.integer({ min: 200, max: 100_000 }),
      secondOfDay,
      (rule, number, ticks, at) => {
        const open = (BigInt(ticks) * rule.tickSize) as Price;
        const seed = seedNumber(number);
        expect(indexDay({ rule, seed, open }).priceAt(at)).toBe(naivePrice(rule, seed, open, at));
      },
    ),
    { numRuns: 12 },
  );
});

test('a second has the same price however it is asked for', () => {
  const inOrder = indexDay({ rule: wild, seed: SEED, open: wild.base });
  const all = Array.from({ length: TICKS_PER_DAY }, (_, second) => inOrder.priceAt(second));
  const asked = indexDay({ rule: wild, seed: SEED, open: wild.base });
  fc.assert(
    fc.property(secondOfDay, (second) => {
      expect(asked.priceAt(second)).toBe(all[second]);
      expect(indexDay({ rule: wild, seed: SEED, open: wild.base }).priceAt(second)).toBe(all[second]);
    }),
    { numRuns: 60 },
  );
});

test('a day begins at its opening price and the next one goes on where it ended', () => {
  for (const rule of INDEX_RULES) {
    let open = rule.base;
    for (let number = 1; number <= 5; number += 1) {
      const day = indexDay({ rule, seed: seedNumber(number), open });
      expect(day.priceAt(0)).toBe(open);
      expect(indexClose({ rule, seed: seedNumber(number), open })).toBe(day.close);
      // The close is one second's step from the last tick, as any tick is from the one before it.
      const step = Math.abs(Number(day.close - day.priceAt(TICKS_PER_DAY - 1))) / Number(open);
      expect(step).toBeLessThan((rule.yearlyMove / 100) * 0.0015);
      open = day.close;
    }
  }
});

describe('over many days', () => {
  const days = 700;
  const closesOf = (rule: IndexRule): readonly number[] => {
    const closes = [Number(rule.base)];
    let open = rule.base;
    for (let number = 0; number < days; number += 1) {
      open = indexClose({ rule, seed: seedNumber(number), open });
      closes.push(Number(open));
    }
    return closes;
  };

  test.each(INDEX_RULES.map((rule) => [rule.code, rule] as const))(
    '%s moves as much in a year as its name says',
    (_, rule) => {
      const closes = closesOf(rule);
      const squares = closes.slice(1).map((close, at) => Math.log(close / (closes[at] as number)) ** 2);
      const yearly = Math.sqrt((squares.reduce((sum, each) => sum + each, 0) / days) * 365) * 100;
      expect(yearly).toBeGreaterThan(rule.yearlyMove * 0.93);
      expect(yearly).toBeLessThan(rule.yearlyMove * 1.07);
    },
  );

  test('an index far from its base is pulled back by a little every day', () => {
    const from = (share: bigint) => (wild.base * share) / 100n;
    const drift = (open: bigint): number => {
      let sum = 0;
      for (let number = 0; number < days; number += 1) {
        const close = indexClose({ rule: wild, seed: seedNumber(number), open: open as Price });
        sum += Number(close - open) / Number(open);
      }
      return sum / days;
    };
    const neutral = drift(wild.base);
    expect(drift(from(25n)) - neutral).toBeCloseTo(3 / 512, 5);
    expect(drift(from(400n)) - neutral).toBeCloseTo(-0.75 / 512, 5);
  });
});

test('what an index did in a part of a minute does not predict the rest of it', () => {
  // Correlations of one half of a minute with the other, and of one minute with the next, over eight days.
  const halves: [number, number][] = [];
  const minutes: [number, number][] = [];
  for (let number = 0; number < 8; number += 1) {
    const day = indexDay({ rule: wild, seed: seedNumber(number), open: wild.base });
    const at = (second: number) => Number(day.priceAt(second));
    for (let minute = 0; minute + 2 < 1_440; minute += 1) {
      const start = minute * 60;
      halves.push([at(start + 30) - at(start), at(start + 59) - at(start + 30)]);
      minutes.push([at(start + 60) - at(start), at(start + 120) - at(start + 60)]);
    }
  }
  const correlation = (pairs: readonly (readonly [number, number])[]): number => {
    const sum = (of: (pair: readonly [number, number]) => number) => pairs.reduce((s, p) => s + of(p), 0);
    return sum(([a, b]) => a * b) / Math.sqrt(sum(([a]) => a * a) * sum(([, b]) => b * b));
  };
  const sameSign =
    halves.filter(([a, b]) => a * b > 0).length / halves.filter(([a, b]) => a * b !== 0).length;
  // The seeds are fixed, so these figures are too; with 11,000 pairs chance alone gives about 0.01.
  expect(Math.abs(correlation(halves))).toBeLessThan(0.03);
  expect(Math.abs(correlation(minutes))).toBeLessThan(0.03);
  expect(Math.abs(sameSign - 0.5)).toBeLessThan(0.02);
});

test('prices lie on the tick grid and above zero, also of an index that has lost nearly everything', () => {
  fc.assert(
    fc.property(rules, fc.nat(), fc.integer({ min: 1, max: 100 }), secondOfDay, (rule, number, ticks, at) => {
      const open = (BigInt(ticks) * rule.tickSize) as Price;
      const found = indexDay({ rule, seed: seedNumber(number), open }).priceAt(at);
      expect(found).toBeGreaterThan(0n);
      expect(found % rule.tickSize).toBe(0n);
    }),
  );
});

test('another seed, another index and another day are other prices', () => {
  const path = (rule: IndexRule, seed: string) => {
    const day = indexDay({ rule, seed, open: price('5000') });
    return [600, 1_200, 1_800].map((at) => toDecimal(day.priceAt(at)));
  };
  expect(path(wild, SEED)).not.toEqual(path(wild, SEED.replace('4d', '4e')));
  expect(path({ ...calm, yearlyMove: 100 }, SEED)).not.toEqual(
    path({ ...wild, tickSize: calm.tickSize }, SEED),
  );
  const secret = bytesOfText('a secret of the installation that is long enough');
  expect(indexSeedsOf(secret)('2026-11-15')).not.toBe(indexSeedsOf(secret)('2026-11-16'));
});

test('a day is a Korean day, and its seed is public five minutes after it', () => {
  const day = parseDate('2026-11-15') ?? dayNumber(0);
  const start = Date.parse('2026-11-15T00:00:00+09:00');
  expect(indexDayStart(day)).toBe(start);
  expect([-1, 0, 86_399_999, 86_400_000].map((ms) => formatIsoDate(indexDayAt(millis(start + ms))))).toEqual([
    '2026-11-14',
    '2026-11-15',
    '2026-11-15',
    '2026-11-16',
  ]);
  expect(indexSecondAt(millis(start + 61_999))).toBe(61);
  expect(indexRevealAt(day)).toBe(Date.parse('2026-11-16T00:05:00+09:00'));
});
