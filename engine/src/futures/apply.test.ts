import { describe, expect, test } from 'vitest';
import { amount, price, qty, rate, ZERO } from '../amount.ts';
import { apply } from '../apply.ts';
import type { Book } from '../book.ts';
import { playerId } from '../purse.ts';
import { later } from '../time.ts';
import { putOrder, putPosition } from './apply.ts';
import { cancelled, eventOf, filled, fillOf, funded } from './events-testing.ts';
import { fundedKey } from './state.ts';
import { orderId } from './terms.ts';
import {
  BTC,
  BTC_COIN,
  bookWith,
  ETH,
  hold,
  NOON,
  orderWith,
  positionOf,
  positionWith,
  purseOf,
  quoteAt,
  rest,
  restExit,
  SITE,
  setFree,
} from './testing.ts';

describe('a fill', () => {
  test('ends the filled and the cancelled orders, closes the position and forgets a player with nothing left', () => {
    const book = bookWith();
    const position = hold(book);
    const filledOrder = rest(book, { side: 'SHORT' });
    const exit = restExit(book, position);
    const event = filled(book, fillOf({ closedPosition: position.id, closedEntry: position.entry }), {
      order: filledOrder,
      cancelled: [{ ...cancelled(exit), reason: 'POSITION_GONE' }],
    });
    apply(book, event);
    const state = book.futures;
    expect([state.accounts.size, state.orders.size, state.positions.size]).toEqual([0, 0, 0]);
    expect(state.open.get(fundedKey(SITE, BTC.instrument))?.size).toBe(0);
    expect(state.digest[0]).toBe(0n);
  });

  test('of one player leaves the orders of all others alone, who have none', () => {
    const book = bookWith();
    hold(book);
    const account = book.futures.accounts.get(playerId(1));
    const order = { ...orderWith(orderId(90)), player: playerId(1), site: SITE };
    for (const id of [2, 3])
      putPosition(book.futures, { ...positionWith(id), player: playerId(id), site: SITE });
    putOrder(book.futures, order);
    const ordersOf = (id: number) => [...(book.futures.accounts.get(playerId(id))?.orders.keys() ?? ['?'])];
    expect([ordersOf(1), ordersOf(2), ordersOf(3)]).toEqual([[order.id], [], []]);
    expect(book.futures.accounts.get(playerId(1))).toBe(account);
  });

  test('that opens gives the position its exits', () => {
    const book = bookWith();
    const id = book.lastEvent + 1;
    const { player: _p, site: _s, instrument: _i, wallet: _w, ...position } = positionWith(id);
    const exit = orderWith(orderId(id, 1), {
      type: 'STOPLOSS',
      qty: undefined,
      trigger: '55000',
      position: id,
    });
    const fill = fillOf({ side: 'LONG', closedQty: qty('0'), openedQty: qty('0.5'), position });
    apply(book, filled(book, fill, { placed: [exit] }));
    expect(positionOf(book)).toMatchObject({ id, side: 'LONG' });
    expect([...book.futures.orders.keys()]).toEqual([orderId(id, 1)]);
  });

  test.each([
    ['closes what is not open', fillOf({ closedPosition: 99 }), 'what is closed was open'],
    [
      'adds and leaves the quantity as it was',
      fillOf({ side: 'LONG', closedQty: qty('0'), openedQty: qty('0.5') }),
      'what is open is what was open',
    ],
    [
      'liquidates a part',
      fillOf({ cause: 'LIQUIDATION', closedQty: qty('0.1'), qty: qty('0.1') }),
      'its table',
    ],
  ])('that %s is a bug', (_what, fill, message) => {
    const book = bookWith();
    const { player: _p, site: _s, instrument: _i, wallet: _w, ...position } = hold(book);
    const made = { ...fill, closedPosition: fill.closedPosition ?? position.id };
    const left = fill.closedPosition === 99 ? made : { ...made, position };
    expect(() => apply(book, filled(book, left))).toThrow(message);
  });

  test('that leaves a debt is a bug without a cross position in the wallet, and is none with one', () => {
    const close = (book: Book) => {
      const { id } = positionOf(book)!;
      apply(book, filled(book, fillOf({ closedPosition: id })));
    };
    const flat = bookWith();
    hold(flat);
    setFree(flat, '-1');
    expect(() => close(flat)).toThrow('who has no cross position owes nothing');
    const other = bookWith();
    hold(other);
    hold(other, { terms: ETH });
    setFree(other, '-1');
    expect(() => close(other)).not.toThrow();
    const coin = bookWith();
    hold(coin);
    hold(coin, { terms: BTC_COIN, qty: '100' });
    setFree(coin, '-1');
    expect(() => close(coin)).toThrow('who has no cross position owes nothing');
  });

  test('that leaves margin behind is a bug', () => {
    const book = bookWith();
    const { id } = hold(book, { marginType: 'ISOLATED' });
    expect(purseOf(book, 'posMargin')).toBe(amount('1500'));
    expect(() => apply(book, filled(book, fillOf({ closedPosition: id })))).toThrow('what is set aside');
  });
});

describe('an order', () => {
  test('keeps its number and its place when it is changed', () => {
    const book = bookWith();
    const first = rest(book);
    const second = rest(book);
    const order = { ...first, price: price('58000') };
    apply(book, { ...eventOf(book, 'FUTURES_ORDER_CHANGED'), cause: 'AMENDED', order });
    const { orders } = book.futures.accounts.get(playerId(1))!;
    expect([...orders.values()].map((each) => each.price)).toEqual([price('58000'), second.price]);
  });

  test('that is triggered rests at its limit, and only one that waits can be', () => {
    const book = bookWith();
    const stop = rest(book, { type: 'STOPLIMIT', trigger: '61000', price: '61000' });
    const triggered = { ...stop, state: 'OPEN' } as const;
    const event = () =>
      ({ ...eventOf(book, 'FUTURES_ORDER_CHANGED'), cause: 'TRIGGERED', order: triggered }) as const;
    apply(book, event());
    expect(book.futures.orders.get(stop.id)?.state).toBe('OPEN');
    expect(() => apply(book, event())).toThrow('an order changes as its table says');
  });

  test('ends once', () => {
    const book = bookWith();
    const order = rest(book);
    const event = () =>
      ({ ...eventOf(book, 'FUTURES_ORDERS_CANCELLED'), cancelled: [cancelled(order)] }) as const;
    apply(book, event());
    expect(() => apply(book, event())).toThrow('an order ends once');
  });
});

describe('funding', () => {
  test('reaches every position of the site and instrument that was open at the time, in place', () => {
    const book = bookWith(2);
    const long = hold(book);
    const short = hold(book, { player: 2, side: 'SHORT', funding: '1' });
    const other = hold(book, { terms: ETH });
    apply(book, funded(book));
    expect([long.funding, short.funding, other.funding]).toEqual([amount('-3.025'), amount('4.025'), ZERO]);
    expect(positionOf(book)).toBe(long);
    expect(book.futures.funded.get(fundedKey(SITE, BTC.instrument))).toBe(NOON);
  });

  test('passes over who opened after the time', () => {
    const book = bookWith(2);
    const then = hold(book, { openedAt: NOON });
    const afterwards = hold(book, { player: 2, openedAt: later(NOON, 1) });
    apply(book, funded(book));
    expect([then.funding, afterwards.funding]).toEqual([amount('-3.025'), ZERO]);
  });

  test('of one time comes once, and its positions are not changed by the event that showed them', () => {
    const book = bookWith();
    const position = hold(book);
    const shown = { ...position };
    const moved = {
      ...eventOf(book, 'FUTURES_MARGIN_MOVED'),
      instrument: BTC.instrument,
      amount: ZERO,
      position: shown,
    };
    apply(book, moved);
    apply(book, funded(book));
    expect(shown.funding).toBe(ZERO);
    expect(() => apply(book, funded(book))).toThrow('each time is funded once');
  });
});

test('a warning notes its time on each of its positions', () => {
  const book = bookWith();
  const [first, second] = [hold(book), hold(book, { terms: ETH })];
  apply(book, {
    ...eventOf(book, 'FUTURES_WARNED'),
    marginType: 'CROSS',
    wallet: 'FUTURES',
    positions: [first, second].map(({ id, instrument }) => ({ id, instrument, quote: quoteAt('1') })),
    ratio: rate('0.8'),
    standing: { cash: ZERO, pnl: ZERO, funding: ZERO, balance: ZERO, maintenance: ZERO },
  });
  expect([positionOf(book)?.warnedAt, positionOf(book, ETH)?.warnedAt]).toEqual([NOON, NOON]);
});
