import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Price, price, qty } from './amount.ts';
import { type Entry, entryAt, entryText, harmonicMeanOf, meanOf } from './entry.ts';

interface Lot {
  readonly price: Price;
  readonly qty: bigint;
}

const lots = (prices: fc.Arbitrary<bigint>): fc.Arbitrary<Lot[]> =>
  fc.array(
    fc.record({ price: prices.map((units) => units as Price), qty: fc.bigInt({ min: 1n, max: 20n }) }),
    { minLength: 1, maxLength: 30 },
  );

function meanOfAll(
  mean: typeof meanOf,
  all: readonly Lot[],
): { readonly entry: Entry; readonly held: bigint } {
  const [first, ...rest] = all;
  let entry = entryAt(first!.price);
  let held = first!.qty;
  for (const { price: at, qty: added } of rest) {
    entry = mean(entry, { held, added, price: at });
    held += added;
  }
  return { entry, held };
}

describe('the mean', () => {
  test('of any additions is exact and in lowest terms', () => {
    fc.assert(
      // Prices of oil, around zero.
      fc.property(
        lots(fc.bigInt({ min: -8_000n, max: 12_000n }).map((ticks) => ticks * 1_000_000n)),
        (all) => {
          const { entry, held } = meanOfAll(meanOf, all);
          const cost = all.reduce((sum, lot) => sum + lot.price * lot.qty, 0n);
          expect(entry.sum * held).toBe(cost * entry.over);
          expect(held % entry.over).toBe(0n);
        },
      ),
    );
  });

  test('stays exact through reductions and grows no further than forty places', () => {
    let entry = entryAt(price('100'));
    for (let round = 0; round < 400; round++) {
      // Reducing keeps the mean, so the next addition divides again.
      entry = meanOf(entry, { held: BigInt(2 + (round % 5)), added: 1n, price: price(String(round % 7)) });
      expect(entry.over).toBeLessThanOrEqual(10n ** 40n);
    }
    expect(entry.over).toBeGreaterThan(10n ** 20n);
  });

  test('A13: 0.5 at 5,000 and 0.3 at 6,000 were opened at 5,375', () => {
    const entry = meanOf(entryAt(price('5000')), {
      held: qty('0.5'),
      added: qty('0.3'),
      price: price('6000'),
    });
    expect(entry).toEqual(entryAt(price('5375')));
  });
});

describe('the mean of an inverse contract', () => {
  test('A04: 1,000 at 5,000 and 2,000 at 6,000 were opened at 5,625', () => {
    const entry = harmonicMeanOf(entryAt(price('5000')), {
      held: 1_000n,
      added: 2_000n,
      price: price('6000'),
    });
    expect(entry).toEqual(entryAt(price('5625')));
  });

  test('A11: 1,000 at 50,000 and 3,000 at 50,035 were opened at 50,026.2454071', () => {
    const entry = harmonicMeanOf(entryAt(price('50000')), {
      held: 1_000n,
      added: 3_000n,
      price: price('50035'),
    });
    expect(entryText(entry, 5)).toBe('50026.2454071');
  });

  test('costs exactly the coins of what was bought', () => {
    // So few additions that no mean comes near the bound.
    const some = lots(fc.bigInt({ min: 1n, max: 12_000n })).map((all) => all.slice(0, 6));
    fc.assert(
      fc.property(some, (all) => {
        const { entry, held } = meanOfAll(harmonicMeanOf, all);
        // held / entry = the sum of qty / price, over the product of all prices.
        const product = all.reduce((each, lot) => each * lot.price, 1n);
        const coins = all.reduce((sum, lot) => sum + (lot.qty * product) / lot.price, 0n);
        expect(held * entry.over * product).toBe(coins * entry.sum);
      }),
    );
  });

  test('grows no further than forty places and stays between the prices', () => {
    let entry = entryAt(price('60000'));
    for (let round = 0; round < 400; round++) {
      const at = (price('50000') + BigInt(round * 7_919)) as Price;
      entry = harmonicMeanOf(entry, { held: BigInt(2 + (round % 5)), added: 1n, price: at });
      expect(entry.over).toBeLessThanOrEqual(10n ** 40n);
      expect(entry.sum).toBeGreaterThan(price('50000') * entry.over);
      expect(entry.sum).toBeLessThan(price('60000') * entry.over);
    }
    expect(entry.over).toBeGreaterThan(10n ** 20n);
  });

  test('has no price of zero', () => {
    const adding = { held: 1n, added: 1n, price: price('0') };
    expect(() => harmonicMeanOf(entryAt(price('1')), adding)).toThrow('zero');
  });
});

test.each([
  [{ sum: price('18250.375'), over: 1n }, 2, '18250.3750'],
  [{ sum: price('1'), over: 3n }, 2, '0.3333'],
  [{ sum: price('2'), over: 3n }, 2, '0.6667'],
  [{ sum: price('-2'), over: 3n }, 2, '-0.6667'],
  [{ sum: price('0.00005'), over: 1n }, 2, '0.0001'],
  [{ sum: price('-0.00005'), over: 1n }, 2, '0.0000'],
  [{ sum: price('-0.00015'), over: 1n }, 2, '-0.0001'],
  [{ sum: price('100'), over: 3n }, 0, '33.33'],
])('%o is shown with %i places as %s', (entry, precision, text) => {
  expect(entryText(entry, precision)).toBe(text);
});
