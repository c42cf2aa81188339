// What may leave a wallet while positions are open: free money less what the products reserve is what docs/rules.md 6.3
// says in its own words.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amount } from '../amount.ts';
import { atLast, markAll, standingOf } from '../oversea/equity.ts';
import { freeNeeded, withdrawable as overseaWithdrawable } from '../oversea/preview.ts';
import { bookWith, NOON, NQ, open, positionOf, quoteAt } from '../oversea/testing.ts';
import { cashierBook, refusal, withdrawal } from './testing.ts';
import { withdrawable } from './withdrawable.ts';

const none = amount('0');
const most = (a: bigint, b: bigint): Amount => (a > b ? a : b) as Amount;
const least = (a: bigint, b: bigint): Amount => (a < b ? a : b) as Amount;

describe('coin futures', () => {
  test('I08: 1,000 with an open profit of 400, funding of -2 and margins of 900 and 50 leave 448', () => {
    const [free, pnl, funding, margins] = [amount('1000'), amount('400'), amount('-2'), amount('950')];
    const equity = free + pnl + funding;
    expect(least(free + funding, equity - margins)).toBe(amount('448'));
    const reserved = most(-funding, margins - (equity - free));
    expect(withdrawable({ free, reserved, locked: none, places: 8 })).toBe(amount('448'));
    const ask = (asked: string) =>
      withdrawal({
        wallet: 'FUTURES',
        amount: amount(asked),
        fee: none,
        least: none,
        channel: 'chain',
        reserved,
      });
    expect(refusal(cashierBook(), ask('448.00000001'))).toBe('ABOVE_WITHDRAWABLE');
    expect(refusal(cashierBook(), ask('448'))).toBe('OK');
  });

  test('the two ways to write the rule never differ', () => {
    const figure = fc.bigInt(-(10n ** 12n), 10n ** 12n);
    const above = fc.bigInt(0n, 10n ** 12n);
    fc.assert(
      fc.property(above, figure, figure, above, (free, pnl, funding, margins) => {
        const equity = free + pnl + funding;
        const owed = funding < 0n ? funding : 0n;
        const law = most(0n, least(free + owed, equity - margins));
        const reserved = most(0n, most(-funding, margins - (equity - free)));
        expect(withdrawable({ free: free as Amount, reserved, locked: none, places: 8 })).toBe(law);
      }),
    );
  });
});

describe('overseas futures', () => {
  test('what is reserved leaves min(free, equity - 1.2 × loss-cut level)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -3_000, max: 3_000 }),
        fc.integer({ min: 1, max: 10 }),
        fc.bigInt(0n, 5_000_000n),
        (ticks, qty, won) => {
          const book = bookWith();
          open(book, '18250.25', { qty });
          const position = positionOf(book);
          if (position === undefined) throw new Error('it is open');
          const quote = quoteAt(String(18250.25 + ticks * 0.25), { at: NOON });
          const marked = markAll(new Map([[NQ.instrument, position]]), () => ({ terms: NQ, quote })) ?? [];
          const facts = { unit: amount('1'), orders: new Map() };
          const free = (won * 100_000_000n) as Amount;
          const reserved = freeNeeded(standingOf(marked.map(atLast), { ...facts, free: none }));
          const law = overseaWithdrawable({ ...facts, free }, marked);
          expect(withdrawable({ free, reserved, locked: none, places: 0 })).toBe(law);
        },
      ),
      { numRuns: 50 },
    );
  });
});

test('a coin wallet lets out what is free, a bonus alone stays, and nothing is ever below nothing', () => {
  const of = (free: string, locked: string) =>
    withdrawable({ free: amount(free), reserved: none, locked: amount(locked), places: 8 });
  expect([of('5', '0'), of('5', '2'), of('1', '2'), of('-1', '0')]).toEqual([
    amount('5'),
    amount('3'),
    none,
    none,
  ]);
});
