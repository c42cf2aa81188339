import { describe, expect, test } from 'vitest';
import { amount, price, qty, rate } from '../amount.ts';
import type { Book } from '../book.ts';
import { playerId } from '../purse.ts';
import { later } from '../time.ts';
import { amendOrder } from './amend.ts';
import type { AmendFuturesOrder } from './commands.ts';
import type { FuturesOrder } from './state.ts';
import {
  BTC,
  bookWith,
  eventFrom,
  execute,
  hold,
  NOON,
  type OrderInput,
  ordersOf,
  pricedAt,
  quoteAt,
  refusalOf,
  rest,
  restExit,
  SITE,
  setFree,
} from './testing.ts';

interface Changes {
  readonly qty?: string;
  readonly price?: string;
  readonly trigger?: string;
}

const amend = (
  order: Pick<FuturesOrder, 'id'>,
  changes: Changes,
  more: Partial<AmendFuturesOrder> = {},
): AmendFuturesOrder => ({
  kind: 'AMEND_FUTURES_ORDER',
  site: SITE,
  player: playerId(1),
  order: order.id,
  ...(changes.qty === undefined ? undefined : { qty: qty(changes.qty) }),
  ...(changes.price === undefined ? undefined : { price: price(changes.price) }),
  ...(changes.trigger === undefined ? undefined : { trigger: price(changes.trigger) }),
  terms: BTC,
  quote: quoteAt('60000'),
  priced: [pricedAt(BTC, '60000')],
  ...more,
});
const tried = (book: Book, command: AmendFuturesOrder) => refusalOf(execute(book, amendOrder, command, NOON));
const world = (input: OrderInput = {}) => {
  const book = bookWith(2);
  return { book, order: rest(book, { cost: '299.72', ...input }) };
};

describe('an amended order', () => {
  test('keeps its number and its age, and costs what it costs now', () => {
    const { book, order } = world();
    rest(book);
    const command = amend(order, { qty: '0.2', price: '58000' });
    const event = eventFrom(execute(book, amendOrder, command, later(NOON, 1_000)), 'FUTURES_ORDER_CHANGED');
    expect(event.cause).toBe('AMENDED');
    // 0.2 × 58,000 / 20 + 0.2 × 58,000 × 0.0008
    const cost = amount('589.28');
    expect(ordersOf(book)[0]).toEqual({ ...order, qty: qty('0.2'), price: price('58000'), cost });
  });

  test('of another player, of another instrument, or that ended is not found', () => {
    const { book, order } = world();
    const asked = amend(order, { qty: '0.2' });
    expect(tried(book, { ...asked, player: playerId(2) })).toBe('ORDER_NOT_FOUND');
    expect(tried(book, { ...asked, terms: { ...BTC, instrument: 9 } })).toBe('ORDER_NOT_FOUND');
    expect(tried(book, { ...asked, order: 1 })).toBe('ORDER_NOT_FOUND');
  });

  test.each([
    ['nothing', {}, {}],
    ['a trigger of a limit', {}, { trigger: '61000' }],
    ['a limit of a stop', { type: 'STOPMARKET', trigger: '61000' }, { price: '61000' }],
    [
      'the trigger of a stop that was triggered',
      { type: 'STOPLIMIT', trigger: '59500', price: '59000', state: 'OPEN' },
      { trigger: '59600' },
    ],
  ] satisfies [string, OrderInput, Changes][])('cannot have %s', (_what, input, changes) => {
    const { book, order } = world(input);
    expect(tried(book, amend(order, changes))).toBe('NOT_AMENDABLE');
  });

  test('is held back with its new cost, and not with the old one as well', () => {
    const { book, order } = world();
    setFree(book, '599.44');
    expect(tried(book, amend(order, { qty: '0.201' }))).toBe('ABOVE_HOLDINGS');
    expect(tried(book, amend(order, { qty: '0.2' }))).toBe('OK');
  });

  test('that would be filled at once is refused: as one that rested it would get its own price', () => {
    const { book, order } = world();
    expect(tried(book, amend(order, { price: '60000' }))).toBe('WOULD_TAKE');
    expect(tried(book, amend(order, { price: '59999.9' }))).toBe('OK');
  });

  test('gets a price that was not compared while there is no fresh one', () => {
    const { book, order } = world();
    const unpriced = () => ordersOf(book)[0]?.isUnpriced;
    expect(tried(book, amend(order, { qty: '0.2' }, { quote: undefined }))).toBe('OK');
    expect(unpriced()).toBe(false);
    expect(tried(book, amend(order, { price: '61000' }, { quote: undefined }))).toBe('OK');
    expect(unpriced()).toBe(true);
    expect(tried(book, amend(order, { price: '59000' }))).toBe('OK');
    expect(unpriced()).toBe(false);
  });

  test('obeys the rules of a new one, in their order', () => {
    const { book, order } = world({ type: 'STOPLIMIT', trigger: '61000', price: '61000' });
    const steps: [Changes, Partial<AmendFuturesOrder>, string][] = [
      [{ qty: '0', price: '0', trigger: '0' }, { terms: { ...BTC, mode: 'STOPPED' } }, 'OPTION_STOPPED'],
      [{ qty: '1', price: '0' }, { terms: { ...BTC, mode: 'REDUCE_ONLY' } }, 'ONLY_REDUCE'],
      [{ price: '0' }, { quote: undefined }, 'NO_FRESH_PRICE'],
      [{ price: '0' }, {}, 'ENTER_PRICE'],
      [{ price: '61000.05' }, {}, 'PRICE_OFF_TICK'],
      [{ trigger: '0' }, {}, 'ENTER_TRIGGER'],
      [{ trigger: '60000' }, {}, 'STOP_REJECTED'],
      [{ qty: '0' }, {}, 'ENTER_QTY'],
      [{ qty: '0.0005' }, {}, 'QTY_OFF_STEP'],
      [{ qty: '0.001', price: '4000' }, {}, 'QTY_TOO_SMALL'],
      [{ qty: '200' }, {}, 'ABOVE_LEVERAGE_CAP'],
      [{ qty: '100' }, {}, 'ABOVE_HOLDINGS'],
      [{ qty: '0.2', price: '61500', trigger: '61200' }, {}, 'OK'],
    ];
    for (const [changes, more, refusal] of steps)
      expect([changes, tried(book, amend(order, changes, more))]).toEqual([changes, refusal]);
    expect(ordersOf(book)[0]).toMatchObject({
      state: 'WAITING',
      qty: qty('0.2'),
      price: price('61500'),
      trigger: price('61200'),
    });
  });

  test('that was triggered is changed as a limit', () => {
    const { book, order } = world({ type: 'STOPLIMIT', trigger: '59500', price: '59000', state: 'OPEN' });
    expect(tried(book, amend(order, { price: '60000' }))).toBe('WOULD_TAKE');
    expect(tried(book, amend(order, { price: '59500' }))).toBe('OK');
    expect(ordersOf(book)[0]).toMatchObject({ type: 'STOPLIMIT', state: 'OPEN', price: price('59500') });
  });
});

describe('an amended exit', () => {
  const held = (input: OrderInput = {}) => {
    const book = bookWith();
    const position = hold(book);
    return { book, order: restExit(book, position, input) };
  };

  test('waits for another price, or closes another part', () => {
    const { book, order } = held();
    expect(tried(book, amend(order, { trigger: '56000', qty: '0.2' }))).toBe('OK');
    expect(ordersOf(book)[0]).toEqual({ ...order, trigger: price('56000'), qty: qty('0.2') });
  });

  test('obeys the rules of a new exit, in their order', () => {
    const { book, order } = held();
    const steps: [Changes, Partial<AmendFuturesOrder>, string][] = [
      [{ price: '1' }, {}, 'NOT_AMENDABLE'],
      [{ qty: '0' }, { terms: { ...BTC, mode: 'STOPPED' } }, 'OPTION_STOPPED'],
      [{ qty: '0', trigger: '0' }, {}, 'ENTER_QTY'],
      [{ qty: '0.0005' }, {}, 'QTY_OFF_STEP'],
      [{ qty: '0.6', trigger: '0' }, {}, 'ABOVE_HOLDINGS'],
      [{ trigger: '0' }, {}, 'ENTER_TRIGGER'],
      [{ trigger: '55000.05' }, { quote: undefined }, 'PRICE_OFF_TICK'],
      [{ trigger: '60000' }, { quote: undefined }, 'NO_FRESH_PRICE'],
      [{ trigger: '60000' }, {}, 'TPSL_REJECTED'],
      [{ trigger: '1000' }, {}, 'TPSL_BEYOND_LIQUIDATION'],
      [{ qty: '0.1' }, { quote: undefined }, 'OK'],
    ];
    for (const [changes, more, refusal] of steps)
      expect([changes, tried(book, amend(order, changes, more))]).toEqual([changes, refusal]);
  });

  test('that trails can close another part, and nothing else', () => {
    const { book, order } = held({ type: 'TRAILINGSTOP', trailing: { callback: rate('0.01') } });
    expect(tried(book, amend(order, { trigger: '56000' }))).toBe('NOT_AMENDABLE');
    expect(tried(book, amend(order, { qty: '0.1' }))).toBe('OK');
  });
});
