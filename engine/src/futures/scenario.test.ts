import { describe, expect, test } from 'vitest';
import { amount, price, toDecimal } from '../amount.ts';
import type { Book } from '../book.ts';
import { playerId } from '../purse.ts';
import { factsOf } from './account.ts';
import { liquidateFutures } from './liquidate.ts';
import { liquidationsOnTheWay, moveOf, scenarioAt } from './scenario.ts';
import { pricedIn } from './standing.ts';
import type { Priced } from './terms.ts';
import { BTC, bookWith, ETH, execute, hold, pricedAt, refusalOf, SITE } from './testing.ts';

const facts = (book: Book) => {
  const player = book.players.get(playerId(1))!;
  return factsOf(book, player, player.wallets.get('FUTURES')!);
};
const market = [pricedAt(BTC, '60000'), pricedAt(ETH, '3000')];
const at = (book: Book, to: string, isTogether = false) =>
  scenarioAt(facts(book), pricedIn(market), { instrument: BTC.instrument, price: price(to), isTogether })!;
const way = (book: Book, direction: 'DOWN' | 'UP', isTogether = false) =>
  liquidationsOnTheWay(facts(book), pricedIn(market), {
    instrument: BTC.instrument,
    isTogether,
    direction,
  }).map(({ price: level, position }) => [position.instrument, toDecimal(level)]);

describe('the account at a hypothetical price', () => {
  test('values every position there, and leaves the other markets where they are', () => {
    const book = bookWith();
    hold(book);
    hold(book, { terms: ETH, qty: '1', entry: '2900' });
    const there = at(book, '58000');
    expect([there.equityNow, there.equity]).toEqual([amount('10100'), amount('9100')]);
    expect(there.positions.map(({ pnlNow, pnl }) => [pnlNow, pnl])).toEqual([
      [amount('0'), amount('-1000')],
      [amount('100'), amount('100')],
    ]);
  });

  test('moves all markets by the same share where that is asked for', () => {
    const book = bookWith();
    hold(book, { terms: ETH, qty: '1', entry: '3000' });
    expect(at(book, '54000', true).positions[0]).toMatchObject({ pnl: amount('-300') });
    expect(at(book, '54000').positions[0]).toMatchObject({ pnl: amount('0') });
  });

  test('an isolated position loses its margin and no more, and its liquidation is marked', () => {
    const book = bookWith();
    hold(book, { marginType: 'ISOLATED' });
    // C17: liquidated at 57,228.9.
    expect(at(book, '57229').positions).toMatchObject([{ isLiquidated: false, pnl: amount('-1385.5') }]);
    const gone = at(book, '50000');
    expect(gone.positions).toMatchObject([{ isLiquidated: true, pnl: amount('-1500') }]);
    expect(gone.equity).toBe(amount('8500'));
  });

  test('says nothing while a price is missing', () => {
    const book = bookWith();
    hold(book, { terms: ETH, qty: '1', entry: '3000' });
    const hypothesis = { instrument: BTC.instrument, price: price('1'), isTogether: false };
    expect(scenarioAt(facts(book), pricedIn([pricedAt(BTC, '60000')]), hypothesis)).toBeUndefined();
  });
});

describe('what is liquidated on the way', () => {
  test('isolated positions at their own prices, nearest first, as prices of the one that moves', () => {
    const book = bookWith();
    hold(book, { marginType: 'ISOLATED' });
    hold(book, { terms: ETH, qty: '1', entry: '3000', leverage: 50, marginType: 'ISOLATED' });
    // ETH: (3,000 − 60) / 0.996 = 2,951.80, which is 59,036.0 of BTC.
    expect(way(book, 'DOWN', true)).toEqual([
      [ETH.instrument, '59036'],
      [BTC.instrument, '57228.9'],
    ]);
    expect(way(book, 'DOWN')).toEqual([[BTC.instrument, '57228.9']]);
    expect(way(book, 'UP', true)).toEqual([]);
  });

  test('the cross account exactly where the rules liquidate it', () => {
    const book = bookWith(1, { credit: '2000' });
    hold(book);
    hold(book, { terms: ETH, side: 'SHORT', qty: '2', entry: '3100' });
    const [step] = way(book, 'DOWN', true);
    const [instrument, level] = step!;
    expect(instrument).toBe(BTC.instrument);
    const moved = (to: string): readonly Priced[] => {
      const share = Number(to) / 60_000;
      return [pricedAt(BTC, to), pricedAt(ETH, (Math.round(3000 * share * 100) / 100).toFixed(2))];
    };
    const liquidate = (to: string) =>
      refusalOf(
        execute(book, liquidateFutures, {
          kind: 'LIQUIDATE_FUTURES',
          site: SITE,
          player: playerId(1),
          wallet: 'FUTURES',
          priced: moved(to),
          isAfterGap: false,
        }),
      );
    expect(liquidate((Number(level) + 0.1).toFixed(1))).toBe('EQUITY_FINE');
    expect(liquidate(level as string)).toBe('OK');
  });

  test('none where nothing open can be liquidated', () => {
    expect(way(bookWith(), 'DOWN', true)).toEqual([]);
  });
});

test('a move is a share of where it started', () => {
  expect(toDecimal(moveOf(price('60000'), price('58200')))).toBe('-0.03');
});
