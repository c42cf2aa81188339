// What every cross liquidation keeps to, whatever is open (docs/rules.md 3.12).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, toDecimal } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import { assertCounted } from '../property-testing.ts';
import { playerId } from '../purse.ts';
import { factsOf } from './account.ts';
import { liquidateFutures } from './liquidate.ts';
import { riskAccount } from './risk.ts';
import { isUnderwater, pricedIn } from './standing.ts';
import type { FuturesTerms, OrderSide, Priced } from './terms.ts';
import {
  BTC,
  bookWith,
  ETH,
  execute,
  hold,
  NOON,
  positionOf,
  pricedAt,
  purseOf,
  SITE,
  setFree,
  totalOf,
} from './testing.ts';
import { toMoney } from './value.ts';

const SOL: FuturesTerms = { ...ETH, instrument: 104 };

const liquidate = (book: Book, priced: readonly Priced[]) =>
  execute(
    book,
    liquidateFutures,
    {
      kind: 'LIQUIDATE_FUTURES',
      site: SITE,
      player: playerId(1),
      wallet: 'FUTURES',
      priced,
      isAfterGap: false,
    },
    NOON,
  );

describe('a cross liquidation', () => {
  const terms = [BTC, ETH, SOL];
  const drawn = fc.record({
    of: fc.constantFrom(...terms),
    side: fc.constantFrom<OrderSide>('LONG', 'SHORT'),
    hundredths: fc.integer({ min: 1, max: 200_000 }),
    entry: fc.integer({ min: 950, max: 1_050 }),
    mark: fc.integer({ min: 900, max: 1_100 }),
    spread: fc.integer({ min: 0, max: 2 }),
    funding: fc.integer({ min: -100, max: 100 }),
  });
  type Drawn = typeof drawn extends fc.Arbitrary<infer One> ? One : never;
  const positions = fc.uniqueArray(drawn, { minLength: 1, maxLength: 3, selector: ({ of }) => of });

  /** The equity in thousandths of the maintenance margin. */
  const ratios = fc.integer({ min: -200, max: 1_100 });

  const worldOf = (all: readonly Drawn[], ratio: number) => {
    const book = bookWith(1, { credit: '1' });
    setFree(book, '0');
    for (const { of, side, hundredths, entry, funding } of all) {
      const input = { terms: of, side, qty: String(hundredths / 100), entry: String(entry) };
      hold(book, { ...input, funding: String(funding) });
    }
    const priced = all.map(({ of, mark, spread }) =>
      pricedAt(of, String(mark), { bid: String(mark - spread), ask: String(mark + spread) }),
    );
    const { equity, maintenance } = riskOf(book, priced);
    const missing = (maintenance * BigInt(ratio)) / 1_000n - equity;
    setFree(book, toDecimal(toMoney(missing, 1n as Amount, 'down')));
    return { book, priced };
  };

  test('the player never owes, money adds up, and what is left is safe or gone', () => {
    let [partly, wholly] = [0, 0];
    assertCounted(
      fc.property(positions, ratios, (all, ratio) => {
        const { book, priced } = worldOf(all, ratio);
        const before = riskOf(book, priced);
        const decision = liquidate(book, priced);
        expect(decision.ok).toBe(isUnderwater(before));
        if (!decision.ok) return;
        expect(totalOf(book)).toBe(0n);
        const left = all.filter(({ of }) => positionOf(book, of) !== undefined);
        if (left.length === 0) {
          expect(purseOf(book, 'free')).toBeGreaterThanOrEqual(0n);
          wholly++;
        } else {
          expect(isUnderwater(riskOf(book, priced))).toBe(false);
          expect(decision.event.topUp).toBe(0n);
          partly++;
        }
      }),
      100,
    );
    expect(partly).toBeGreaterThan(0);
    expect(wholly).toBeGreaterThan(0);
  });

  test('the order in which positions are listed and priced does not matter', () => {
    fc.assert(
      fc.property(positions, ratios, (all, ratio) => {
        const { book, priced } = worldOf(all, ratio);
        const mirrored = worldOf(all, ratio);
        reverse(mirrored.book.futures.accounts.get(playerId(1))!.positions);
        const [one, other] = [liquidate(book, priced), liquidate(mirrored.book, priced.toReversed())];
        expect(one.ok).toBe(other.ok);
        if (!one.ok || !other.ok) return;
        expect(other.event.fills).toEqual(one.event.fills);
        expect(other.event.transfers).toEqual(one.event.transfers);
        expect(other.event.topUp).toBe(one.event.topUp);
      }),
    );
  });

  const riskOf = (book: Book, priced: readonly Priced[]) => {
    const player = book.players.get(playerId(1))!;
    const facts = factsOf(book, player, player.wallets.get('FUTURES')!);
    const risk = riskAccount(facts, undefined, pricedIn(priced));
    assert(typeof risk !== 'string', 'every position has a price');
    return risk;
  };

  const reverse = <Value>(map: Map<number, Value>) => {
    const entries = [...map].reverse();
    map.clear();
    for (const [key, value] of entries) map.set(key, value);
  };
});
