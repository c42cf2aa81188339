import { describe, expect, test } from 'vitest';
import { type Amount, amount } from '../amount.ts';
import { apply, coveredIn } from '../apply.ts';
import type { Book } from '../book.ts';
import { describeBook } from '../describe.ts';
import { housePurse, playerId, playerPurse } from '../purse.ts';
import { applyTransfers } from '../transfer.ts';
import type { OverseaFilled } from './events.ts';
import type { OverseaOrder, OverseaPosition } from './state.ts';
import { bookWith, eventFrom, NQ, open, order, positionOf, quoteAt, rest, SITE } from './testing.ts';

const take = (book: Book, kind: 'free' | 'wait', won: string) =>
  applyTransfers(
    book,
    SITE,
    [
      {
        from: playerPurse(playerId(1), 'BINARY', kind),
        to: housePurse(SITE, 'pnl:oversea', 'KRW'),
        currency: 'KRW',
        amount: amount(won),
        reason: 'OVERSEA_PNL',
      },
    ],
    coveredIn(book),
  );

describe('free money below zero', () => {
  test('is a bug while no position is open', () => {
    const book = bookWith();
    rest(book, { price: '18000' });
    expect(() => take(book, 'free', '20000000')).toThrow('only the house may owe');
  });

  test('is allowed while one is, and of no other purse', () => {
    const book = bookWith();
    open(book, '18250');
    take(book, 'free', '20000000');
    expect(() => take(book, 'wait', '300001')).toThrow('only the house may owe');
  });

  test('is a bug when the last position is closed', () => {
    const book = bookWith(1, { credit: '400000' });
    open(book, '18250');
    const copy = structuredClone(book);
    const event = eventFrom(order(copy, { side: 'SHORT', quote: quoteAt('18200') }), 'OVERSEA_FILLED');
    expect(event.topUp).toBeGreaterThan(0n);
    const unlifted: OverseaFilled = {
      ...event,
      transfers: event.transfers.filter(({ reason }) => reason !== 'OVERSEA_TOP_UP'),
      after: event.after.map((each) =>
        each.purse.endsWith(':free') ? { ...each, balance: (each.balance - event.topUp) as Amount } : each,
      ),
    };
    expect(() => apply(book, unlifted)).toThrow('who has no position owes nothing');
  });
});

describe('the description', () => {
  const world = () => {
    const book = bookWith();
    open(book, '18250', { qty: 2, tpTick: 5, slTick: 6 });
    rest(book, { price: '18000', tpTick: 3 });
    return book;
  };
  const before = describeBook(world());

  const changes: Partial<OverseaPosition>[] = [
    { side: 'SHORT' },
    { qty: 3 },
    { entry: { sum: 1n, over: 1n } },
    { margin: amount('1') },
    { tpTick: 1 },
    { slTick: 1 },
    { overnight: true },
    { heldFor: (NQ.session!.tradeDate + 1) as OverseaPosition['heldFor'] },
    { openedAt: 1 as OverseaPosition['openedAt'] },
  ];
  test.each(changes)('differs when a position has %o', (change) => {
    const book = world();
    const position = positionOf(book)!;
    book.oversea.positions.set(position.id, { ...position, ...change });
    expect(describeBook(book)).not.toBe(before);
  });

  const others: Partial<OverseaOrder>[] = [
    { side: 'SHORT' },
    { type: 'STOPMARKET' },
    { qty: 3 },
    { price: 1n as OverseaOrder['price'] },
    { fires: 'AT_OR_ABOVE' },
    { reduceOnly: true },
    { tpTick: undefined },
    { slTick: 0 },
    { margin: amount('1') },
    { placedAt: 1 as OverseaOrder['placedAt'] },
  ];
  test.each(others)('differs when an order has %o', (change) => {
    const book = world();
    const [first] = book.oversea.orders.values();
    book.oversea.orders.set(first!.id, { ...first!, ...change });
    expect(describeBook(book)).not.toBe(before);
  });

  test('is the same for the same book', () => {
    expect(describeBook(world())).toBe(before);
  });
});
