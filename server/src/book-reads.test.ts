import { apply } from '@maru/engine/apply';
import { emptyBook } from '@maru/engine/book';
import { decide } from '@maru/engine/decide';
import { playerId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { opening, SITE } from './desk/testing.ts';
import { bookReads } from './shadow-products.ts';

/** One set of arguments for all of them: each uses those it needs. */
const ARGS = {
  site: SITE,
  player: playerId(1),
  players: [playerId(1)],
  now: millis(1_767_614_410_000),
  key: 'key',
  fingerprint: 'fingerprint',
  rounds: [1],
  purses: [],
  wallets: [{ player: playerId(1), wallet: 'BINARY' }],
};

test('every read has a name of its own', () => {
  const names = bookReads.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test.each(bookReads.map((read) => [read.name, read] as const))(
  '%s answers plain data that can be copied to another thread',
  (_name, read) => {
    const book = emptyBook();
    const decision = decide(book, opening(playerId(1)), { now: millis(1), eventId: 1 });
    if (!decision.ok) throw new Error(decision.refusal);
    apply(book, decision.event);
    const seen = read.compute(book, ARGS as never);
    expect(structuredClone(seen)).toEqual(seen);
    expect(structuredClone(read.players(ARGS as never))).toEqual(read.players(ARGS as never));
  },
);
