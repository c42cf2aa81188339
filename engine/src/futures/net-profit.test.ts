import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amount, type Price, price, type Qty, qty, rate } from '../amount.ts';
import { apply } from '../apply.ts';
import type { Book } from '../book.ts';
import { entryAt } from '../entry.ts';
import { HOUSE, playerId } from '../purse.ts';
import { HOUR_MS, later, type Millis } from '../time.ts';
import type { EntryRequest, PlaceFuturesOrder } from './commands.ts';
import { fundFutures } from './fund.ts';
import { liquidateFutures } from './liquidate.ts';
import { type ClosingFill, netIfClosed, netOfFill } from './net-profit.ts';
import { placeOrder } from './place.ts';
import type { FuturesTerms, MarginType, Priced } from './terms.ts';
import {
  BTC,
  BTC_COIN,
  bookWith,
  execute,
  FUNDING_DUE,
  NOON,
  positionOf,
  purseOf,
  quoteAt,
  SITE,
} from './testing.ts';

const UNIT = 1n as Amount;
const TERMS = { contract: 'HYBRID', feeRate: rate('0.0008') } as const;

const fill: ClosingFill = {
  closedQty: qty('2.5'),
  pnl: amount('-127.25'),
  funding: amount('0.784'),
  entryFee: amount('6.2724'),
  exitFee: amount('6.374'),
  liquidationFee: amount('0'),
  insured: amount('0'),
};

describe('the net profit of a coin future', () => {
  test('is the result of the prices and the funding, less the fees of both sides', () => {
    expect(netOfFill(fill)).toMatchObject({ gross: amount('-127.25'), net: amount('-139.1124') });
  });

  test('of a cross liquidation is less by what the insurance was paid', () => {
    const net = netOfFill({ ...fill, liquidationFee: amount('39.83875') });
    expect(net.net).toBe(amount('-178.95115'));
  });

  test('of an isolated liquidation is the whole margin and the fee of opening, however it was filled', () => {
    const margin = amount('156.81');
    for (const pnl of ['-127.25', '-170'].map((each) => amount(each))) {
      const left = margin + fill.funding + pnl - fill.exitFee;
      const insured = -left as Amount;
      expect(netOfFill({ ...fill, pnl, insured }).net).toBe(-margin - fill.entryFee);
    }
  });

  test('is nothing where nothing was closed', () => {
    expect(netOfFill({ ...fill, closedQty: qty('0') }).net).toBe(0n);
  });

  test('of an open position counts the fee that closing it takes', () => {
    const position = {
      side: 'LONG',
      qty: qty('0.1'),
      entry: entryAt(price('50000')),
      funding: amount('-0.5'),
      entryFee: amount('4'),
    } as const;
    expect(netIfClosed(position, price('50100'), TERMS, UNIT)).toEqual({
      gross: amount('10'),
      funding: amount('-0.5'),
      entryFee: amount('4'),
      exitFee: amount('4.008'),
      liquidationFee: 0n,
      insured: 0n,
      net: amount('1.492'),
    });
  });

  test('of an inverse contract is in coins', () => {
    const position = {
      side: 'SHORT',
      qty: qty('10000'),
      entry: entryAt(price('50000')),
      funding: amount('0'),
      entryFee: amount('0.00016'),
    } as const;
    const net = netIfClosed(position, price('40000'), { ...TERMS, contract: 'INVERSE' }, UNIT);
    expect(net).toMatchObject({ gross: amount('0.05'), exitFee: amount('0.0002'), net: amount('0.04964') });
  });
});

/** What the player has in the wallet, free or set aside. */
const ownIn = (book: Book, { wallet }: FuturesTerms): bigint =>
  purseOf(book, 'free', { wallet }) + purseOf(book, 'posMargin', { wallet });

function fund(book: Book, { instrument, contract }: FuturesTerms, dueAt: Millis, mark: Price): void {
  const command = { kind: 'FUND_FUTURES', site: SITE, player: HOUSE, instrument, contract } as const;
  const context = { now: dueAt, eventId: book.lastEvent + 1 };
  const funded = fundFutures(book, { ...command, rate: rate('0.0003'), mark, dueAt }, context);
  if (funded.ok) apply(book, funded.event);
}

function liquidate(book: Book, priced: Priced, marginType: MarginType) {
  const { terms, quote } = priced;
  const isolated = marginType === 'ISOLATED' ? { position: positionOf(book, terms)?.id ?? 0 } : {};
  const command = { kind: 'LIQUIDATE_FUTURES', site: SITE, player: playerId(1) } as const;
  const account = { wallet: terms.wallet, ...isolated, priced: [priced], isAfterGap: false };
  return execute(book, liquidateFutures, { ...command, ...account }, quote.ts);
}

function trade(book: Book, priced: Priced, asked: Pick<EntryRequest, 'side' | 'marginType'> & { qty: Qty }) {
  const command: PlaceFuturesOrder = {
    kind: 'PLACE_FUTURES_ORDER',
    site: SITE,
    player: playerId(1),
    type: 'MARKET',
    by: 'last',
    leverage: 20,
    reduceOnly: false,
    postOnly: false,
    immediate: false,
    ...asked,
    ...priced,
    priced: [priced],
  };
  return execute(book, placeOrder, command, priced.quote.ts);
}

describe.each([
  { name: 'a hybrid contract', usual: BTC, sizes: ['0.01', '0.05', '1'] },
  { name: 'an inverse contract', usual: BTC_COIN, sizes: ['500', '3000', '600000'] },
])('of $name', ({ usual, sizes }) => {
  const steps = fc.array(
    fc.record({
      side: fc.constantFrom('LONG' as const, 'SHORT' as const),
      size: fc.constantFrom(...sizes),
      move: fc.integer({ min: -3_000, max: 3_000 }),
      isFunded: fc.boolean(),
    }),
    { maxLength: 25 },
  );

  test.each(['CROSS', 'ISOLATED'] as const)(
    'the wallet has what was there, every net profit, and what is still to be earned back: %s',
    (marginType) => {
      fc.assert(
        fc.property(steps, (moves) => {
          const book = bookWith(1, { credit: '4000' });
          let counted = ownIn(book, usual);
          let [now, due, last] = [NOON, FUNDING_DUE, 60_000];
          for (const { side, size, move, isFunded } of moves) {
            last = Math.max(last + move, 20_000);
            if (isFunded) {
              [now, due] = [later(now, 8 * HOUR_MS), later(due, 8 * HOUR_MS)];
              fund(book, usual, due, price(String(last)));
            }
            const quote = quoteAt(String(last), { at: now, bid: String(last - 5), ask: String(last + 5) });
            const priced = { terms: { ...usual, fundingDue: due }, quote };
            const decisions = [
              liquidate(book, priced, marginType),
              trade(book, priced, { side, marginType, qty: qty(size) }),
            ];
            for (const decision of decisions) {
              if (!decision.ok || decision.event.kind !== 'FUTURES_FILLED') continue;
              counted += decision.event.topUp;
              for (const each of decision.event.fills) counted += netOfFill(each).net;
            }
            expect(ownIn(book, usual)).toBe(counted - (positionOf(book, usual)?.entryFee ?? 0n));
          }
        }),
      );
    },
  );
});
