import { describe, expect, test } from 'vitest';
import { amount } from '../amount.ts';
import { bet, betOf, bookWith, falling, freeze, NOON, roundAt, SITE, voidRound } from '../binary/testing.ts';
import type { Book } from '../book.ts';
import { decide } from '../decide.ts';
import { productOfEvent } from '../products.ts';
import { HOUSE, type PlayerId, playerId } from '../purse.ts';
import { openBets } from './payment-changes.ts';

const mina = playerId(1);
const followed = new Map<PlayerId, true>([[mina, true]]);

function changesOf(book: Book, command: Parameters<typeof decide>[1], of = followed) {
  const decision = decide(book, command, { now: book.lastAt, eventId: book.lastEvent + 1 });
  if (!decision.ok) throw new Error(decision.refusal);
  const { changes } = productOfEvent(decision.event.kind);
  return changes === 'NOTHING' ? [] : changes(book, decision.event, of);
}

const payment = { kind: 'PAY_ROUND', site: SITE, player: HOUSE, round: roundAt(NOON) } as const;
const open = (book: Book) => Array.from(openBets(book.binary.unsettled.values(), mina), ({ stake }) => stake);

describe('what a bet means for its player', () => {
  test('placing it asks to put the stake at risk', () => {
    const book = bookWith(2);
    const { receivedAt, ...asked } = betOf({ stake: '7000' });
    book.lastAt = receivedAt;
    expect(changesOf(book, { ...asked, receivedAt })).toMatchObject([
      { player: mina, wallet: 'BINARY', asks: 'STAKE', opened: amount('7000'), result: 0n },
    ]);
    expect(changesOf(book, betOf({ player: 2 }))).toEqual([]);
  });

  test.each([
    ['won', undefined, '4350', '5000'],
    ['lost', falling(), '-5000', '5000'],
  ] as const)('a %s bet has its result and its turnover', (_, ticks, result, turnover) => {
    const book = bookWith(2);
    bet(book);
    bet(book, { player: 2 });
    expect(open(book)).toEqual([amount('5000')]);
    freeze(book, ticks === undefined ? {} : { ticks });
    expect(changesOf(book, payment)).toMatchObject([
      { player: mina, result: amount(result), turnover: amount(turnover), opened: 0n },
    ]);
    expect(changesOf(book, payment)[0]).not.toHaveProperty('asks');
  });

  test('a void bet has neither', () => {
    const book = bookWith(1);
    bet(book);
    freeze(book);
    voidRound(book);
    expect(changesOf(book, payment)).toMatchObject([{ result: 0n, turnover: 0n }]);
  });

  test('a payment without a followed player has nothing, whichever set is the larger one', () => {
    const book = bookWith(3);
    bet(book, { player: 2 });
    freeze(book);
    expect(changesOf(book, payment)).toEqual([]);
    const many = new Map([1, 3, 4].map((id) => [playerId(id), true as const]));
    expect(changesOf(book, payment, many)).toEqual([]);
  });
});
