import { describe, expect, test } from 'vitest';
import { playerId } from '../purse.ts';
import { later, type Millis } from '../time.ts';
import { termsNow } from './gates.ts';
import type { OverseaTerms } from './terms.ts';
import {
  bookWith,
  END,
  eventFrom,
  execute,
  NOON,
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
/** In two hours a break begins; the trade date goes on after it. */
const BREAK = later(NOON, 7_200_000);
const tomorrow: OverseaTerms = {
  ...NQ,
  session: {
    ...SESSION,
    tradeDate: TUESDAY,
    opensAt: later(SESSION.opensAt, 86_400_000),
    closesAt: later(END, 86_400_000),
    endsAt: later(END, 86_400_000),
  },
};
const beforeBreak: OverseaTerms = { ...NQ, session: { ...SESSION, closesAt: BREAK } };

describe('a command that waited until its session was over', () => {
  test.each([
    ['a millisecond before it opens', later(SESSION.opensAt, -1), false],
    ['when it opens', SESSION.opensAt, true],
    ['a millisecond before it closes', later(END, -1), true],
    ['when it closes', END, false],
  ] as const)('%s', (_when, now: Millis, isOpen) => {
    expect(termsNow(NQ, now).session !== undefined).toBe(isOpen);
  });

  test('an order that reaches the desk when the break has begun is refused, although its price is fresh', () => {
    const book = bookWith();
    const quote = quoteAt('18250', { at: later(BREAK, -100) });
    expect(refusalOf(order(book, { terms: beforeBreak, quote, at: later(BREAK, -1) }))).toBe('OK');
    expect(refusalOf(order(book, { terms: beforeBreak, quote, at: BREAK }))).toBe('MARKET_CLOSED');
  });

  test('nothing fills in the break on the last price before it', () => {
    const book = bookWith();
    const resting = rest(book, { price: '18000' });
    const quote = quoteAt('17999', { at: later(BREAK, -100) });
    const asked = { ...own, terms: beforeBreak, quote, isAfterGap: false };
    const decision = execute(book, { kind: 'FILL_OVERSEA_ORDER', ...asked, order: resting }, BREAK);
    expect(refusalOf(decision)).toBe('MARKET_CLOSED');
  });

  test('an account is not cut in the break', () => {
    const book = bookWith(1, { credit: '400000' });
    open(book, '18250');
    const quote = quoteAt('18200', { at: later(BREAK, -100) });
    const cut = { kind: 'CUT_OVERSEA_LOSSES', ...own, isAfterGap: false } as const;
    const decision = execute(book, { ...cut, priced: [{ terms: beforeBreak, quote }] }, BREAK);
    expect(refusalOf(decision)).toBe('MARKET_CLOSED');
    expect(positionOf(book)).toBeDefined();
  });
});

describe('after the platform was down at the end of a trade date', () => {
  test('an order of yesterday that a price reaches today opens nothing: it ends with its trade date', () => {
    const book = bookWith();
    const resting = rest(book, { price: '18000' });
    const today = later(NOON, 86_400_000);
    const quote = quoteAt('17990', { at: today });
    const asked = { ...own, terms: tomorrow, quote, isAfterGap: true, order: resting };
    const decision = execute(book, { kind: 'FILL_OVERSEA_ORDER', ...asked }, today);
    expect(eventFrom(decision, 'OVERSEA_ORDERS_CANCELLED').cancelled).toMatchObject([
      { order: resting, reason: 'SESSION_END' },
    ]);
  });

  test('an order of yesterday still closes what was carried into today', () => {
    const book = bookWith();
    open(book, '18250');
    const resting = rest(book, { side: 'SHORT', price: '18300' });
    const today = later(NOON, 86_400_000);
    const quote = quoteAt('18300', { at: today });
    const asked = { ...own, terms: tomorrow, quote, isAfterGap: true, order: resting };
    expect(refusalOf(execute(book, { kind: 'FILL_OVERSEA_ORDER', ...asked }, today))).toBe('OK');
    expect(positionOf(book)).toBeUndefined();
  });

  test('a flagged position is not carried beyond the last trading day', () => {
    const book = bookWith();
    open(book, '18250');
    const { id } = positionOf(book) ?? { id: 0 };
    execute(book, { kind: 'SET_OVERSEA_OVERNIGHT', ...own, position: id, isActive: true, terms: NQ }, NOON);
    const at = later(END, -60_000);
    const terms = { ...NQ, session: { ...SESSION, isLastTradingDay: true } };
    const closing = [{ instrument: NQ.instrument, nextTradeDate: TUESDAY }];
    const priced = [{ terms, quote: quoteAt('18250', { at }) }];
    const decision = execute(book, { kind: 'CHECK_OVERSEA_OVERNIGHT', ...own, closing, priced }, at);
    expect(refusalOf(decision)).toBe('NOT_DUE');
  });
});
