import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Price, price, priceOfUnits } from '../amount.ts';
import { createTriggers, type Fires, type Trigger, type Triggers } from './trigger-index.ts';

const above = (id: number, level: string): Trigger => ({ id, fires: 'AT_OR_ABOVE', level: price(level) });
const below = (id: number, level: string): Trigger => ({ id, fires: 'AT_OR_BELOW', level: price(level) });

function watching(...triggers: readonly Trigger[]): Triggers {
  const index = createTriggers();
  for (const each of triggers) index.watch(each);
  return index;
}

describe('a trigger fires at its own level and beyond, one unit before it does not', () => {
  test.each([
    ['AT_OR_ABOVE', '99.99999999', []],
    ['AT_OR_ABOVE', '100', [1]],
    ['AT_OR_ABOVE', '100.00000001', [1]],
    ['AT_OR_BELOW', '100.00000001', []],
    ['AT_OR_BELOW', '100', [1]],
    ['AT_OR_BELOW', '99.99999999', [1]],
  ] as const)('%s 100 at a price of %s', (fires, at, expected) => {
    const index = watching({ id: 1, fires, level: price('100') });
    expect(index.reachedBy(price(at))).toEqual(expected);
    expect(index.firedBy(price(at))).toEqual(expected);
  });
});

test('a trigger fires once', () => {
  const index = watching(above(1, '100'));
  expect(index.firedBy(price('100'))).toEqual([1]);
  expect(index.firedBy(price('100'))).toEqual([]);
  expect(index.size).toBe(0);
});

test('a gap upward fires from the lowest level up, and the older first on one level', () => {
  const index = watching(above(9, '101'), above(4, '103'), above(7, '101'), above(1, '102'));
  expect(index.firedBy(price('200'))).toEqual([7, 9, 1, 4]);
});

test('a gap downward fires from the highest level down, and the older first on one level', () => {
  const index = watching(below(9, '99'), below(4, '97'), below(7, '99'), below(1, '98'));
  expect(index.firedBy(price('1'))).toEqual([7, 9, 1, 4]);
});

test('when both sides fire on one price, those that fire above come first', () => {
  const index = watching(below(1, '110'), above(2, '90'));
  expect(index.firedBy(price('100'))).toEqual([2, 1]);
});

test('oil that falls below zero fires the levels it passes, zero among them', () => {
  const index = watching(below(1, '0'), below(2, '-37.63'), below(3, '-40.32'), above(4, '-10'));
  expect(index.firedBy(price('-37.63'))).toEqual([1, 2]);
  expect(index.firedBy(price('-10'))).toEqual([4]);
  expect(index.levelOf(3)).toBe(price('-40.32'));
});

test('levels that a double cannot distinguish still fire exactly', () => {
  const at = (units: bigint): Price => priceOfUnits(2n ** 62n + units);
  const index = createTriggers();
  for (const [id, units] of [2n, 0n, 1n].entries()) {
    index.watch({ id, fires: 'AT_OR_ABOVE', level: at(units) });
    index.watch({ id: id + 10, fires: 'AT_OR_BELOW', level: at(units - 10n) });
  }
  expect(index.firedBy(at(-1n))).toEqual([]);
  expect(index.firedBy(at(0n))).toEqual([1]);
  expect(index.firedBy(at(2n))).toEqual([2, 0]);
  expect(index.firedBy(at(-9n))).toEqual([10, 12]);
});

test('`reachedBy` does not remove the triggers it returns', () => {
  const index = watching(above(1, '100'), below(2, '90'));
  expect(index.reachedBy(price('100'))).toEqual([1]);
  expect(index.size).toBe(2);
  expect(index.firedBy(price('100'))).toEqual([1]);
});

test('a forgotten trigger does not fire, and forgetting it again returns false', () => {
  const index = watching(above(1, '100'), above(2, '100'));
  expect(index.forget(1)).toBe(true);
  expect(index.forget(1)).toBe(false);
  expect(index.firedBy(price('100'))).toEqual([2]);
  expect(index.forget(2)).toBe(false);
});

test('a moved trigger fires at its new level only', () => {
  const index = watching(below(1, '100'));
  index.move(1, price('90'));
  expect(index.firedBy(price('95'))).toEqual([]);
  expect(index.firedBy(price('90'))).toEqual([1]);
});

test('the same id twice, a move of an unknown id and an id that is no whole number are bugs', () => {
  const index = watching(above(1, '100'));
  expect(() => index.watch(below(1, '50'))).toThrow('watched once');
  expect(() => index.move(2, price('1'))).toThrow('while it is watched');
  expect(() => index.watch(above(0.5, '1'))).toThrow('whole number');
  expect(index.firedBy(price('100'))).toEqual([1]);
});

test('one id may wait on one side after it has fired on the other', () => {
  const index = watching(above(1, '100'));
  expect(index.firedBy(price('100'))).toEqual([1]);
  index.watch(below(1, '90'));
  expect(index.firedBy(price('90'))).toEqual([1]);
});

/** The reference: a list that is scanned in full on every tick. */
function createScan() {
  let waiting: Trigger[] = [];
  const reachedBy = (at: Price): number[] => {
    const side = (fires: Fires, reached: (level: Price) => boolean, way: 1 | -1) =>
      waiting
        .filter((each) => each.fires === fires && reached(each.level))
        .sort((a, b) => (a.level === b.level ? a.id - b.id : a.level < b.level ? -way : way));
    return [
      ...side('AT_OR_ABOVE', (level) => level <= at, 1),
      ...side('AT_OR_BELOW', (level) => level >= at, -1),
    ].map((each) => each.id);
  };
  return {
    reachedBy,
    ids: () => waiting.map((each) => each.id),
    watch: (trigger: Trigger) => void waiting.push(trigger),
    forget: (id: number) => {
      waiting = waiting.filter((each) => each.id !== id);
    },
    move: (id: number, level: Price) => {
      waiting = waiting.map((each) => (each.id === id ? { ...each, level } : each));
    },
    firedBy: (at: Price) => {
      const fired = reachedBy(at);
      waiting = waiting.filter((each) => !fired.includes(each.id));
      return fired;
    },
  };
}

// A narrow band makes many equal levels; the wide one makes gaps, and levels that differ only beyond 53 bits.
const narrow = fc.bigInt({ min: -12n, max: 12n });
const wide = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }),
  narrow.map((units) => 2n ** 62n + units),
  narrow.map((units) => -(2n ** 62n) + units),
);
const levels = fc.oneof({ weight: 4, arbitrary: narrow }, { weight: 1, arbitrary: wide }).map(priceOfUnits);

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('watch' as const),
        fires: fc.constantFrom<Fires>('AT_OR_ABOVE', 'AT_OR_BELOW'),
        level: levels,
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('forget' as const), which: fc.nat() }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('move' as const), which: fc.nat(), level: levels }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('tick' as const), at: levels }) },
  ),
  { size: 'large' },
);

test('after any sequence of watching, forgetting, moving and ticking it fires the ids that a scan finds, in the same order', () => {
  fc.assert(
    fc.property(steps, fc.boolean(), (sequence, youngestFirst) => {
      const index = createTriggers();
      const scan = createScan();
      const seen: unknown[] = [];
      const wanted: unknown[] = [];
      let nextId = 1;
      for (const step of sequence) {
        const ids = scan.ids();
        if (step.kind === 'watch') {
          const { fires, level } = step;
          const trigger = { id: youngestFirst ? -nextId : nextId, fires, level };
          nextId += 1;
          index.watch(trigger);
          scan.watch(trigger);
        } else if (step.kind === 'tick') {
          seen.push(index.reachedBy(step.at), index.firedBy(step.at));
          wanted.push(scan.reachedBy(step.at), scan.firedBy(step.at));
        } else if (ids.length > 0) {
          const id = ids[step.which % ids.length]!;
          if (step.kind === 'forget') {
            seen.push(index.forget(id));
            wanted.push(true);
            scan.forget(id);
          } else {
            index.move(id, step.level);
            scan.move(id, step.level);
            seen.push(index.levelOf(id));
            wanted.push(step.level);
          }
        }
        seen.push(index.size);
        wanted.push(scan.ids().length);
      }
      // All triggers that are left fire in order, so none was lost.
      for (const at of [2n ** 63n, -(2n ** 63n)].map(priceOfUnits)) {
        seen.push(index.firedBy(at));
        wanted.push(scan.firedBy(at));
      }
      expect(seen).toEqual(wanted);
      expect(index.size).toBe(0);
    }),
    { numRuns: 100 },
  );
});

test('the order of watching does not matter', () => {
  const sets = fc.uniqueArray(
    fc.record({ id: fc.nat(), fires: fc.constantFrom<Fires>('AT_OR_ABOVE', 'AT_OR_BELOW'), level: levels }),
    { selector: (trigger) => trigger.id, size: 'large' },
  );
  const shuffled = sets.chain((set) =>
    fc.tuple(fc.constant(set), fc.shuffledSubarray(set, { minLength: set.length })),
  );
  fc.assert(
    fc.property(shuffled, levels, ([one, other], at) => {
      expect(watching(...one).firedBy(at)).toEqual(watching(...other).firedBy(at));
    }),
  );
});

test('memory is freed when the triggers are gone', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const index = createTriggers();
  const before = used();
  const count = 200_000;
  for (let id = 0; id < count; id++) {
    const away = BigInt(id + 1);
    index.watch({
      id,
      fires: id % 2 === 0 ? 'AT_OR_ABOVE' : 'AT_OR_BELOW',
      level: priceOfUnits(id % 2 === 0 ? away : -away),
    });
  }
  const full = used();
  for (let id = 0; id < count; id += 4) index.forget(id);
  index.firedBy(priceOfUnits(BigInt(count)));
  index.firedBy(priceOfUnits(-BigInt(count)));
  expect(index.size).toBe(0);
  expect(used() - before).toBeLessThan((full - before) / 10);
});
