import { describe, expect, test } from 'vitest';
import { type Price, price, rate, toDecimal } from '../amount.ts';
import { apply } from '../apply.ts';
import type { Book } from '../book.ts';
import { HOUSE } from '../purse.ts';
import { later, type Millis } from '../time.ts';
import { fundFutures } from './fund.ts';
import type { FuturesTerms } from './terms.ts';
import { BTC, BTC_COIN, bookWith, ETH, hold, NOON, positionOf, refusalOf, SITE, totalOf } from './testing.ts';

const DUE = later(NOON, 4 * 3_600_000);

function fund(
  book: Book,
  {
    terms = BTC,
    dueAt = DUE,
    at = dueAt,
    mark = price('60500'),
    of = rate('0.0001'),
  }: { terms?: FuturesTerms; dueAt?: Millis; at?: Millis; mark?: Price; of?: typeof BTC.feeRate } = {},
) {
  const decision = fundFutures(
    book,
    {
      kind: 'FUND_FUTURES',
      site: SITE,
      player: HOUSE,
      instrument: terms.instrument,
      contract: terms.contract,
      dueAt,
      rate: of,
      mark,
    },
    { now: at, eventId: book.lastEvent + 1 },
  );
  if (decision.ok) apply(book, decision.event);
  return decision;
}

describe('funding', () => {
  test('D07: is accrued on every position of the instrument, and no money moves', () => {
    const book = bookWith(2);
    hold(book);
    hold(book, { player: 2, side: 'SHORT', marginType: 'ISOLATED' });
    hold(book, { terms: ETH, qty: '1', entry: '3000' });
    const before = [...book.purses].map(([id, { balance }]) => [id, balance]);
    expect(refusalOf(fund(book))).toBe('OK');
    expect(toDecimal(positionOf(book)!.funding)).toBe('-3.025');
    expect(toDecimal(positionOf(book, BTC, 2)!.funding)).toBe('3.025');
    expect(positionOf(book, ETH)!.funding).toBe(0n);
    expect([...book.purses].map(([id, { balance }]) => [id, balance])).toEqual(before);
    expect(totalOf(book)).toBe(0n);
  });

  test('adds to what was accrued before', () => {
    const book = bookWith();
    hold(book, { terms: BTC_COIN, qty: '60500' });
    for (const eight of [0, 1, 2]) fund(book, { terms: BTC_COIN, dueAt: later(DUE, eight * 8 * 3_600_000) });
    expect(toDecimal(positionOf(book, BTC_COIN)!.funding)).toBe('-0.0003');
  });

  test('has nobody who was opened after it was due', () => {
    const book = bookWith();
    hold(book, { openedAt: later(DUE, 1) });
    expect(refusalOf(fund(book, { at: later(DUE, 1_000) }))).toBe('OK');
    expect(positionOf(book)!.funding).toBe(0n);
  });

  test('comes when it is due and once', () => {
    const book = bookWith();
    hold(book);
    expect(refusalOf(fund(book, { at: later(DUE, -1) }))).toBe('NOT_DUE');
    expect(refusalOf(fund(book))).toBe('OK');
    expect(refusalOf(fund(book, { at: later(DUE, 1) }))).toBe('ALREADY_FUNDED');
    expect(refusalOf(fund(book, { dueAt: later(DUE, -1), at: DUE }))).toBe('ALREADY_FUNDED');
    expect(refusalOf(fund(book, { terms: ETH }))).toBe('OK');
    expect(toDecimal(positionOf(book)!.funding)).toBe('-3.025');
  });
});
