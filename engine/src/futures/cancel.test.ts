import { describe, expect, test } from 'vitest';
import { playerId } from '../purse.ts';
import { cancelOrder, cancelOrders } from './cancel.ts';
import type { CancelFuturesOrders } from './commands.ts';
import {
  BTC,
  bookWith,
  ETH,
  eventFrom,
  execute,
  hold,
  ordersOf,
  refusalOf,
  rest,
  restExit,
  SITE,
} from './testing.ts';

const one = (order: number, player = 1) =>
  ({ kind: 'CANCEL_FUTURES_ORDER', site: SITE, player: playerId(player), order }) as const;
const all = (more: Partial<CancelFuturesOrders> = {}): CancelFuturesOrders => ({
  kind: 'CANCEL_FUTURES_ORDERS',
  site: SITE,
  player: playerId(1),
  reason: 'PLAYER',
  ...more,
});

describe('one order', () => {
  test('ends with all that it was, and no money moves', () => {
    const book = bookWith();
    const { player: _player, site: _site, ...order } = rest(book, { cost: '300' });
    const event = eventFrom(execute(book, cancelOrder, one(order.id)), 'FUTURES_ORDERS_CANCELLED');
    expect(event.cancelled).toEqual([{ ...order, reason: 'PLAYER' }]);
    expect(event.transfers).toEqual([]);
    expect(ordersOf(book)).toEqual([]);
  });

  test('of another player is not found, and one that ended is not found', () => {
    const book = bookWith(2);
    const order = rest(book);
    expect(refusalOf(execute(book, cancelOrder, one(order.id, 2)))).toBe('ORDER_NOT_FOUND');
    expect(refusalOf(execute(book, cancelOrder, one(order.id)))).toBe('OK');
    expect(refusalOf(execute(book, cancelOrder, one(order.id)))).toBe('ORDER_NOT_FOUND');
  });
});

describe('all orders', () => {
  const world = () => {
    const book = bookWith(2);
    const position = hold(book);
    const opens = rest(book);
    const other = rest(book, { terms: ETH });
    const reduces = rest(book, { side: 'SHORT', price: '61000', reduceOnly: true });
    const exit = restExit(book, position);
    rest(book, { player: 2 });
    return { book, opens, other, reduces, exit };
  };

  test('are those of the player, oldest first', () => {
    const { book, opens, other, reduces, exit } = world();
    const { cancelled } = eventFrom(execute(book, cancelOrders, all()), 'FUTURES_ORDERS_CANCELLED');
    expect(cancelled.map(({ id }) => id)).toEqual([opens.id, other.id, reduces.id, exit.id]);
    expect([ordersOf(book).length, ordersOf(book, 2).length]).toEqual([0, 1]);
  });

  test('of one instrument leave the others', () => {
    const { book, other } = world();
    execute(book, cancelOrders, all({ instrument: BTC.instrument }));
    expect(ordersOf(book).map(({ id }) => id)).toEqual([other.id]);
  });

  test('that end with the connection are only those that could open something', () => {
    const { book, reduces, exit } = world();
    const event = eventFrom(
      execute(book, cancelOrders, all({ reason: 'DISCONNECT' })),
      'FUTURES_ORDERS_CANCELLED',
    );
    expect(event.cancelled.every(({ reason }) => reason === 'DISCONNECT')).toBe(true);
    expect(ordersOf(book).map(({ id }) => id)).toEqual([reduces.id, exit.id]);
    expect(refusalOf(execute(book, cancelOrders, all({ reason: 'DISCONNECT' })))).toBe('ORDER_NOT_FOUND');
  });
});
