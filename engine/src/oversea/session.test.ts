import { describe, expect, test } from 'vitest';
import { amount, price } from '../amount.ts';
import type { Book } from '../book.ts';
import type { Quote } from '../market/quote.ts';
import { playerId } from '../purse.ts';
import { later, type Millis } from '../time.ts';
import type { EndReason } from './commands.ts';
import type { OverseaSession, OverseaTerms } from './terms.ts';
import {
  bookWith,
  END,
  eventFrom,
  execute,
  fill,
  MONDAY,
  moneyOf,
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
const before = (ms: number): Millis => later(END, -ms);
const nextDay: OverseaSession = {
  ...SESSION,
  tradeDate: TUESDAY,
  endsAt: later(END, 86_400_000),
  closesAt: later(END, 86_400_000),
};
const tomorrow: OverseaTerms = { ...NQ, session: nextDay };

const end = (
  book: Book,
  at: Millis,
  {
    reason = 'SESSION_END',
    terms = NQ,
    quote,
  }: { reason?: EndReason; terms?: OverseaTerms; quote?: Quote } = {},
) =>
  execute(
    book,
    {
      kind: 'END_OVERSEA_SESSION',
      ...own,
      reason,
      terms,
      quote: quote ?? quoteAt('18250', { at }),
      isAfterGap: false,
    },
    at,
  );

const flag = (book: Book, isActive = true, at: Millis = NOON, terms = NQ) =>
  execute(
    book,
    { kind: 'SET_OVERSEA_OVERNIGHT', ...own, position: positionOf(book)?.id ?? 0, isActive, terms },
    at,
  );

const check = (book: Book, at: Millis, { last = '18250', terms = NQ, next = TUESDAY } = {}) =>
  execute(
    book,
    {
      kind: 'CHECK_OVERSEA_OVERNIGHT',
      ...own,
      closing: [{ instrument: NQ.instrument, nextTradeDate: next }],
      priced: [{ terms, quote: quoteAt(last, { at }) }],
    },
    at,
  );

const held = (credit?: string) => {
  const book = bookWith(1, credit === undefined ? {} : { credit });
  open(book, '18250');
  return book;
};

describe('at the end of the trade date', () => {
  test('a position without a flag is closed five minutes before it, not a moment earlier', () => {
    const book = held();
    expect(refusalOf(end(book, later(before(300_000), -1)))).toBe('NOT_DUE');
    const event = eventFrom(end(book, before(300_000)), 'OVERSEA_FILLED');
    expect(event.fills).toMatchObject([{ cause: 'SESSION_END', side: 'SHORT', tradeDate: MONDAY }]);
    expect(moneyOf(book)).toEqual({ free: 19_994_000n, wait: 0n, debt: 0n });
    expect(refusalOf(end(book, before(300_000)))).toBe('NOT_DUE');
  });

  test('opening orders are cancelled, reducing ones stay with a position that stays', () => {
    const book = held();
    eventFrom(flag(book), 'OVERSEA_OVERNIGHT_SET');
    const opening = rest(book, { price: '18000' });
    const turning = rest(book, { side: 'SHORT', qty: 2, price: '18300' });
    const reducing = rest(book, { side: 'SHORT', qty: 1, price: '18300' });
    const only = rest(book, { side: 'SHORT', qty: 1, price: '18300', reduceOnly: true });
    const event = eventFrom(end(book, before(300_000)), 'OVERSEA_ORDERS_CANCELLED');
    expect(event.cancelled).toMatchObject(
      [opening, turning].map((id) => ({ order: id, reason: 'SESSION_END' })),
    );
    expect([...book.oversea.orders.keys()]).toEqual([reducing, only]);
    expect(moneyOf(book).wait).toBe(300_000n);
  });

  test('with the position all of its orders end', () => {
    const book = held();
    const reducing = rest(book, { side: 'SHORT', qty: 1, price: '18300' });
    const only = rest(book, { side: 'SHORT', qty: 1, price: '18300', reduceOnly: true });
    const elsewhere = rest(book, { price: '18000', terms: { ...NQ, instrument: 305 } });
    const event = eventFrom(end(book, before(300_000)), 'OVERSEA_FILLED');
    expect(event.cancelled).toMatchObject([
      { order: reducing, reason: 'SESSION_END' },
      { order: only, reason: 'POSITION_GONE' },
    ]);
    expect([...book.oversea.orders.keys()]).toEqual([elsewhere]);
  });

  test('a close that was missed happens on the next trade date', () => {
    const book = held();
    const id = rest(book, { price: '18000' });
    const at = later(END, 3_600_000);
    const event = eventFrom(end(book, at, { terms: tomorrow }), 'OVERSEA_FILLED');
    expect(event.fills[0]).toMatchObject({ tradeDate: TUESDAY });
    expect(event.cancelled).toMatchObject([{ order: id, reason: 'SESSION_END' }]);
  });

  test('needs an open market and a fresh price', () => {
    const at = before(300_000);
    const book = held();
    expect(refusalOf(end(book, at, { terms: { ...NQ, session: undefined } }))).toBe('NOT_DUE');
    expect(refusalOf(end(book, at, { terms: { ...NQ, mode: 'STOPPED' } }))).toBe('OPTION_STOPPED');
    expect(refusalOf(end(book, at, { quote: quoteAt('18250', { at: later(at, -5_001) }) }))).toBe(
      'NO_FRESH_PRICE',
    );
  });
});

describe('on the last trading day', () => {
  const last: OverseaTerms = { ...NQ, session: { ...SESSION, isLastTradingDay: true } };

  test('flagged or not, the position is closed and every order ends', () => {
    const book = held();
    flag(book);
    const id = rest(book, { side: 'SHORT', qty: 1, price: '18300' });
    expect(refusalOf(end(book, before(300_000), { reason: 'SESSION_END', terms: last }))).toBe('NOT_DUE');
    expect(refusalOf(end(book, before(300_001), { reason: 'EXPIRY', terms: last }))).toBe('NOT_DUE');
    const event = eventFrom(end(book, before(300_000), { reason: 'EXPIRY', terms: last }), 'OVERSEA_FILLED');
    expect(event.fills[0]?.cause).toBe('EXPIRY');
    expect(event.cancelled).toMatchObject([{ order: id, reason: 'EXPIRY' }]);
  });

  test('on another day nothing expires', () => {
    expect(refusalOf(end(held(), before(300_000), { reason: 'EXPIRY' }))).toBe('NOT_DUE');
  });
});

describe('a staff close', () => {
  test('flattens at the last fresh price, whatever the market does', () => {
    const book = held();
    const id = rest(book, { price: '18000' });
    const terms = { ...NQ, mode: 'STOPPED', session: undefined } as const;
    const quote = quoteAt('18249', { at: later(NOON, -60_000) });
    const event = eventFrom(end(book, NOON, { reason: 'STAFF_CLOSE', terms, quote }), 'OVERSEA_FILLED');
    expect(event.fills[0]).toMatchObject({ cause: 'STAFF_CLOSE', price: price('18249'), tradeDate: MONDAY });
    expect(event.cancelled).toMatchObject([{ order: id, reason: 'STAFF_CLOSE' }]);
    expect(refusalOf(end(book, NOON, { reason: 'STAFF_CLOSE', terms, quote }))).toBe('NOT_DUE');
  });

  test('needs some price', () => {
    const book = held();
    const command = { kind: 'END_OVERSEA_SESSION', ...own, reason: 'STAFF_CLOSE', terms: NQ } as const;
    expect(refusalOf(execute(book, { ...command, quote: undefined, isAfterGap: false }))).toBe(
      'NO_FRESH_PRICE',
    );
  });
});

describe('the overnight flag', () => {
  test('is set until ten minutes before the end', () => {
    expect(refusalOf(flag(held(), true, later(before(600_000), -1)))).toBe('OK');
    expect(refusalOf(flag(held(), true, before(600_000)))).toBe('OVERNIGHT_TOO_LATE');
    expect(refusalOf(flag(held(), true, NOON, { ...NQ, session: undefined }))).toBe('MARKET_CLOSED');
  });

  test('is refused where it would not change', () => {
    const book = held();
    expect(refusalOf(flag(book, false))).toBe('OVERNIGHT_ALREADY_OFF');
    expect(refusalOf(flag(book, true))).toBe('OK');
    expect(refusalOf(flag(book, true, before(1)))).toBe('OVERNIGHT_ALREADY_ON');
    expect(refusalOf(flag(book, false, before(1)))).toBe('OK');
    expect(positionOf(book)?.overnight).toBe(false);
  });

  test('belongs to a position of one’s own', () => {
    const book = held();
    const input = { kind: 'SET_OVERSEA_OVERNIGHT', site: SITE, isActive: true, terms: NQ } as const;
    const position = positionOf(book)!.id;
    expect(refusalOf(execute(book, { ...input, player: playerId(1), position: position + 1 }))).toBe(
      'POSITION_NOT_FOUND',
    );
    const two = bookWith(2);
    open(two, '18250');
    expect(refusalOf(execute(two, { ...input, player: playerId(2), position: positionOf(two)!.id }))).toBe(
      'POSITION_NOT_FOUND',
    );
  });

  test('is gone with the position, and stays with one that is added to', () => {
    const book = held();
    flag(book);
    open(book, '18250');
    expect(positionOf(book)?.overnight).toBe(true);
    open(book, '18250', { side: 'SHORT', qty: 3 });
    expect(positionOf(book)).toMatchObject({ side: 'SHORT', overnight: false });
  });
});

describe('one minute before the end', () => {
  test('a flagged position is carried when the account is worth its margin', () => {
    const book = held('2006000');
    expect(refusalOf(check(book, before(60_000)))).toBe('NOT_DUE');
    flag(book);
    expect(refusalOf(check(book, before(60_001)))).toBe('NOT_DUE');
    const event = eventFrom(check(book, before(60_000)), 'OVERSEA_CARRIED');
    expect(event).toMatchObject({ equity: amount('2003000'), needed: amount('2000000') });
    expect(positionOf(book)).toMatchObject({ heldFor: TUESDAY, overnight: true });
    expect(refusalOf(check(book, before(59_000)))).toBe('NOT_DUE');
    expect(refusalOf(end(book, later(END, 3_600_000), { terms: tomorrow }))).toBe('NOT_DUE');
  });

  test('equal is enough, one won less is not', () => {
    const exact = held('2003000');
    flag(exact);
    expect(eventFrom(check(exact, before(60_000)), 'OVERSEA_CARRIED').equity).toBe(amount('2000000'));
    const short = held('2002999');
    flag(short);
    const event = eventFrom(check(short, before(60_000)), 'OVERSEA_FILLED');
    expect(event.fills[0]?.cause).toBe('OVERNIGHT_SHORT');
    expect(short.oversea.accounts.size).toBe(0);
  });

  test('orders that would open alone end with the position', () => {
    const book = held('1003000');
    flag(book);
    const reducing = rest(book, { side: 'SHORT', qty: 1, price: '18300' });
    const only = rest(book, { side: 'SHORT', qty: 1, price: '18300', reduceOnly: true });
    const event = eventFrom(check(book, before(60_000)), 'OVERSEA_FILLED');
    expect(event.cancelled).toMatchObject([
      { order: reducing, reason: 'SESSION_END' },
      { order: only, reason: 'POSITION_GONE' },
    ]);
  });

  test('a check that was missed is made on the next trade date', () => {
    const book = held('2010000');
    flag(book);
    const at = later(END, 3_600_000);
    expect(refusalOf(check(book, at, { terms: tomorrow, next: MONDAY }))).toBe('NOT_DUE');
    eventFrom(check(book, at, { terms: tomorrow, next: TUESDAY }), 'OVERSEA_CARRIED');
    expect(positionOf(book)?.heldFor).toBe(TUESDAY);
  });

  test('nothing is judged without prices', () => {
    const book = held('2010000');
    flag(book);
    const at = before(60_000);
    const command = {
      kind: 'CHECK_OVERSEA_OVERNIGHT',
      ...own,
      closing: [{ instrument: NQ.instrument, nextTradeDate: TUESDAY }],
    } as const;
    expect(refusalOf(execute(book, { ...command, priced: [] }, at))).toBe('NO_FRESH_PRICE');
    const quote = quoteAt('18250', { at: later(at, -5_001) });
    expect(refusalOf(execute(book, { ...command, priced: [{ terms: NQ, quote }] }, at))).toBe(
      'NO_FRESH_PRICE',
    );
  });
});

describe('take-profit and stop-loss', () => {
  const set = (book: Book, tpTick: number, slTick: number, quote: Quote | undefined = quoteAt('18250')) =>
    execute(book, {
      kind: 'SET_OVERSEA_TPSL',
      ...own,
      position: positionOf(book)?.id ?? 0,
      tpTick,
      slTick,
      terms: NQ,
      quote,
    });
  const exit = (book: Book, leg: 'TP' | 'SL', quote: Quote, terms = NQ) =>
    execute(book, {
      kind: 'EXIT_OVERSEA_POSITION',
      ...own,
      position: positionOf(book)?.id ?? 0,
      leg,
      terms,
      quote,
      isAfterGap: true,
    });

  test('are replaced both, and refused when they would fire at once', () => {
    const book = held();
    expect(refusalOf(set(bookWith(), 1, 1))).toBe('POSITION_NOT_FOUND');
    expect(refusalOf(set(book, -1, 0))).toBe('TPSL_TICKS_INVALID');
    expect(refusalOf(set(book, 4, 0, quoteAt('18251')))).toBe('TPSL_REJECTED');
    expect(refusalOf(set(book, 5, 0, quoteAt('18251')))).toBe('OK');
    expect(refusalOf(set(book, 5, 4, quoteAt('18249')))).toBe('TPSL_REJECTED');
    expect(refusalOf(set(book, 5, 5, quoteAt('18249')))).toBe('OK');
    expect(positionOf(book)).toMatchObject({ tpTick: 5, slTick: 5 });
  });

  test('need a price to be set and none to be removed', () => {
    const book = held();
    const old = quoteAt('18250', { at: later(NOON, -5_001) });
    expect(refusalOf(set(book, 10, 0, old))).toBe('NO_FRESH_PRICE');
    eventFrom(set(book, 10, 10), 'OVERSEA_TPSL_SET');
    expect(refusalOf(set(book, 10, 0, old))).toBe('OK');
    expect(refusalOf(set(book, 0, 0, old))).toBe('OK');
  });

  test('close the whole position at the market when the last price reaches them', () => {
    const book = held();
    set(book, 4, 4);
    expect(refusalOf(exit(book, 'TP', quoteAt('18250.75')))).toBe('NOT_REACHED');
    expect(refusalOf(exit(book, 'SL', quoteAt('18249.25')))).toBe('NOT_REACHED');
    expect(refusalOf(exit(book, 'SL', quoteAt('18251')))).toBe('NOT_REACHED');
    expect(refusalOf(exit(book, 'TP', quoteAt('18251'), { ...NQ, session: undefined }))).toBe(
      'MARKET_CLOSED',
    );
    const event = eventFrom(exit(book, 'TP', quoteAt('18251', { bid: '18250.75' })), 'OVERSEA_FILLED');
    expect(event).toMatchObject({ isAfterGap: true, fills: [{ cause: 'TP', price: price('18250.75') }] });
    expect(refusalOf(exit(book, 'SL', quoteAt('18249')))).toBe('POSITION_NOT_FOUND');
  });

  test('of a short lie the other way', () => {
    const book = bookWith();
    open(book, '18250', { side: 'SHORT', tpTick: 4, slTick: 4 });
    expect(refusalOf(exit(book, 'SL', quoteAt('18250.75')))).toBe('NOT_REACHED');
    const event = eventFrom(exit(book, 'SL', quoteAt('18251', { ask: '18251.5' })), 'OVERSEA_FILLED');
    expect(event.fills[0]).toMatchObject({ cause: 'SL', side: 'LONG', price: price('18251.5') });
  });

  test('that are off are never reached', () => {
    expect(refusalOf(exit(held(), 'TP', quoteAt('19000')))).toBe('NOT_REACHED');
  });
});

test('an order that rests in the last minutes of a day may still reduce', () => {
  const book = held();
  flag(book);
  const id = rest(book, { side: 'SHORT', qty: 1, price: '18300' });
  const at = before(30_000);
  eventFrom(fill(book, id, quoteAt('18300', { at })), 'OVERSEA_FILLED');
  expect(refusalOf(order(book, { at }))).toBe('ONLY_REDUCE');
});

test('nothing happens in a session that ended while the command waited', () => {
  expect(refusalOf(order(bookWith(), { at: END }))).toBe('MARKET_CLOSED');
  const book = held();
  const id = rest(book, { side: 'SHORT', qty: 1, price: '18300' });
  expect(refusalOf(fill(book, id, quoteAt('18300', { at: END })))).toBe('MARKET_CLOSED');
  expect(refusalOf(flag(book, true, END))).toBe('MARKET_CLOSED');
});
