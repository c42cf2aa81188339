import { expect, test } from 'vitest';
import { amount } from '../amount.ts';
import type { Book } from '../book.ts';
import { describeBook } from '../describe.ts';
import type { Bet, Round } from './state.ts';
import { bet, bookWith, freeze, NOON, ticksFrom } from './testing.ts';

function exampleBook(): Book {
  const book = bookWith(2);
  bet(book, { type: 'B1' });
  bet(book, { type: 'B1', player: 2 });
  const ticks = ticksFrom(NOON, [
    [0, '100'],
    [31_000, '101'],
    [60_000, '102'],
  ]);
  freeze(book, { type: 'B1', ticks });
  return book;
}

const roundOf = (book: Book): Round => [...book.binary.rounds.values()][0]!;
const betIn = (book: Book): Bet => [...roundOf(book).bets.values()][0]![0]!;

test('two books with the same rounds are described alike', () => {
  expect(describeBook(exampleBook())).toBe(describeBook(exampleBook()));
});

test.each<[string, (book: Book) => unknown]>([
  ['a round', (book) => book.binary.rounds.clear()],
  ['the order of payment', (book) => roundOf(book).players.reverse()],
  ['how many are paid', (book) => Object.assign(roundOf(book), { paidPlayers: 1 })],
  ['a result', (book) => Object.assign(roundOf(book), { result: undefined })],
  [
    'a tick of a result',
    (book) => Object.assign(roundOf(book), { result: { ...roundOf(book).result, ticks: [] } }),
  ],
  ['a void', (book) => Object.assign(roundOf(book), { voided: { reason: '' } })],
  ['the sum of a side', (book) => Object.assign(roundOf(book).stakes, { UP: 1n })],
  ['a stake', (book) => Object.assign(betIn(book), { stake: amount('5001') })],
  ['a side', (book) => Object.assign(betIn(book), { side: 'DOWN' })],
  ['an outcome', (book) => Object.assign(betIn(book), { paid: { status: 2, credit: 0n } })],
])('the description changes with %s', (_, change) => {
  const book = exampleBook();
  change(book);
  expect(describeBook(book)).not.toBe(describeBook(exampleBook()));
});
