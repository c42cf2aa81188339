import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount, price, qty, rate } from '../amount.ts';
import { apply } from '../apply.ts';
import type { Book } from '../book.ts';
import { playerId } from '../purse.ts';
import { later, type Millis } from '../time.ts';
import { walletOf } from './account.ts';
import { followFutures, putFunded, putOrder, putPosition } from './apply.ts';
import { describeFutures } from './describe.ts';
import { weighFutures } from './digest.ts';
import type { FuturesEvent } from './events.ts';

import { cancelled, eventOf, funded } from './events-testing.ts';
import { planFills } from './plan.ts';
import { settle } from './settle.ts';
import {
  emptyFutures,
  type FuturesOrder,
  type FuturesPosition,
  type FuturesState,
  fundedKey,
} from './state.ts';
import { orderId } from './terms.ts';
import { BTC, bookWith, ETH, NOON, orderWith, positionOf, positionWith, quoteAt, SITE } from './testing.ts';
import { UNIT } from './value.ts';

describe('description and digest', () => {
  const level = { price: price('1'), by: 'mark' } as const;
  const orders: Partial<FuturesOrder>[] = [
    { player: playerId(2) },
    { site: 2 as FuturesOrder['site'] },
    { instrument: 9 },
    { wallet: 'BTC' },
    { side: 'SHORT' },
    { type: 'STOPLIMIT' },
    { state: 'WAITING' },
    { qty: qty('9') },
    { price: price('9') },
    { trigger: price('9') },
    { by: 'mark' },
    { fires: 'AT_OR_ABOVE' },
    { reduceOnly: true },
    { postOnly: true },
    { isUnpriced: true },
    { leverage: 9 },
    { marginType: 'ISOLATED' },
    { cost: amount('9') },
    { position: 9 },
    { takeProfit: level },
    { stopLoss: level },
    { trailing: { callback: rate('0.01') } },
    { trailing: { callback: rate('0.01'), activation: price('9') } },
    { trailing: { callback: rate('0.01'), extreme: { price: price('9'), ts: NOON, seq: 1 } } },
    { placedAt: 1 as Millis },
  ];
  const positions: Partial<FuturesPosition>[] = [
    { player: playerId(2) },
    { site: 2 as FuturesPosition['site'] },
    { instrument: 9 },
    { wallet: 'BTC' },
    { side: 'SHORT' },
    { qty: qty('9') },
    { entry: { sum: 1n, over: 3n } },
    { leverage: 9 },
    { marginType: 'ISOLATED' },
    { margin: amount('9') },
    { funding: amount('-9') },
    { entryFee: amount('9') },
    { openedAt: 1 as Millis },
    { warnedAt: 1 as Millis },
  ];
  const worlds = (): FuturesState[] => [
    ...[{}, ...orders].map((change) => {
      const state = emptyFutures();
      putOrder(state, { ...orderWith(1), ...change });
      return state;
    }),
    ...[{}, ...positions].map((change) => {
      const state = emptyFutures();
      putPosition(state, { ...positionWith(1), ...change });
      return state;
    }),
    ...[NOON, later(NOON, 1)].map((at) => {
      const state = emptyFutures();
      putFunded(state, fundedKey(SITE, 1), at);
      return state;
    }),
  ];

  test('of two states differ when one figure does', () => {
    const all = worlds();
    const texts = new Set(all.map((state) => describeFutures(state).join('\n')));
    expect(texts.size).toBe(all.length);
    expect(new Set(all.map(weighFutures)).size).toBe(all.length);
  });

  test('of a state that was put together are those of its figures', () => {
    for (const state of worlds()) expect(state.digest[0]).toBe(weighFutures(structuredClone(state)));
  });
});

type Move = (book: Book) => FuturesEvent | undefined;
const nth = <Item>(items: Iterable<Item>, place: number): Item | undefined => {
  const all = [...items];
  return all[place % Math.max(1, all.length)];
};
const terms = fc.constantFrom(BTC, ETH);
const place = fc.nat({ max: 50 });

const moves: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ of: terms, size: fc.integer({ min: 1, max: 9 }), long: fc.boolean() }).map(
    (input): Move =>
      (book) => {
        const player = book.players.get(playerId(1))!;
        const context = { now: NOON, eventId: book.lastEvent + 1 };
        const request = {
          side: input.long ? 'LONG' : 'SHORT',
          qty: qty(String(input.size)),
          price: price('60000'),
          leverage: 20,
          marginType: input.of === BTC ? 'CROSS' : 'ISOLATED',
          ...context,
        } as const;
        const plans = planFills(positionOf(book, input.of), request, input.of, UNIT);
        const made = { ...request, terms: input.of, quote: quoteAt('60000'), cause: 'MARKET' } as const;
        return settle(book, player, walletOf(player, 'FUTURES'), context, {
          fills: plans.map((plan) => ({ ...made, plan })),
          isAfterGap: false,
        });
      },
  ),
  fc.record({ of: terms, by: fc.integer({ min: -100, max: 100 }) }).map(
    (input): Move =>
      (book) => {
        const at = book.futures.funded.get(fundedKey(SITE, input.of.instrument)) ?? NOON;
        const { instrument, contract } = input.of;
        return funded(book, {
          instrument,
          contract,
          rate: BigInt(input.by * 100) as never,
          dueAt: later(at, 1),
        });
      },
  ),
  fc.constant<Move>((book) => {
    const { player: _p, site: _s, ...order } = orderWith(orderId(book.lastEvent + 1));
    return { ...eventOf(book, 'FUTURES_ORDER_PLACED'), order, cancelled: [] };
  }),
  place.map(
    (at): Move =>
      (book) => {
        const order = nth(book.futures.orders.values(), at);
        const cause = 'AMENDED';
        return (
          order && { ...eventOf(book, 'FUTURES_ORDER_CHANGED'), cause, order: { ...order, leverage: at + 1 } }
        );
      },
  ),
  place.map(
    (at): Move =>
      (book) => {
        const order = nth(book.futures.orders.values(), at);
        return order && { ...eventOf(book, 'FUTURES_ORDERS_CANCELLED'), cancelled: [cancelled(order)] };
      },
  ),
  place.map(
    (at): Move =>
      (book) => {
        const position = nth(book.futures.positions.values(), at);
        if (position === undefined) return undefined;
        const orders = [...book.futures.orders.values()].map((order) => ({ ...order, leverage: at + 1 }));
        const { instrument, marginType } = position;
        const changed = { ...position, leverage: at + 1 };
        return {
          ...eventOf(book, 'FUTURES_LEVERAGE_SET'),
          instrument,
          marginType,
          leverage: at + 1,
          position: changed,
          orders,
        };
      },
  ),
);

test('whatever happens, the digest that is carried is that of the figures, and the events make the same state again', () => {
  fc.assert(
    fc.property(fc.array(moves, { minLength: 5, maxLength: 60, size: 'max' }), (all) => {
      const book = bookWith(1, { credit: '10000000' });
      const followed = emptyFutures();
      for (const move of all) {
        const event = move(book);
        if (event === undefined) continue;
        followFutures(followed, structuredClone(event));
        apply(book, event);
      }
      const state = book.futures;
      expect(describeFutures(followed)).toEqual(describeFutures(state));
      expect(followed.digest[0]).toBe(state.digest[0]);
      expect(state.digest[0]).toBe(weighFutures(structuredClone(state)));
      const open = [...state.open.values()].flatMap((each) => [...each.values()]);
      expect(new Set(open)).toEqual(new Set(state.positions.values()));
    }),
  );
});
