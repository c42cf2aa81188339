import { expect, test } from 'vitest';
import { amount } from './amount.ts';
import { decide } from './decide.ts';
import { bookWith, execute, NOON, NQ, open, refusalOf, SITE } from './oversea/testing.ts';
import { PLAYER_PURSE_KINDS, playerId, playerPurse } from './purse.ts';
import { dropPlayer, isOpenIn } from './residents.ts';
import { putPurse } from './transfer.ts';

const ONE = playerId(1);
const put = (book: ReturnType<typeof bookWith>, kind: (typeof PLAYER_PURSE_KINDS)[number]) =>
  putPurse(book, {
    id: playerPurse(ONE, 'BINARY', kind),
    site: SITE,
    owner: ONE,
    currency: 'KRW',
    balance: amount('5'),
  });

test('an account that leaves the book takes every kind of purse along', () => {
  const book = bookWith(1);
  for (const kind of PLAYER_PURSE_KINDS) put(book, kind);
  dropPlayer(book, book.players.get(ONE)!);
  expect([...book.purses.values()].filter(({ owner }) => owner === ONE)).toEqual([]);
});

const refill = {
  kind: 'REFILL_PRACTICE',
  site: SITE,
  player: ONE,
  wallet: 'BINARY',
  amount: amount('1000'),
  most: amount('1000'),
} as const;

test.each(['wait', 'posMargin'] as const)('money in %s is something open in the wallet', (kind) => {
  const book = bookWith(1);
  const player = book.players.get(ONE)!;
  const wallet = player.wallets.get('BINARY')!;
  expect(isOpenIn(book, player, wallet)).toBe(false);
  put(book, kind);
  expect(isOpenIn(book, player, wallet)).toBe(true);
  expect(refusalOf(decide(book, refill, { now: NOON, eventId: book.lastEvent + 1 }))).toBe(
    'REFILL_WHILE_OPEN',
  );
});

test('a position that locks no money is still open in its wallet, and a refill waits for its end', () => {
  const free = { ...NQ, entryMargin: amount('0') };
  const book = bookWith(1);
  open(book, '18250.25', { terms: free });
  const player = book.players.get(ONE)!;
  expect(refusalOf(execute(book, refill, NOON))).toBe('REFILL_WHILE_OPEN');
  open(book, '18250.25', { terms: free, side: 'SHORT' });
  expect(isOpenIn(book, player, player.wallets.get('BINARY')!)).toBe(false);
  expect(refusalOf(execute(book, refill, NOON))).toBe('OK');
});
