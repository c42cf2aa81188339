import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amount, ONE, type Price, price, toDecimal } from '../amount.ts';
import { type Entry, entryAt, meanOf } from '../entry.ts';
import { standingOf } from './equity.ts';
import { lossCutPrice, previewOrder, withdrawable } from './preview.ts';
import { marginOf, perContract, pnlOf, priceWherePnl, releasedMargin, tpslPrices } from './pricing.ts';
import { CL, NOON, NQ, quoteAt } from './testing.ts';

const WON = amount('1');
const sides = fc.constantFrom('LONG' as const, 'SHORT' as const);
/** Prices of oil, in ticks around zero. */
const prices = fc
  .integer({ min: -8_000, max: 12_000 })
  .map((ticks) => (BigInt(ticks) * CL.tickSize) as Price);
const lots = fc.record({ price: prices, qty: fc.integer({ min: 1, max: 20 }) });

const meanOfAll = (all: readonly { readonly price: Price; readonly qty: number }[]) => {
  let entry: Entry | undefined;
  let held = 0;
  for (const { price: at, qty } of all) {
    entry =
      entry === undefined
        ? entryAt(at)
        : meanOf(entry, { held: BigInt(held), added: BigInt(qty), price: at });
    held += qty;
  }
  return { entry: entry!, held };
};

describe('profit and loss', () => {
  const position = fc.record({ side: sides, all: fc.array(lots, { minLength: 1, maxLength: 5 }) });

  test('is the exact value rounded down once, whichever way it went', () => {
    fc.assert(
      fc.property(position, prices, ({ side, all }, exit) => {
        const { entry, held } = meanOfAll(all);
        const made = pnlOf({ side, qty: held, entry }, exit, CL, WON);
        // Contract by contract, exactly: price units by multiplier by rate.
        const cost = all.reduce((sum, { price: at, qty }) => sum + (exit - at) * BigInt(qty), 0n);
        const exact = (side === 'LONG' ? cost : -cost) * CL.multiplier * CL.rate;
        expect(made % WON).toBe(0n);
        expect(made * ONE * ONE).toBeLessThanOrEqual(exact);
        expect((made + WON) * ONE * ONE).toBeGreaterThan(exact);
      }),
    );
  });

  test('of both sides together is never above nothing', () => {
    fc.assert(
      fc.property(position, prices, ({ all }, exit) => {
        const { entry, held: qty } = meanOfAll(all);
        const both =
          pnlOf({ side: 'LONG', qty, entry }, exit, CL, WON) +
          pnlOf({ side: 'SHORT', qty, entry }, exit, CL, WON);
        expect(both === 0n || both === -WON).toBe(true);
      }),
    );
  });

  test('falls to a sum exactly at the computed price', () => {
    fc.assert(
      fc.property(position, fc.bigInt({ min: -10_000_000n, max: 10_000_000n }), ({ side, all }, won) => {
        const { entry, held: qty } = meanOfAll(all);
        const most = (won * WON) as Amount;
        const at = priceWherePnl({ side, qty, entry }, most, CL, WON);
        const beyond = (at + (side === 'LONG' ? 1n : -1n)) as Price;
        expect(pnlOf({ side, qty, entry }, at, CL, WON)).toBeLessThanOrEqual(most);
        expect(pnlOf({ side, qty, entry }, beyond, CL, WON)).toBeGreaterThan(most);
      }),
    );
  });
});

describe('margin', () => {
  test('is rounded up in total, not by contract', () => {
    const odd = { entryMargin: amount('0.4') };
    expect(toDecimal(marginOf(3, odd, WON))).toBe('2');
    expect(toDecimal(perContract(3, amount('0.1'), WON))).toBe('1');
  });

  test('is released in full, in whatever parts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
        fc.nat(),
        (parts, won) => {
          let left = { qty: parts.reduce((a, b) => a + b, 0), margin: (BigInt(won) * WON) as Amount };
          let back = 0n;
          for (const part of parts) {
            const released = releasedMargin(left, part, WON);
            back += released;
            left = { qty: left.qty - part, margin: (left.margin - released) as Amount };
            expect(left.margin).toBeGreaterThanOrEqual(0n);
          }
          expect(back).toBe(BigInt(won) * WON);
        },
      ),
    );
  });
});

test('take-profit and stop-loss lie on the grid, and never nearer to the mean than their ticks', () => {
  fc.assert(
    fc.property(
      sides,
      fc.array(lots, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 100 }),
      (side, all, ticks) => {
        const { entry } = meanOfAll(all);
        const { tp, sl } = tpslPrices({ side, entry, tpTick: ticks, slTick: ticks }, CL.tickSize);
        for (const at of [tp!, sl!]) {
          expect(at % CL.tickSize).toBe(0n);
          const gap = at * entry.over - entry.sum;
          const distance = (gap < 0n ? -gap : gap) - BigInt(ticks) * CL.tickSize * entry.over;
          expect(distance).toBeGreaterThanOrEqual(0n);
          expect(distance).toBeLessThan(CL.tickSize * entry.over);
        }
        expect(tp! > sl!).toBe(side === 'LONG');
      },
    ),
  );
});

test('the loss-cut price is the first on the grid at which the account is cut', () => {
  fc.assert(
    fc.property(
      sides,
      fc.array(lots, { minLength: 1, maxLength: 4 }),
      fc.nat({ max: 5_000_000 }),
      (side, all, free) => {
        const { entry, held: qty } = meanOfAll(all);
        const position = { side, qty, entry, margin: marginOf(qty, CL, WON) };
        const means = { free: (BigInt(free) * WON) as Amount, unit: WON, orders: [] };
        const markedAt = (last: Price) => ({ position, terms: CL, last });
        const headroomAt = (last: Price) => standingOf([markedAt(last)], means).headroom;
        const now = markedAt(price('5'));
        const at = lossCutPrice(now, CL, standingOf([now], means), WON)!;
        const better = (at + (side === 'LONG' ? CL.tickSize : -CL.tickSize)) as Price;
        expect(at % CL.tickSize).toBe(0n);
        expect(headroomAt(at)).toBeLessThanOrEqual(0n);
        expect(headroomAt(better)).toBeGreaterThan(0n);
      },
    ),
  );
});

describe('what may leave the wallet', () => {
  const position = {
    id: 1,
    instrument: NQ.instrument,
    side: 'LONG' as const,
    qty: 3,
    entry: entryAt(price('18250.25')),
    margin: amount('900000'),
    entryCommission: amount('9000'),
    tpTick: 0,
    slTick: 0,
    overnight: false,
    heldFor: NQ.session!.tradeDate,
  };
  const facts = { free: amount('350000'), unit: WON, orders: new Map() };
  const at = (last: string) => [{ position, terms: NQ, quote: quoteAt(last) }];

  test.each([
    ['18250.25', '350000'],
    // An open profit cannot be withdrawn.
    ['18300', '350000'],
    // 1,250,000 less 831,300 less 1.2 times 180,000.
    ['18240.25', '202700'],
    ['18237.5', '0'],
  ])('at %s is %s', (last, most) => {
    expect(toDecimal(withdrawable(facts, at(last)))).toBe(most);
  });

  test('is the free money while nothing is open, and never below nothing', () => {
    expect(withdrawable(facts, [])).toBe(amount('350000'));
    expect(withdrawable({ ...facts, free: amount('-1') }, [])).toBe(0n);
  });
});

describe('a preview', () => {
  const facts = { free: amount('1000000'), unit: WON, positions: new Map(), orders: new Map() };
  const of = (order: Partial<Parameters<typeof previewOrder>[0]['order']>, quote = quoteAt('18250')) =>
    previewOrder({
      facts,
      terms: NQ,
      quote,
      order: { side: 'LONG', type: 'MARKET', qty: 1, reduceOnly: false, ...order },
      now: NOON,
      others: new Map(),
    });

  test('of a refused order has its figures all the same', () => {
    const { refusal, figures } = of({ qty: 4 });
    expect(refusal).toBe('ABOVE_HOLDINGS');
    expect(figures).toMatchObject({ margin: amount('1200000'), freeAfter: amount('-212000') });
  });

  test('of an order that rests locks its margin now and shows the account as if it were filled', () => {
    const { refusal, figures } = of({ type: 'LIMIT', price: price('18200'), qty: 2, slTick: 4 });
    expect(refusal).toBeUndefined();
    expect(figures).toMatchObject({
      kind: 'REST',
      price: price('18200'),
      margin: amount('600000'),
      freeAfter: amount('400000'),
      commission: amount('6000'),
      slValue: amount('55420'),
      after: { equity: amount('994000'), level: amount('120000') },
    });
  });

  test('without a number or a price has none', () => {
    expect(of({ qty: 0 })).toEqual({ refusal: 'ENTER_QTY', figures: undefined });
    expect(of({ type: 'LIMIT' })).toEqual({ refusal: 'ENTER_PRICE', figures: undefined });
  });
});
