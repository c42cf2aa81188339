import { describe, expect, test } from 'vitest';
import { amount } from './amount.ts';
import { apply } from './apply.ts';
import { type Book, emptyBook, type Player } from './book.ts';
import { decide } from './decide.ts';
import { describeBook } from './describe.ts';
import type { AnyCommand } from './products.ts';
import { type Purse, type PurseId, playerId, siteId } from './purse.ts';
import { millis } from './time.ts';

const site = siteId(1);
const mina = playerId(1);

function exampleBook(): Book {
  const book = emptyBook();
  const commands: AnyCommand[] = [
    {
      kind: 'OPEN_ACCOUNT',
      site,
      player: mina,
      role: 'PLAYER',
      wallets: [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('1000') }],
    },
    {
      kind: 'HOLD_FUNDS',
      site,
      player: mina,
      wallet: 'BINARY',
      amount: amount('10'),
      purpose: 'bet',
      key: { key: 'k', fingerprint: 'p' },
    },
  ];
  for (const command of commands) {
    const decision = decide(book, command, { now: millis(1_000), eventId: book.lastEvent + 1 });
    if (decision.ok) apply(book, decision.event);
  }
  return book;
}

const minaOf = (book: Book): Player => book.players.get(mina)!;
const purseOf = (book: Book): Purse => book.purses.get('1:BINARY:wait' as PurseId)!;

/** One more of what the thing counts. */
const raise = <Count extends string>(thing: Record<Count, number>, count: Count) =>
  Object.assign(thing, { [count]: thing[count] + 1 });

test('two books made of the same events are described alike', () => {
  expect(describeBook(exampleBook())).toBe(describeBook(exampleBook()));
});

test('the order in which purses were made does not change the description', () => {
  const book = exampleBook();
  const reversed: Book = { ...book, purses: new Map([...book.purses].reverse()) };
  expect(describeBook(reversed)).toBe(describeBook(book));
});

describe('the description changes with', () => {
  test.each<[string, (book: Book) => unknown]>([
    ['the last event', (book) => raise(book, 'lastEvent')],
    ['the time', (book) => Object.assign(book, { lastAt: 1_001 })],
    ['one unit of a balance', (book) => Object.assign(purseOf(book), { balance: amount('10.00000001') })],
    ['a purse', (book) => book.purses.delete(purseOf(book).id)],
    ['a block', (book) => Object.assign(minaOf(book), { blocked: true })],
    ['a session version', (book) => raise(minaOf(book), 'sessionVersion')],
    ['a sequence', (book) => raise(minaOf(book), 'seq')],
    ['a practice run', (book) => raise(minaOf(book).wallets.get('BINARY')!, 'run')],
    ['a wallet', (book) => minaOf(book).wallets.clear()],
    ['a kept answer', (book) => minaOf(book).answers.clear()],
    [
      'the fingerprint of an answer',
      (book) => {
        const kept = minaOf(book).answers.get('k')!;
        minaOf(book).answers.set('k', { ...kept, fingerprint: 'other' });
      },
    ],
    ['a player', (book) => book.players.clear()],
    ['a hold', (book) => book.account.holds.clear()],
    [
      'what a hold is for',
      (book) => book.account.holds.set(2, { ...book.account.holds.get(2)!, purpose: 'order' }),
    ],
  ])('%s', (_, change) => {
    const book = exampleBook();
    change(book);
    expect(describeBook(book)).not.toBe(describeBook(exampleBook()));
  });
});
