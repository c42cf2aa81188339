import { describe, expect, test } from 'vitest';
import { type Amount, amount, price } from '../amount.ts';
import { isHouse, playerId, playerPurse } from '../purse.ts';
import { later } from '../time.ts';
import { balanceOf, putPurse } from '../transfer.ts';
import {
  bookWith,
  cut,
  END,
  eventFrom,
  execute,
  fill,
  moneyOf,
  NOON,
  NQ,
  open,
  order,
  positionOf,
  quoteAt,
  refusalOf,
  rest,
  SITE,
  totalOf,
} from './testing.ts';

const cancelAll = (book: ReturnType<typeof bookWith>, instrument?: number) =>
  execute(book, {
    kind: 'CANCEL_OVERSEA_ORDERS',
    site: SITE,
    player: playerId(1),
    ...(instrument === undefined ? undefined : { instrument }),
  });

const cancel = (book: ReturnType<typeof bookWith>, id: number, player = 1) =>
  execute(book, { kind: 'CANCEL_OVERSEA_ORDER', site: SITE, player: playerId(player), order: id });

const endings = (decision: Parameters<typeof eventFrom>[0]) =>
  eventFrom(decision, 'OVERSEA_ORDERS_CANCELLED').cancelled.map(({ reason }) => reason);

describe('a resting order is filled', () => {
  test('as a limit at its own price, by the price it would be filled at', () => {
    const book = bookWith();
    const id = rest(book, { qty: 2, price: '18240', tpTick: 10 });
    expect(refusalOf(fill(book, id, quoteAt('18240', { ask: '18240.25' })))).toBe('NOT_REACHED');
    const event = eventFrom(fill(book, id, quoteAt('18230', { ask: '18239' })), 'OVERSEA_FILLED');
    expect(event).toMatchObject({ order: id, isAfterGap: false });
    expect(event.fills[0]).toMatchObject({ price: price('18240'), cause: 'LIMIT', openedQty: 2 });
    expect(positionOf(book)).toMatchObject({ id: event.id, tpTick: 10, slTick: 0 });
    expect(moneyOf(book)).toEqual({ free: 20_000_000n - 606_000n, wait: 600_000n, debt: 0n });
    expect(event.transfers.map(({ reason }) => reason)).toEqual(['OVERSEA_COMMISSION']);
  });

  test('as a trigger at the market, by the last price', () => {
    const book = bookWith();
    const id = rest(book, { type: 'STOPMARKET', price: '18260' });
    expect(refusalOf(fill(book, id, quoteAt('18259.75', { ask: '18262' })))).toBe('NOT_REACHED');
    const event = eventFrom(fill(book, id, quoteAt('18260', { ask: '18262' })), 'OVERSEA_FILLED');
    expect(event.fills[0]).toMatchObject({ price: price('18262'), cause: 'STOPMARKET' });
  });

  test('never by somebody else, never twice, and never for another instrument', () => {
    const book = bookWith(2);
    const id = rest(book, { price: '18240' });
    const quote = quoteAt('18240');
    expect(refusalOf(fill(book, id, quote, { player: 2 }))).toBe('ORDER_NOT_FOUND');
    expect(refusalOf(fill(book, id, quote, { terms: { ...NQ, instrument: 1 } }))).toBe('ORDER_NOT_FOUND');
    expect(refusalOf(fill(book, id, quote))).toBe('OK');
    expect(refusalOf(fill(book, id, quote))).toBe('ORDER_NOT_FOUND');
  });

  test('never while the market rests, is stopped or has no fresh price', () => {
    const book = bookWith();
    const id = rest(book, { price: '18240' });
    const quote = quoteAt('18240');
    expect(refusalOf(fill(book, id, quote, { terms: { ...NQ, session: undefined } }))).toBe('MARKET_CLOSED');
    expect(refusalOf(fill(book, id, quote, { terms: { ...NQ, mode: 'STOPPED' } }))).toBe('OPTION_STOPPED');
    expect(refusalOf(fill(book, id, quote, { at: later(NOON, 5_001) }))).toBe('NO_FRESH_PRICE');
  });

  test('takes what is missing from the free money, and gives back what is too much', () => {
    const dearer = bookWith();
    const first = rest(dearer, { price: '18240' });
    eventFrom(
      fill(dearer, first, quoteAt('18240'), { terms: { ...NQ, entryMargin: amount('500000') } }),
      'OVERSEA_FILLED',
    );
    expect(moneyOf(dearer)).toEqual({ free: 19_497_000n, wait: 500_000n, debt: 0n });
    const cheaper = bookWith();
    const second = rest(cheaper, { price: '18240' });
    eventFrom(
      fill(cheaper, second, quoteAt('18240'), { terms: { ...NQ, entryMargin: amount('100000') } }),
      'OVERSEA_FILLED',
    );
    expect(moneyOf(cheaper)).toEqual({ free: 19_897_000n, wait: 100_000n, debt: 0n });
  });

  test('and reverses a position that is open by then', () => {
    const book = bookWith();
    const id = rest(book, { side: 'SHORT', qty: 3, price: '18260' });
    open(book, '18250', { qty: 1 });
    const event = eventFrom(fill(book, id, quoteAt('18260')), 'OVERSEA_FILLED');
    expect(event.fills[0]).toMatchObject({ closedQty: 1, openedQty: 2 });
    expect(moneyOf(book).wait).toBe(600_000n);
    expect(totalOf(book)).toBe(0n);
  });
});

describe('a resting order ends when its condition is met and', () => {
  test('the money is gone', () => {
    const book = bookWith(1, { credit: '302999' });
    const id = rest(book, { price: '18240' });
    expect(endings(fill(book, id, quoteAt('18240')))).toEqual(['INSUFFICIENT_BALANCE']);
    expect(moneyOf(book)).toEqual({ free: 302_999n, wait: 0n, debt: 0n });
  });

  test('there are too many contracts', () => {
    const book = bookWith();
    const id = rest(book, { qty: 3, price: '18240' });
    expect(endings(fill(book, id, quoteAt('18240'), { terms: { ...NQ, contractsMost: 2 } }))).toEqual([
      'TOO_MANY_CONTRACTS',
    ]);
  });

  test('only reducing orders are let through', () => {
    const book = bookWith();
    const at = later(END, -600_000);
    const [first, second] = [rest(book, { price: '18240' }), rest(book, { price: '18240' })];
    expect(endings(fill(book, first, quoteAt('18240'), { terms: { ...NQ, mode: 'REDUCE_ONLY' } }))).toEqual([
      'REDUCE_ONLY',
    ]);
    expect(endings(fill(book, second, quoteAt('18240', { at })))).toEqual(['REDUCE_ONLY']);
  });

  test('reduce-only: it is reduced to what is left', () => {
    const book = bookWith();
    open(book, '18250', { qty: 3 });
    const id = rest(book, { side: 'SHORT', qty: 3, price: '18260', reduceOnly: true });
    open(book, '18250', { side: 'SHORT', qty: 2 });
    const event = eventFrom(fill(book, id, quoteAt('18260')), 'OVERSEA_FILLED');
    expect(event.fills[0]).toMatchObject({ qty: 1, closedQty: 1, openedQty: 0 });
  });
});

test('reduce-only orders end with the fill that leaves them nothing, others stay', () => {
  const book = bookWith();
  open(book, '18250', { qty: 2 });
  const useless = rest(book, { side: 'SHORT', qty: 1, price: '18260', reduceOnly: true });
  const plain = rest(book, { side: 'SHORT', qty: 1, price: '18260' });
  open(book, '18250', { side: 'SHORT', qty: 1 });
  expect([...book.oversea.orders.keys()]).toEqual([useless, plain]);
  const event = eventFrom(order(book, { side: 'SHORT', qty: 3 }), 'OVERSEA_FILLED');
  expect(event.cancelled).toMatchObject([{ order: useless, reason: 'POSITION_GONE' }]);
  expect([...book.oversea.orders.keys()]).toEqual([plain]);
});

describe('cancelling', () => {
  test('gives the margin back, of one order or of all', () => {
    const book = bookWith();
    const [first] = [rest(book, { price: '18240' }), rest(book, { qty: 2, price: '18230' })];
    const other = rest(book, { price: '18240', terms: { ...NQ, instrument: 305 } });
    expect(moneyOf(book).wait).toBe(1_200_000n);
    expect(endings(cancel(book, first))).toEqual(['PLAYER']);
    expect(endings(cancelAll(book, NQ.instrument))).toEqual(['PLAYER']);
    expect([...book.oversea.orders.keys()]).toEqual([other]);
    expect(endings(cancelAll(book))).toEqual(['PLAYER']);
    expect(moneyOf(book)).toEqual({ free: 20_000_000n, wait: 0n, debt: 0n });
    expect(book.oversea.accounts.size).toBe(0);
  });

  test('finds no order of somebody else, and none that is over', () => {
    const book = bookWith(2);
    const id = rest(book, { price: '18240' });
    expect(refusalOf(cancel(book, id, 2))).toBe('ORDER_NOT_FOUND');
    eventFrom(cancel(book, id), 'OVERSEA_ORDERS_CANCELLED');
    expect(refusalOf(cancel(book, id))).toBe('ORDER_NOT_FOUND');
    expect(refusalOf(cancelAll(book))).toBe('ORDER_NOT_FOUND');
  });
});

describe('money that is owed', () => {
  const other = { ...NQ, instrument: 305 };

  test('may be below zero while another position is open, and is raised to zero when none is', () => {
    const book = bookWith(1, { credit: '700000' });
    open(book, '18250');
    open(book, '18250', { terms: other });
    const closed = order(book, { side: 'SHORT', quote: quoteAt('18200') });
    expect(eventFrom(closed, 'OVERSEA_FILLED').topUp).toBe(0n);
    expect(moneyOf(book).free).toBe(94_000n + 300_000n - 1_385_500n - 3_000n);
    expect(refusalOf(order(book, { quote: quoteAt('18250') }))).toBe('ABOVE_HOLDINGS');
    const last = order(book, { side: 'SHORT', terms: other, quote: quoteAt('18250') });
    expect(eventFrom(last, 'OVERSEA_FILLED').topUp).toBe(amount('697500'));
    expect(moneyOf(book)).toEqual({ free: 0n, wait: 0n, debt: 0n });
    expect(totalOf(book)).toBe(0n);
  });

  test('is covered by what lies in resting orders before the house gives anything', () => {
    const book = bookWith(1, { credit: '1300000' });
    open(book, '18250');
    const orders = [
      rest(book, { price: '10000' }),
      rest(book, { price: '10000' }),
      rest(book, { price: '10000' }),
    ];
    const event = eventFrom(order(book, { side: 'SHORT', quote: quoteAt('18220') }), 'OVERSEA_FILLED');
    // 97,000 free, 300,000 back, 831,300 lost, 3,000 commission: two orders must be cancelled.
    expect(event.cancelled).toMatchObject([
      { order: orders[2], reason: 'INSUFFICIENT_BALANCE' },
      { order: orders[1], reason: 'INSUFFICIENT_BALANCE' },
    ]);
    expect(event.topUp).toBe(0n);
    expect(moneyOf(book)).toEqual({ free: 162_700n, wait: 300_000n, debt: 0n });
  });
});

describe('the loss-cut', () => {
  test('closes everything, cancels everything and reports the figures it used', () => {
    const book = bookWith(1, { credit: '1259000' });
    open(book, '18250.25', { qty: 3 });
    const id = rest(book, { side: 'SHORT', qty: 3, price: '18300' });
    const priced = (last: string) => [{ terms: NQ, quote: quoteAt(last, { bid: '18237' }) }];
    expect(refusalOf(cut(book, priced('18237.5')))).toBe('EQUITY_FINE');
    const event = eventFrom(cut(book, priced('18237.25')), 'OVERSEA_FILLED');
    expect(event.lossCut).toEqual({
      equity: amount('169310'),
      level: amount('180000'),
      free: amount('350000'),
      margin: amount('900000'),
      lastPnl: amount('-1080690'),
    });
    expect(event.fills).toMatchObject([
      { cause: 'LOSSCUT', side: 'SHORT', price: price('18237'), closedQty: 3 },
    ]);
    expect(event.cancelled).toMatchObject([{ order: id, reason: 'LOSSCUT' }]);
    expect(book.oversea.accounts.size).toBe(0);
    expect(moneyOf(book)).toEqual({ free: 350_000n + 900_000n - 1_101_473n - 9_000n, wait: 0n, debt: 0n });
  });

  test('leaves no debt when the price has moved far beyond the level', () => {
    const book = bookWith(1, { credit: '1259000' });
    open(book, '18250.25', { qty: 3 });
    const event = eventFrom(cut(book, [{ terms: NQ, quote: quoteAt('18200') }]), 'OVERSEA_FILLED');
    expect(event.topUp).toBe(amount('2936283'));
    expect(moneyOf(book)).toEqual({ free: 0n, wait: 0n, debt: 0n });
    expect(totalOf(book)).toBe(0n);
  });

  test('does not count what waits in rounds', () => {
    const book = bookWith(1, { credit: '1259000' });
    open(book, '18250.25', { qty: 3 });
    const quote = quoteAt('18245');
    expect(refusalOf(cut(book, [{ terms: NQ, quote }]))).toBe('EQUITY_FINE');
    execute(book, {
      kind: 'HOLD_FUNDS',
      site: SITE,
      player: playerId(1),
      wallet: 'BINARY',
      amount: amount('350000'),
      purpose: 'BET',
    });
    expect(refusalOf(cut(book, [{ terms: NQ, quote: quoteAt('18240') }]))).toBe('OK');
    expect(moneyOf(book).wait).toBe(350_000n);
  });

  test('needs a fresh price of something that trades', () => {
    const book = bookWith(1, { credit: '1259000' });
    expect(refusalOf(cut(book, []))).toBe('EQUITY_FINE');
    open(book, '18250.25', { qty: 3 });
    expect(refusalOf(cut(book, []))).toBe('NO_FRESH_PRICE');
    const old = quoteAt('18000', { at: later(NOON, -5_001) });
    expect(refusalOf(cut(book, [{ terms: NQ, quote: old }]))).toBe('NO_FRESH_PRICE');
    expect(refusalOf(cut(book, [{ terms: { ...NQ, session: undefined }, quote: old }]))).toBe(
      'MARKET_CLOSED',
    );
  });
});

describe('an older debt', () => {
  const owing = (credit = '1000000') => {
    const book = bookWith(1, { credit });
    const purse = playerPurse(playerId(1), 'BINARY', 'debt');
    const house = [...book.purses.values()].find(({ id }) => isHouse(id) && id.endsWith(':KRW'))!;
    putPurse(book, {
      id: purse,
      site: SITE,
      owner: playerId(1),
      currency: 'KRW',
      balance: amount('-50000'),
    });
    house.balance = (house.balance + amount('50000')) as Amount;
    return { book, debt: () => balanceOf(book, purse) };
  };

  test('is taken from a gain, and from nothing but a gain', () => {
    const { book, debt } = owing();
    open(book, '18250');
    expect(debt()).toBe(amount('-50000'));
    const event = eventFrom(order(book, { side: 'SHORT', quote: quoteAt('18251') }), 'OVERSEA_FILLED');
    // 27,710 won less 3,000 commission.
    expect(event.after.at(-1)?.balance).toBe(amount('-25290'));
    expect(debt()).toBe(amount('-25290'));
    expect(event.transfers.at(-1)?.reason).toBe('DEBT_REPAID');
    open(book, '18250');
    open(book, '18240', { side: 'SHORT' });
    expect(debt()).toBe(amount('-25290'));
    open(book, '18250');
    open(book, '18260', { side: 'SHORT' });
    expect(debt()).toBe(0n);
    expect(totalOf(book)).toBe(0n);
  });
});
