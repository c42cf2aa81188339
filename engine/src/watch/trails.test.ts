// What follows the price, compared with a naive check of every one.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Price, price, rate } from '../amount.ts';
import { levelBehind } from '../market/level-behind.ts';
import type { Fires } from '../market/trigger-index.ts';
import { millis } from '../time.ts';
import type { Extreme } from './trail-groups.ts';
import { createTrails, type Follow, type Trails } from './trails.ts';

let seq = 0;
const at = (text: string): Extreme => ({ price: price(text), ts: millis(++seq), seq });
const tick = (trails: Trails, text: string): readonly number[] => {
  const now = at(text);
  trails.extend(now);
  return trails.firedBy(now.price);
};
const tenPercent = (more: Partial<Follow> = {}): Follow => ({ callback: rate('0.1'), ...more });

describe('a level that follows', () => {
  test('fires a share behind the furthest price and stays there when the price comes back', () => {
    const trails = createTrails('AT_OR_BELOW');
    trails.put(1, tenPercent({ extreme: at('100') }));
    for (const text of ['95', '110', '105', '99.00000001']) expect(tick(trails, text)).toEqual([]);
    expect(tick(trails, '99')).toEqual([1]);
    expect(trails.extremeOf(1)?.price).toBe(price('110'));
    expect(tick(trails, '50')).toEqual([]);
  });

  test('follows down what fires above', () => {
    const trails = createTrails('AT_OR_ABOVE');
    trails.put(1, tenPercent({ extreme: at('100') }));
    for (const text of ['105', '80', '87.99999999']) expect(tick(trails, text)).toEqual([]);
    expect(tick(trails, '88')).toEqual([1]);
  });

  test('begins at its activation, or with the first price', () => {
    const trails = createTrails('AT_OR_BELOW');
    trails.put(1, tenPercent({ activation: price('120') }));
    trails.put(2, tenPercent());
    expect(trails.extend(at('100'))).toEqual([2]);
    expect(trails.extremeOf(1)).toBeUndefined();
    expect(tick(trails, '90')).toEqual([2]);
    expect(trails.extend(at('121'))).toEqual([1]);
    expect(tick(trails, '108.9')).toEqual([1]);
  });

  test('knows how far the price went when it is put again after it fired', () => {
    const trails = createTrails('AT_OR_BELOW');
    const stored = tenPercent({ extreme: at('100') });
    trails.put(1, stored);
    tick(trails, '200');
    expect(tick(trails, '150')).toEqual([1]);
    trails.put(1, stored);
    expect(tick(trails, '170')).toEqual([1]);
    expect(trails.remove(1)).toBe(true);
    trails.put(1, stored);
    expect(tick(trails, '150')).toEqual([]);
  });

  test('goes on from a price that came after it fired when it is put again', () => {
    const trails = createTrails('AT_OR_BELOW');
    const stored = tenPercent({ extreme: at('100') });
    trails.put(1, stored);
    expect(tick(trails, '90')).toEqual([1]);
    for (const text of ['200', '195']) expect(tick(trails, text)).toEqual([]);
    trails.put(1, stored);
    expect(trails.extremeOf(1)?.price).toBe(price('200'));
    expect(tick(trails, '180')).toEqual([1]);
  });

  test('knows recalled prices only from its own time on', () => {
    const trails = createTrails('AT_OR_BELOW');
    const [high, low] = [at('200'), at('100')];
    const later = at('150');
    trails.put(1, tenPercent({ extreme: at('100'), since: low.ts }));
    trails.put(2, tenPercent({ activation: price('140'), since: high.ts }));
    trails.put(3, tenPercent({ activation: price('160'), since: low.ts }));
    expect(trails.recall([high, low, later])).toEqual([2]);
    expect([1, 2, 3].map((id) => trails.extremeOf(id)?.price)).toEqual([
      price('150'),
      price('200'),
      undefined,
    ]);
    expect(tick(trails, '140')).toEqual([2]);
  });

  test('has its own tick where another one saw the same price before', () => {
    const trails = createTrails('AT_OR_BELOW');
    const [older, newer] = [at('100'), at('100')];
    trails.put(1, tenPercent({ extreme: older }));
    trails.put(2, tenPercent({ extreme: newer }));
    expect([trails.extremeOf(1), trails.extremeOf(2)]).toEqual([older, newer]);
  });
});

test('after any history the same ones fire as when each is looked at', () => {
  const steps = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('tick' as const), to: fc.integer({ min: 50, max: 150 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('put' as const),
        id: fc.integer({ min: 1, max: 12 }),
        callback: fc.constantFrom('0.01', '0.05', '0.1', '0.2'),
        activation: fc.option(fc.integer({ min: 50, max: 150 }), { nil: undefined }),
        extreme: fc.option(fc.integer({ min: 50, max: 150 }), { nil: undefined }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('remove' as const), id: fc.integer({ min: 1, max: 12 }) }),
    },
  );
  fc.assert(
    fc.property(
      fc.constantFrom<Fires>('AT_OR_BELOW', 'AT_OR_ABOVE'),
      fc.array(steps, { maxLength: 80, size: 'max' }),
      (fires, all) => {
        const isUp = fires === 'AT_OR_BELOW';
        const isFurther = (a: Price, b: Price) => (isUp ? a > b : a < b);
        const trails = createTrails(fires);
        const naive = new Map<
          number,
          { follow: Follow; furthest: Price | undefined; isFollowing: boolean }
        >();
        for (const step of all) {
          if (step.kind === 'remove') {
            expect(trails.remove(step.id)).toBe(naive.delete(step.id));
            continue;
          }
          if (step.kind === 'put') {
            const { activation, extreme } = step;
            const follow: Follow = {
              callback: rate(step.callback),
              ...(activation === undefined ? undefined : { activation: price(String(activation)) }),
              ...(extreme === undefined ? undefined : { extreme: at(String(extreme)) }),
            };
            trails.put(step.id, follow);
            const known = naive.get(step.id)?.furthest;
            const given = follow.extreme?.price;
            const furthest =
              known === undefined || (given !== undefined && isFurther(given, known)) ? given : known;
            naive.set(step.id, { follow, furthest, isFollowing: true });
            continue;
          }
          const now = price(String(step.to));
          const expected: number[] = [];
          for (const [id, each] of [...naive].sort(([a], [b]) => a - b)) {
            const { activation } = each.follow;
            if (each.furthest === undefined) {
              const isActive = activation === undefined || now === activation || isFurther(now, activation);
              if (isActive) each.furthest = now;
              continue;
            }
            if (isFurther(now, each.furthest)) each.furthest = now;
            if (!each.isFollowing) continue;
            const level = levelBehind(fires, each.furthest, each.follow.callback);
            if (isUp ? now > level : now < level) continue;
            each.isFollowing = false;
            expected.push(id);
          }
          expect(tick(trails, String(step.to))).toEqual(expected);
          for (const [id, { furthest }] of naive) expect(trails.extremeOf(id)?.price).toBe(furthest);
        }
      },
    ),
    { numRuns: 500 },
  );
});
