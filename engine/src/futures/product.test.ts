import { describe, expect, test } from 'vitest';
import type { Book } from '../book.ts';
import { type PlayerPurseKind, playerId, playerPurse } from '../purse.ts';
import { futures } from './product.ts';
import { BTC_COIN, bookWith, ETH, hold, rest } from './testing.ts';

const ONE = playerId(1);

describe('free money below zero', () => {
  const isCovered = (book: Book, wallet: string, kind: PlayerPurseKind = 'free') => {
    const purse = book.purses.get(playerPurse(ONE, wallet, kind));
    return purse !== undefined && futures.isCovered!(book.futures, purse);
  };

  test('is covered by a cross position in its wallet alone', () => {
    const book = bookWith();
    rest(book);
    hold(book, { marginType: 'ISOLATED' });
    expect(isCovered(book, 'FUTURES')).toBe(false);
    hold(book, { terms: BTC_COIN, qty: '100' });
    expect([isCovered(book, 'FUTURES'), isCovered(book, 'BTC')]).toEqual([false, true]);
    hold(book, { terms: ETH });
    expect([isCovered(book, 'FUTURES'), isCovered(book, 'FUTURES', 'posMargin')]).toEqual([true, false]);
  });

  test('of the house, or of somebody else, is covered by nothing of the player', () => {
    const book = bookWith(2);
    hold(book);
    for (const purse of book.purses.values())
      if (purse.owner !== ONE) expect(futures.isCovered!(book.futures, purse)).toBe(false);
  });
});

test('positions and orders are open in their own wallet', () => {
  const book = bookWith(2);
  const open = () => ['FUTURES', 'BTC'].map((wallet) => futures.isOpenIn!(book.futures, ONE, wallet));
  rest(book, { player: 2 });
  expect(open()).toEqual([false, false]);
  rest(book, { terms: BTC_COIN });
  expect(open()).toEqual([false, true]);
  hold(book);
  expect(open()).toEqual([true, true]);
  expect([...futures.playersWithOpen(book.futures)].toSorted()).toEqual([1, 2]);
});
