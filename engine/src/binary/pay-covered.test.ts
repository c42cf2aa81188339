import { expect, test } from 'vitest';
import { bookWith, CL, moneyOf, NOON, open, order, quoteAt } from '../oversea/testing.ts';
import { later } from '../time.ts';
import { bet, eventFrom, falling, freeze, pay, rising, roundAt } from './testing.ts';

const OPEN = later(NOON, 60_000);

/** Two positions, and the one with the loss is closed: what it cost is covered by the other alone. */
function bookOfOneWhoOwes() {
  const book = bookWith(1, { credit: '620000' });
  open(book, '18250');
  open(book, '70', { terms: CL });
  bet(book, { round: roundAt(OPEN), receivedAt: later(NOON, 30_000) });
  const at = later(NOON, 40_000);
  order(book, { side: 'SHORT', quote: quoteAt('18220', { at }), at });
  expect(moneyOf(book).free).toBeLessThan(0n);
  return book;
}

test.each([
  ['lost', falling('R1', OPEN)],
  ['won', rising('R1', OPEN)],
])('a bet that is %s is paid while the free money is below zero and contracts cover it', (_how, ticks) => {
  const book = bookOfOneWhoOwes();
  const before = moneyOf(book);
  freeze(book, { open: OPEN, ticks });
  eventFrom(pay(book, roundAt(OPEN)), 'ROUND_PAID');
  const after = moneyOf(book);
  expect(after.free).toBeLessThan(0n);
  expect(before.wait - after.wait).toBe(5_000n);
  expect(after.debt).toBe(0n);
});
