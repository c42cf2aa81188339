import { describe, expect, test } from 'vitest';
import { price, rate } from '../amount.ts';
import { playerId } from '../purse.ts';
import { later } from '../time.ts';
import type { Trailing } from './events.ts';
import {
  bookWith,
  eventFrom,
  execute,
  hold,
  NOON,
  ordersOf,
  refusalOf,
  rest,
  restExit,
  SITE,
} from './testing.ts';
import { trailOrder } from './trail.ts';

const at = (text: string, seq = 7) => ({ price: price(text), ts: later(NOON, 500), seq });
const trail = (order: number, to: string) =>
  ({ kind: 'TRAIL_FUTURES_ORDER', site: SITE, player: playerId(1), order, extreme: at(to) }) as const;
const world = (trailing: Partial<Trailing> = {}, side: 'LONG' | 'SHORT' = 'LONG') => {
  const book = bookWith();
  const position = hold(book, { side });
  const order = restExit(book, position, {
    type: 'TRAILINGSTOP',
    trailing: { callback: rate('0.01'), ...trailing },
  });
  return { book, order };
};

describe('a trailing stop', () => {
  test('keeps how far the price went, and the tick that went there', () => {
    const { book, order } = world();
    const event = eventFrom(execute(book, trailOrder, trail(order.id, '61000')), 'FUTURES_ORDER_CHANGED');
    expect(event.cause).toBe('TRAILED');
    expect(ordersOf(book)[0]).toEqual({ ...order, trailing: { ...order.trailing, extreme: at('61000') } });
  });

  test('of a long only moves up, and of a short only down', () => {
    const long = world({ extreme: at('61000', 1) });
    const tried = (of: typeof long, to: string) =>
      refusalOf(execute(of.book, trailOrder, trail(of.order.id, to)));
    expect(['60999', '61000', '61000.1'].map((to) => tried(long, to))).toEqual([
      'NOT_REACHED',
      'NOT_REACHED',
      'OK',
    ]);
    const short = world({ extreme: at('61000', 1) }, 'SHORT');
    expect(['61001', '61000', '60999'].map((to) => tried(short, to))).toEqual([
      'NOT_REACHED',
      'NOT_REACHED',
      'OK',
    ]);
  });

  test('does not follow before its activation, and follows from it on', () => {
    const { book, order } = world({ activation: price('62000') });
    const tried = (to: string) => refusalOf(execute(book, trailOrder, trail(order.id, to)));
    expect(['61999', '62000', '62000'].map(tried)).toEqual(['NOT_REACHED', 'OK', 'NOT_REACHED']);
  });

  test('that is not there, or an order that does not trail, is not found', () => {
    const { book } = world();
    const other = rest(book);
    expect(refusalOf(execute(book, trailOrder, trail(9, '61000')))).toBe('ORDER_NOT_FOUND');
    expect(refusalOf(execute(book, trailOrder, trail(other.id, '61000')))).toBe('ORDER_NOT_FOUND');
  });
});
