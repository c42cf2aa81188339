// The liquidation prices that are shown (docs/rules.md 3.10).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amount, type Price, price } from '../amount.ts';
import { liquidationPrices } from './liquidation-prices.ts';
import { type AccountFacts, crossAccount, isUnderwater, pricedIn } from './standing.ts';
import type { OrderSide, Priced } from './terms.ts';
import { BTC, BTC_COIN, ETH, type PositionInput, positionWith, pricedAt } from './testing.ts';

const factsWith = (free: string, inputs: readonly PositionInput[], wallet = 'FUTURES'): AccountFacts => {
  const positions = inputs.map((input, place) => positionWith(place + 1, input));
  return {
    wallet,
    free: amount(free),
    unit: 1n as Amount,
    positions: new Map(positions.map((each) => [each.instrument, each])),
    orders: new Map(),
  };
};

const TERMS = [BTC, ETH, BTC_COIN];
const pricesOf = (facts: AccountFacts, priced: readonly Priced[]) =>
  liquidationPrices(facts, pricedIn(priced), (instrument) =>
    TERMS.find((each) => each.instrument === instrument),
  );

describe('the liquidation price', () => {
  test('C17, C20: of an isolated position is its own, with its funding, and needs no price', () => {
    const priceWith = (input: PositionInput) =>
      pricesOf(factsWith('0', [{ marginType: 'ISOLATED', ...input }]), []).get(BTC.instrument);
    expect(priceWith({})).toBe(price('57228.9'));
    expect(priceWith({ margin: '2000' })).toBe(price('56224.8'));
    expect(priceWith({ margin: '1600', funding: '400' })).toBe(price('56224.8'));
  });

  test('C23: is not there where no mark above zero liquidates', () => {
    const facts = factsWith('0', [{ marginType: 'ISOLATED', leverage: 1 }]);
    expect(pricesOf(facts, [])).toEqual(new Map([[BTC.instrument, undefined]]));
  });

  test('of cross positions is known when all of them have a price, and only theirs', () => {
    const facts = factsWith('5000', [
      {},
      { terms: ETH, qty: '1', entry: '3000', marginType: 'ISOLATED' },
      { terms: BTC_COIN, qty: '100' },
    ]);
    expect([...pricesOf(facts, []).keys()]).toEqual([ETH.instrument]);
    const known = pricesOf(facts, [pricedAt(BTC, '60000')]);
    expect([...known.keys()].sort()).toEqual([BTC.instrument, ETH.instrument]);
    // 0.5 × (60,000 − P) = 5,000 − 0.5 × P × 0.4 %
    expect(known.get(BTC.instrument)).toBe(price('50200.8'));
  });

  test('of a cross position is the first mark that liquidates the account while all other marks stand still', () => {
    const sides = fc.constantFrom<OrderSide>('LONG', 'SHORT');
    const sizes = fc.integer({ min: 1, max: 300_000 });
    fc.assert(
      fc.property(
        fc.tuple(sides, sizes, sides, sizes),
        fc.integer({ min: 900, max: 1_100 }),
        fc.integer({ min: -1_000, max: 1_000_000 }),
        ([side, size, otherSide, otherSize], mark, free) => {
          const facts = factsWith(String(free), [
            { side, qty: String(size / 1_000), entry: '1000' },
            { terms: ETH, side: otherSide, qty: String(otherSize / 1_000), entry: '1000' },
          ]);
          const priced = [pricedAt(BTC, '1000'), pricedAt(ETH, String(mark))];
          const level = pricesOf(facts, priced).get(BTC.instrument);
          const isDueAt = (at: bigint) => {
            const [own, other] = priced as [Priced, Priced];
            const moved = { ...own, quote: { ...own.quote, mark: at as Price } };
            return isUnderwater(crossAccount(facts, pricedIn([moved, other]))!);
          };
          if (level === undefined) {
            const safest = side === 'LONG' ? BTC.tickSize : 10n ** 20n;
            if (side === 'LONG') expect(isDueAt(safest)).toBe(false);
            return;
          }
          expect(isDueAt(level)).toBe(true);
          expect(isDueAt(level + (side === 'LONG' ? BTC.tickSize : -BTC.tickSize))).toBe(false);
        },
      ),
    );
  });
});
