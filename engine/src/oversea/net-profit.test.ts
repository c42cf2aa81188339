// Profit after fees: one definition, whose parts add up (decision 0027).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amount, qty, rate, sum } from '../amount.ts';
import { playerPurse } from '../purse.ts';
import { balanceOf } from '../transfer.ts';
import type { OverseaFill } from './events.ts';
import { netIfClosed, netOfFill, netOfTicks, shareOf, ticksBeyondFees } from './net-profit.ts';
import { factsOf } from './place.ts';
import { previewOrder } from './preview.ts';
import { accountOf } from './settle.ts';
import type { OverseaTerms } from './terms.ts';
import { bookWith, eventFrom, NOON, NQ, open, order, orderOf, positionOf, quoteAt } from './testing.ts';

const WON = amount('1');
/** Micro Nasdaq at 1,462.5 won for a dollar: a tick of one contract is 731.25 won. */
const MNQ: OverseaTerms = { ...NQ, multiplier: qty('2'), rate: rate('1462.5'), commission: amount('3000') };

const fillsOf = (decision: Parameters<typeof eventFrom>[0]): readonly OverseaFill[] =>
  eventFrom(decision, 'OVERSEA_FILLED').fills;

describe('the net profit of a trade', () => {
  test('is less than nothing where the prices brought less than both commissions', () => {
    const book = bookWith();
    open(book, '25400', { qty: 3, terms: MNQ });
    const quote = quoteAt('25401.5');
    expect(netIfClosed(positionOf(book)!, quote.bid, MNQ, WON)).toEqual({
      gross: amount('13162'),
      entryCommission: amount('9000'),
      exitCommission: amount('9000'),
      net: amount('-4838'),
    });
    const [fill] = fillsOf(order(book, { side: 'SHORT', qty: 3, quote, terms: MNQ }));
    expect(netOfFill(fill!).net).toBe(amount('-4838'));
    expect(ticksBeyondFees(3, amount('18000'), MNQ, WON)).toBe(9);
  });

  test('is what the position showed a moment before it was closed', () => {
    const book = bookWith();
    open(book, '18250.25', { qty: 2 });
    open(book, '18252.5', { qty: 1 });
    const quote = quoteAt('18255', { bid: '18254.75', ask: '18255.25' });
    const said = netIfClosed(positionOf(book)!, quote.bid, NQ, WON);
    const [fill] = fillsOf(order(book, { side: 'SHORT', qty: 3, quote }));
    expect(netOfFill(fill!)).toEqual(said);
  });

  test('has its share of an entry commission that does not divide, and the last part has the rest', () => {
    const odd = { ...NQ, commission: amount('3333.5') };
    const book = bookWith();
    // 10,000.5 is charged as 10,001.
    open(book, '18250', { qty: 3, terms: odd });
    const parts = [1, 1, 1].flatMap(() =>
      fillsOf(order(book, { side: 'SHORT', qty: 1, quote: quoteAt('18250'), terms: odd })).map(netOfFill),
    );
    expect(parts.map(({ entryCommission }) => entryCommission)).toEqual(
      ['3333', '3334', '3334'].map((each) => amount(each)),
    );
  });

  test('leaves to the opened part of a reversing fill what it cost to open', () => {
    const book = bookWith();
    open(book, '18250', { qty: 2 });
    const [fill] = fillsOf(order(book, { side: 'SHORT', qty: 5, quote: quoteAt('18251') }));
    expect(netOfFill(fill!)).toMatchObject({
      entryCommission: amount('6000'),
      exitCommission: amount('6000'),
    });
    expect(positionOf(book)?.entryCommission).toBe(amount('9000'));
  });

  test('is nothing where nothing was closed', () => {
    const [fill] = fillsOf(order(bookWith(), { qty: 2 }));
    expect(netOfFill(fill!)).toMatchObject({ net: 0n, entryCommission: 0n, exitCommission: 0n });
  });

  test('of a take-profit and a stop-loss is what they would leave', () => {
    expect(netOfTicks({ ticks: 10, qty: 3 }, MNQ, WON).net).toBe(amount('3937'));
    expect(netOfTicks({ ticks: -10, qty: 3 }, MNQ, WON).net).toBe(amount('-39938'));
  });
});

test('the parts of a whole add up to it, whatever is closed when', () => {
  const wholes = fc.bigInt({ min: 0n, max: 10n ** 14n });
  fc.assert(
    fc.property(wholes, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (units, parts) => {
      const whole = (units * WON) as Amount;
      let [left, of] = [whole, parts.reduce((total, each) => total + each, 0)];
      const shares = parts.map((part) => {
        const share = shareOf(left, { part, of }, WON);
        [left, of] = [(left - share) as Amount, of - part];
        return share;
      });
      expect(sum(shares)).toBe(whole);
      expect(shares.every((share) => share >= 0n && share % WON === 0n)).toBe(true);
    }),
  );
});

describe('the distance to the loss-cut', () => {
  const sides = fc.constantFrom('LONG' as const, 'SHORT' as const);
  const ticks = fc.integer({ min: -40, max: 40 });
  const at = (by: number) => String(18_250 + by * 0.25);

  test('never grows because a contract is added', () => {
    fc.assert(
      fc.property(
        fc.record({
          side: sides,
          held: fc.integer({ min: 0, max: 5 }),
          moved: ticks,
          away: ticks,
          // A last trade may lie beyond bid and ask.
          spread: fc.tuple(ticks, fc.integer({ min: 0, max: 3 })),
          type: fc.constantFrom('MARKET' as const, 'LIMIT' as const, 'STOPMARKET' as const),
        }),
        ({ side, held, moved, away, spread: [bid, wide], type }) => {
          const book = bookWith();
          if (held > 0) open(book, at(0), { side, qty: held });
          const wallet = book.players.get(1 as never)!.wallets.get('BINARY')!;
          const facts = factsOf(book, accountOf(book, { id: 1 as never }), wallet);
          const quote = quoteAt(at(moved), { bid: at(moved + bid), ask: at(moved + bid + wide) });
          const rooms = [1, 2, 3, 4].flatMap((count) => {
            const input = orderOf({ side, type, qty: count, price: at(away), quote });
            const given = { facts, terms: NQ, quote, order: input, now: NOON, others: new Map() };
            return previewOrder(given).figures ?? [];
          });
          for (const { before, after } of rooms) {
            expect(after.headroom).toBeLessThanOrEqual(before.headroom);
            expect(after.lastPnl).toBeLessThanOrEqual(before.lastPnl);
          }
          for (const [index, { after }] of rooms.entries())
            expect(after.headroom).toBeLessThan(rooms[index - 1]?.after.headroom ?? after.headroom + 1n);
        },
      ),
    );
  });
});

test('what is left of the wallet is what was there, every net profit, and what is still to be earned back', () => {
  const steps = fc.array(
    fc.record({
      side: fc.constantFrom('LONG' as const, 'SHORT' as const),
      qty: fc.integer({ min: 1, max: 6 }),
      by: fc.integer({ min: -20, max: 20 }),
      // The site changes its commission while positions are open.
      commission: fc.constantFrom('3000', '3333.5', '0'),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(steps, (requests) => {
      const book = bookWith();
      const free = playerPurse(1 as never, 'BINARY', 'free');
      const wait = playerPurse(1 as never, 'BINARY', 'wait');
      const before = balanceOf(book, free);
      let net = 0n;
      for (const { side, qty: count, by, commission } of requests) {
        const terms = { ...NQ, commission: amount(commission) };
        const decision = order(book, { side, qty: count, terms, quote: quoteAt(String(18_250 + by * 0.25)) });
        if (!decision.ok) continue;
        for (const fill of fillsOf(decision)) net += netOfFill(fill).net;
        const paid = positionOf(book)?.entryCommission ?? 0n;
        expect(balanceOf(book, free) + balanceOf(book, wait)).toBe(before + net - paid);
      }
    }),
  );
});
