import { describe, expect, test } from 'vitest';
import { price, rate } from '../amount.ts';
import { apply } from '../apply.ts';
import type { Book } from '../book.ts';
import { later, type Millis } from '../time.ts';
import { funded } from './events-testing.ts';
import { FUNDING_INTERVAL_MS } from './funding-rate.ts';
import { fillGate, fundingDueAt, fundingGate } from './gates.ts';
import { BTC, bookWith, FUNDING_DUE, hold, NOON, positionOf, quoteAt, SITE } from './testing.ts';

describe('a fill', () => {
  test('needs an instrument that is not stopped, then a fresh price', () => {
    const fresh = quoteAt('60000');
    expect(fillGate(BTC, fresh, NOON)).toBeUndefined();
    expect(fillGate({ ...BTC, mode: 'REDUCE_ONLY' }, fresh, NOON)).toBeUndefined();
    expect(fillGate({ ...BTC, mode: 'STOPPED' }, undefined, NOON)).toBe('OPTION_STOPPED');
    expect(fillGate(BTC, undefined, NOON)).toBe('NO_FRESH_PRICE');
    expect(fillGate(BTC, fresh, later(NOON, 3_000))).toBeUndefined();
    expect(fillGate(BTC, fresh, later(NOON, 3_001))).toBe('NO_FRESH_PRICE');
  });
});

describe('funding that is due', () => {
  const NEXT = later(FUNDING_DUE, FUNDING_INTERVAL_MS);
  const gate = (book: Book, now: Millis) => fundingGate(book, { site: SITE }, positionOf(book), BTC, now);
  const fund = (book: Book, dueAt: Millis) =>
    apply(book, funded(book, { dueAt, rate: rate('0'), mark: price('60000') }));

  test('closes a position that was open at the time until it is accrued', () => {
    const book = bookWith();
    hold(book, { openedAt: later(FUNDING_DUE, -1) });
    expect(gate(book, NOON)).toBe('FUNDING_DUE');
    fund(book, FUNDING_DUE);
    expect(gate(book, NOON)).toBeUndefined();
  });

  test('does not concern a position that was opened later, or none', () => {
    const book = bookWith();
    expect(gate(book, NOON)).toBeUndefined();
    hold(book, { openedAt: later(FUNDING_DUE, 1) });
    expect(gate(book, NOON)).toBeUndefined();
    const then = bookWith();
    hold(then, { openedAt: FUNDING_DUE });
    expect(gate(then, NOON)).toBe('FUNDING_DUE');
  });

  test('counts when a command is decided, not when it was sent', () => {
    const book = bookWith();
    hold(book, { openedAt: later(FUNDING_DUE, 1) });
    expect(gate(book, later(NEXT, -1))).toBeUndefined();
    expect(gate(book, NEXT)).toBe('FUNDING_DUE');
    fund(book, NEXT);
    expect(gate(book, later(NEXT, 1))).toBeUndefined();
    expect(fundingDueAt(BTC, later(NEXT, 2 * FUNDING_INTERVAL_MS + 1))).toBe(
      later(NEXT, 2 * FUNDING_INTERVAL_MS),
    );
    expect(fundingDueAt(BTC, later(FUNDING_DUE, -1))).toBe(FUNDING_DUE);
  });
});
