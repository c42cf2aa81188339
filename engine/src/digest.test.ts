import { describe, expect, test } from 'vitest';
import { amount } from './amount.ts';
import { apply } from './apply.ts';
import { type Book, emptyBook, type Player } from './book.ts';
import { digestText, weighBook } from './book-digest.ts';
import { decide } from './decide.ts';
import { accountDigest, lanesText, parseLanes, purseWeight } from './digest.ts';
import type { AnyCommand } from './products.ts';
import { housePurse, playerId, playerPurse, siteId } from './purse.ts';
import { millis } from './time.ts';
import { assertZeroSum, setBalance } from './transfer.ts';

const site = siteId(1);
const mina = playerId(1);
const jun = playerId(2);

const open = (player = mina): AnyCommand => ({
  kind: 'OPEN_ACCOUNT',
  site,
  player,
  role: 'PLAYER',
  wallets: [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('1000') }],
});

function bookAfter(...commands: readonly AnyCommand[]): Book {
  const book = emptyBook();
  for (const command of commands) {
    const decision = decide(book, command, { now: millis(1_000), eventId: book.lastEvent + 1 });
    if (!decision.ok) throw new Error(decision.refusal);
    apply(book, decision.event);
  }
  return book;
}

const hold: AnyCommand = {
  kind: 'HOLD_FUNDS',
  site,
  player: mina,
  wallet: 'BINARY',
  amount: amount('10'),
  purpose: 'bet',
};

describe('the digest of a book', () => {
  test('updated by its events equals the one computed from the book', () => {
    const book = bookAfter(open(), open(jun), hold, { kind: 'BLOCK_ACCOUNT', site, player: jun });
    expect(digestText(book)).toBe(weighBook(book));
  });

  test('returns to its value when everything open has ended, except for the player’s own sequence', () => {
    const book = bookAfter(open());
    const [, house, before] = digestText(book).split('.');
    const release: AnyCommand = { kind: 'RELEASE_FUNDS', site, player: mina, hold: 2 };
    const after = bookAfter(open(), hold, release);
    after.lastEvent = book.lastEvent;
    expect(digestText(after).split('.').slice(1)).toEqual([house, before]);
  });

  test.each<[string, (book: Book) => void]>([
    ['a balance', (book) => edit(book, playerPurse(mina, 'BINARY', 'free'), 1n)],
    ['a balance by 2^63 units', (book) => edit(book, playerPurse(mina, 'BINARY', 'free'), 2n ** 63n)],
    [
      'two balances whose sum stays',
      (book) => {
        edit(book, playerPurse(mina, 'BINARY', 'free'), 5n);
        edit(book, playerPurse(jun, 'BINARY', 'free'), -5n);
      },
    ],
    ['a purse of the house', (book) => edit(book, housePurse(site, 'practice', 'KRW'), 1n)],
    ['who is blocked', (book) => change(book, { blocked: true })],
    ['a session version', (book) => change(book, { sessionVersion: 2 })],
    ['a sequence', (book) => change(book, { seq: 9 })],
    [
      'a practice run',
      (book) => void Object.assign(book.players.get(mina)!.wallets.get('BINARY')!, { run: 2 }),
    ],
    ['a role', (book) => change(book, { role: 'STAFF' })],
    ['an account that is gone', (book) => void book.players.delete(jun)],
    [
      'a hold',
      (book) => void book.account.holds.set(3, { ...book.account.holds.get(3)!, amount: amount('11') }),
    ],
    ['a hold that is gone', (book) => void book.account.holds.delete(3)],
    ['the number of the last event', (book) => void Object.assign(book, { lastEvent: 9 })],
  ])('shows a change of %s', (_, edited) => {
    const book = bookAfter(open(), open(jun), hold);
    const before = digestText(book);
    edited(book);
    expect(weighBook(book)).not.toBe(before);
  });
});

const change = (book: Book, fields: Partial<Player>) => void Object.assign(book.players.get(mina)!, fields);

function edit(book: Book, id: ReturnType<typeof playerPurse>, by: bigint): void {
  const purse = book.purses.get(id)!;
  purse.balance = (purse.balance + by) as typeof purse.balance;
}

test('money that appears from nowhere is noticed, with its site and currency', () => {
  const book = bookAfter(open());
  assertZeroSum(book);
  setBalance(book, book.purses.get(playerPurse(mina, 'BINARY', 'free'))!, amount('1001'));
  expect(() => assertZeroSum(book)).toThrow(
    'the money of site 1 in KRW no longer adds up to zero: 100000000',
  );
});

test('the digest of an account is a sum: a change can be added without knowing the rest', () => {
  const account = { id: mina, site, role: 'PLAYER', blocked: false, sessionVersion: 1, seq: 3, wallets: [] };
  const purse = playerPurse(mina, 'BINARY', 'free');
  const before = accountDigest({ ...account, purses: [{ id: purse, balance: 100n }] });
  const after = accountDigest({ ...account, purses: [{ id: purse, balance: -(2n ** 70n) }] });
  expect(BigInt.asUintN(64, before + purseWeight(purse) * (-(2n ** 70n) - 100n))).toBe(after);
});

test('the lanes are read back from their text', () => {
  const lanes = [0n, 1n, 2n ** 64n - 1n];
  expect(parseLanes(lanesText(lanes))).toEqual(lanes);
});

test('the weights of many purses are odd and all different', () => {
  const weights = new Set<bigint>();
  for (let player = 1; player <= 20_000; player += 1)
    for (const kind of ['free', 'wait', 'debt'] as const)
      weights.add(purseWeight(playerPurse(playerId(player), 'BINARY', kind)));
  expect(weights.size).toBe(60_000);
  expect([...weights].every((weight) => weight % 2n === 1n)).toBe(true);
});
