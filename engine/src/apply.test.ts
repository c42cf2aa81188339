import { describe, expect, test } from 'vitest';
import { amount } from './amount.ts';
import { apply } from './apply.ts';
import { type Book, emptyBook } from './book.ts';
import { decide } from './decide.ts';
import type { AnyCommand, AnyEvent } from './products.ts';
import { playerId, playerPurse, siteId } from './purse.ts';
import { type Millis, millis } from './time.ts';

const site = siteId(1);
const mina = playerId(1);
const start = millis(1_760_000_000_000);
const open: AnyCommand = {
  kind: 'OPEN_ACCOUNT',
  site,
  player: mina,
  role: 'PLAYER',
  wallets: [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('1000') }],
};
const keyed = (key: string): AnyCommand => ({
  kind: 'END_SESSIONS',
  site,
  player: mina,
  key: { key, fingerprint: `fingerprint of ${key}` },
});

function accepted(book: Book, command: AnyCommand, now: Millis): AnyEvent {
  const decision = decide(book, command, { now, eventId: book.lastEvent + 1 });
  if (!decision.ok) throw new Error(`refused: ${decision.refusal}`);
  return decision.event;
}

function run(book: Book, command: AnyCommand, now: Millis = start): AnyEvent {
  const event = accepted(book, command, now);
  apply(book, event);
  return event;
}

function opened(): Book {
  const book = emptyBook();
  run(book, open);
  return book;
}

const keys = (book: Book): string[] => [...(book.players.get(mina)?.answers.keys() ?? [])];
const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `k${from + index}`);

describe('an event that does not follow the book stops the desk', () => {
  const release = (): AnyEvent => {
    const book = opened();
    run(book, {
      kind: 'HOLD_FUNDS',
      site,
      player: mina,
      wallet: 'BINARY',
      amount: amount('5'),
      purpose: 'bet',
    });
    return run(book, { kind: 'RELEASE_FUNDS', site, player: mina, hold: 2 });
  };
  const next = (): AnyEvent => accepted(opened(), keyed('a'), start);

  test.each<[string, AnyEvent, string]>([
    ['a gap in the events', { ...next(), id: 3 }, 'without a gap'],
    ['the same event twice', { ...next(), id: 1 }, 'without a gap'],
    ['a time before the last event', { ...next(), at: millis(start - 1) }, 'never goes back'],
    ['a gap in the player’s sequence', { ...next(), steps: [{ player: mina, seq: 3 }] }, 'no gap'],
    ['a player who is not there', { ...next(), steps: [{ player: playerId(9), seq: 1 }] }, 'no gap'],
    ['an event of nobody', { ...next(), steps: [] }, 'names its player'],
    [
      'a balance that does not come out',
      { ...next(), after: [{ purse: playerPurse(mina, 'BINARY', 'free'), balance: amount('1') }] },
      'holds afterwards',
    ],
    ['an account that opens twice', { ...accepted(emptyBook(), open, start), id: 2 }, 'opens once'],
    [
      'a hold that is not there',
      { ...release(), id: 2, steps: [{ player: mina, seq: 2 }], transfers: [], after: [] },
      'ends once',
    ],
  ])('%s', (_, event, promise) => {
    expect(() => apply(opened(), event)).toThrow(promise);
  });
});

test('several events of one millisecond follow each other', () => {
  const book = opened();
  run(book, keyed('a'), start);
  run(book, keyed('b'), start);
  expect(book.lastEvent).toBe(3);
  expect(book.players.get(mina)?.seq).toBe(3);
});

describe('the first answers to keys', () => {
  test('are kept with the fingerprint of their body and the event itself', () => {
    const book = opened();
    const event = run(book, keyed('a'));
    expect(book.players.get(mina)?.answers.get('a')).toEqual({
      fingerprint: 'fingerprint of a',
      event: event.id,
      seq: 2,
      at: event.at,
    });
  });

  test('opening an account keeps its own', () => {
    const book = emptyBook();
    run(book, { ...open, key: { key: 'sign-up', fingerprint: 'p' } });
    expect(keys(book)).toEqual(['sign-up']);
  });

  test('a command without a key keeps none', () => {
    const book = opened();
    run(book, { kind: 'END_SESSIONS', site, player: mina });
    expect(keys(book)).toEqual([]);
  });

  test('all of a day are kept, however many', () => {
    const book = opened();
    for (const key of numbered(1, 3_000)) run(book, keyed(key));
    expect(keys(book)).toEqual(numbered(1, 3_000));
  });

  test('of one player do not touch those of another', () => {
    const book = opened();
    const jun = playerId(2);
    run(book, { ...open, player: jun, key: { key: 'first', fingerprint: 'p' } });
    for (const key of numbered(1, 300)) run(book, keyed(key));
    expect([...(book.players.get(jun)?.answers.keys() ?? [])]).toEqual(['first']);
  });
});
