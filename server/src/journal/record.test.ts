// Every kind of event must come back from the journal as it went in: the book after a restart is made of them alone.
import { amount } from '@maru/engine/amount';
import { apply } from '@maru/engine/apply';
import {
  bet,
  bookWith,
  eventFrom,
  freeze,
  NOON,
  pay,
  ticksFrom,
  voidRound,
} from '@maru/engine/binary/testing';
import { type AnyEvent, emptyBook } from '@maru/engine/book';
import { describeBook } from '@maru/engine/describe';
import { expect, test } from 'vitest';
import { decode, encodeEvent, seal, unseal } from './record.ts';

/** Ties in a round with strikes of their own, so that every optional field is there in one event and not in another. */
function eventsOfRound(): AnyEvent[] {
  const book = bookWith(2);
  const ticks = ticksFrom(NOON, [
    [0, '-0.00000001'],
    [31_000, '101.5'],
    [60_000, '102'],
  ]);
  const placed = eventFrom(bet(book, { type: 'B1' }), 'BET_PLACED');
  const later = eventFrom(
    bet(book, { type: 'B1', player: 2, receivedAt: placed.at, side: 'DOWN' }),
    'BET_PLACED',
  );
  const frozen = eventFrom(freeze(book, { type: 'B1', ticks }), 'ROUND_FROZEN');
  const paid = eventFrom(pay(book), 'ROUND_PAID');
  const voided = eventFrom(voidRound(book), 'ROUND_VOIDED');
  const back = eventFrom(pay(book), 'ROUND_PAID');
  return [placed, later, frozen, paid, voided, back];
}

function voidedEvents(): AnyEvent[] {
  const book = bookWith(1);
  const placed = eventFrom(bet(book), 'BET_PLACED');
  return [placed, eventFrom(freeze(book, { ticks: [] }), 'ROUND_FROZEN'), eventFrom(pay(book), 'ROUND_PAID')];
}

test('the events of rounds come back from the journal as they went in', () => {
  for (const event of [...eventsOfRound(), ...voidedEvents()]) {
    expect(decode(encodeEvent(event))).toStrictEqual(event);
  }
});

test('a book made of what the journal gives back is the same book', () => {
  const [live, again] = [bookWith(2), bookWith(2)];
  const events = eventsOfRound();
  const sealed = seal({ shard: 1, batch: 1, epoch: 1, previous: '', events });
  for (const event of events) apply(live, event);
  for (const event of unseal(sealed)?.events ?? []) apply(again, event);
  expect(describeBook(again)).toBe(describeBook(live));
  expect(live.binary.rounds.size).toBe(1);
  expect(emptyBook().binary.rounds.size).toBe(0);
});

test('an amount is never read back as a number', () => {
  const [placed] = eventsOfRound();
  expect(decode(encodeEvent(placed!))).toMatchObject({ stake: amount('5000') });
});
