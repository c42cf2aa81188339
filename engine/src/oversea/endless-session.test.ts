// Instruments that trade day and night have dates, but nothing ends with them.
import { describe, expect, test } from 'vitest';
import type { Book } from '../book.ts';
import { playerId } from '../purse.ts';
import { later, type Millis } from '../time.ts';
import type { EndReason } from './commands.ts';
import { NEVER, type OverseaSession, type OverseaTerms } from './terms.ts';
import {
  bookWith,
  END,
  eventFrom,
  execute,
  fill,
  NQ,
  open,
  order,
  positionOf,
  quoteAt,
  refusalOf,
  rest,
  SESSION,
  SITE,
  TUESDAY,
} from './testing.ts';

const own = { site: SITE, player: playerId(1) } as const;
const before = (ms: number): Millis => later(END, -ms);

const end = (book: Book, at: Millis, terms: OverseaTerms, reason: EndReason = 'SESSION_END') =>
  execute(
    book,
    {
      kind: 'END_OVERSEA_SESSION',
      ...own,
      reason,
      terms,
      quote: quoteAt('18250', { at }),
      isAfterGap: false,
    },
    at,
  );

const flag = (book: Book, at: Millis, terms: OverseaTerms) =>
  execute(
    book,
    { kind: 'SET_OVERSEA_OVERNIGHT', ...own, position: positionOf(book)?.id ?? 0, isActive: true, terms },
    at,
  );

const check = (book: Book, at: Millis, terms: OverseaTerms) =>
  execute(
    book,
    {
      kind: 'CHECK_OVERSEA_OVERNIGHT',
      ...own,
      closing: [{ instrument: NQ.instrument, nextTradeDate: TUESDAY }],
      priced: [{ terms, quote: quoteAt('18250', { at }) }],
    },
    at,
  );

describe('an instrument that trades day and night', () => {
  const endless: OverseaSession = { ...SESSION, closesAt: NEVER, endsAt: NEVER };
  const terms: OverseaTerms = { ...NQ, session: endless };
  const nextMidnight = later(END, 86_400_000);
  const onTuesday: OverseaTerms = { ...terms, session: { ...endless, tradeDate: TUESDAY } };
  const open24 = () => {
    const book = bookWith();
    open(book, '18250', { terms });
    return book;
  };

  test('closes no position at the end of a date, flagged or not', () => {
    for (const at of [before(300_000), before(60_000), END, nextMidnight]) {
      const book = open24();
      expect(refusalOf(end(book, at, onTuesday))).toBe('NOT_DUE');
      expect(refusalOf(end(book, at, onTuesday, 'EXPIRY'))).toBe('NOT_DUE');
      eventFrom(flag(book, at, onTuesday), 'OVERSEA_OVERNIGHT_SET');
      expect(refusalOf(check(book, at, onTuesday))).toBe('NOT_DUE');
      expect(positionOf(book)?.qty).toBe(1);
    }
  });

  test('opens in every minute of the date', () => {
    const book = bookWith();
    const at = before(1);
    eventFrom(order(book, { terms, at, quote: quoteAt('18250', { at }) }), 'OVERSEA_FILLED');
  });

  test('fills an order that has rested since yesterday', () => {
    const book = bookWith();
    const id = rest(book, { terms, price: '18000', quote: quoteAt('18250') });
    expect(refusalOf(end(book, nextMidnight, onTuesday))).toBe('NOT_DUE');
    const filled = fill(book, id, quoteAt('17999', { at: nextMidnight }), { terms: onTuesday });
    expect(eventFrom(filled, 'OVERSEA_FILLED').fills[0]?.tradeDate).toBe(TUESDAY);
  });

  test('is closed by staff all the same', () => {
    eventFrom(end(open24(), nextMidnight, onTuesday, 'STAFF_CLOSE'), 'OVERSEA_FILLED');
  });
});
