// Free money that open positions need cannot be staked: that would leave their loss to the house.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Amount, amount } from '../amount.ts';
import { betOf, roundAt } from '../binary/testing.ts';
import { later } from '../time.ts';
import { atLast, markAll, standingOf } from './equity.ts';
import { freeNeeded, withdrawable } from './preview.ts';
import { bookWith, execute, NOON, NQ, open, positionOf, quoteAt, refusalOf } from './testing.ts';

test('a player with a large open loss cannot stake the money that the position needs', () => {
  const book = bookWith();
  open(book, '18250.25', { qty: 3 });
  const at = NOON;
  const bet = {
    ...betOf({ stake: '1000000', round: roundAt(later(NOON, 60_000)), receivedAt: at }),
    reserved: amount('19000000'),
  };
  expect(refusalOf(execute(book, bet, at))).toBe('INSUFFICIENT_BALANCE');
  expect(refusalOf(execute(book, { ...bet, reserved: amount('18000000') }, at))).toBe('OK');
});

test('the money that is kept and the money that may leave follow the same rule', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3_000 }),
      fc.integer({ min: 1, max: 10 }),
      fc.bigInt(0n, 5_000_000n),
      (down, qty, won) => {
        const book = bookWith();
        open(book, '18250.25', { qty });
        const position = positionOf(book);
        if (position === undefined) throw new Error('it is open');
        const quote = quoteAt(String(18250.25 - down * 0.25), { at: NOON });
        const marked = markAll(new Map([[NQ.instrument, position]]), () => ({ terms: NQ, quote })) ?? [];
        const unit = amount('1');
        const orders = new Map();
        const free = (won * 100_000_000n) as Amount;
        const bare = standingOf(marked.map(atLast), { free: 0n as Amount, unit, orders });
        const spare = free - freeNeeded(bare);
        const most = withdrawable({ free, unit, orders }, marked);
        expect(most).toBe(spare > 0n ? (spare / unit) * unit : 0n);
      },
    ),
  );
});
