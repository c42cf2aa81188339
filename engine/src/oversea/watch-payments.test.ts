import { expect, test } from 'vitest';
import { amount } from '../amount.ts';
import type { AnyEvent } from '../products.ts';
import { bookWith, eventFrom, NOON, NQ, order, quoteAt } from './testing.ts';
import { createOverseaWatch } from './watch.ts';

test('of a payment to thousands the watch reads only the lines of players who have something open', () => {
  const book = bookWith(3);
  const watch = createOverseaWatch({ state: book.oversea, termsOf: () => NQ, unitOf: () => amount('1') });
  watch.tick(NQ.instrument, quoteAt('18250.25'), NOON);
  watch.follow(eventFrom(order(book, { player: 2 }), 'OVERSEA_FILLED'), NOON);
  let unpacked = 0;
  const payment = (players: readonly number[]): AnyEvent =>
    ({
      kind: 'ROUND_PAID',
      steps: [],
      transfers: [],
      after: [],
      bets: [],
      shares: {
        players: players.length,
        text: players.map((id) => `${id},7;BINARY,KRW,5000,,,,9500,;${id + 10}@0`).join('/'),
        get outcomes() {
          unpacked += 1;
          return ':1:9500';
        },
      },
    }) as unknown as AnyEvent;
  const others = Array.from({ length: 2_000 }, (_, at) => at + 100);
  watch.follow(payment(others), NOON);
  expect(unpacked).toBe(0);
  watch.follow(payment([...others, 2]), NOON);
  expect(unpacked).toBe(1);
});
