import { describe, expect, test } from 'vitest';
import { amount, price } from '../amount.ts';
import { later } from '../time.ts';
import type { OverseaTerms } from './terms.ts';
import {
  bookWith,
  CL,
  END,
  eventFrom,
  moneyOf,
  NOON,
  NQ,
  type OrderInput,
  open,
  order,
  positionOf,
  quoteAt,
  refusalOf,
  rest,
  totalOf,
} from './testing.ts';

const refused = (input: OrderInput, book = bookWith()) => refusalOf(order(book, input));
const withTerms = (terms: Partial<OverseaTerms>): OverseaTerms => ({ ...NQ, ...terms });

describe('an order is refused', () => {
  test.each<[string, OrderInput]>([
    ['OPTION_STOPPED', { terms: withTerms({ mode: 'STOPPED' }) }],
    ['REST_DAY', { terms: withTerms({ isRest: true, session: undefined }) }],
    ['MARKET_CLOSED', { terms: withTerms({ session: undefined }) }],
    ['ONLY_REDUCE', { terms: withTerms({ mode: 'REDUCE_ONLY' }) }],
    ['NO_FRESH_PRICE', { quote: undefined }],
    ['NO_FRESH_PRICE', { quote: quoteAt('18250', { at: later(NOON, -5_001) }) }],
    ['NO_FRESH_PRICE', { type: 'STOPMARKET', price: '18240', quote: undefined }],
    ['ORDER_TYPE_INVALID', { type: 'LIQUIDATION' as 'MARKET' }],
    ['ENTER_QTY', { qty: 0 }],
    ['ENTER_QTY', { qty: -1 }],
    ['ENTER_QTY', { qty: 1.5 }],
    ['ENTER_QTY', { qty: Number.NaN }],
    ['ENTER_PRICE', { type: 'LIMIT' }],
    ['ENTER_PRICE', { type: 'LIMIT', price: '0' }],
    ['ENTER_PRICE', { type: 'STOPMARKET', price: '-1' }],
    ['PRICE_OFF_TICK', { type: 'LIMIT', price: '18250.1' }],
    ['STOP_EQUALS_LAST', { type: 'STOPMARKET', price: '18250.25' }],
    ['NO_POSITION', { reduceOnly: true }],
    ['TPSL_TICKS_INVALID', { tpTick: -1 }],
    ['TPSL_TICKS_INVALID', { slTick: 100_001 }],
    ['TPSL_TICKS_INVALID', { slTick: 0.5 }],
    ['TOO_MANY_CONTRACTS', { qty: 21 }],
    ['TOO_MANY_CONTRACTS', { terms: withTerms({ contractsMost: 100 }), qty: 51 }],
    ['TPSL_REJECTED', { slTick: 1, quote: quoteAt('18250.25', { ask: '18250.5' }) }],
    ['WALLET_UNSUPPORTED', { terms: withTerms({ wallet: 'COUPON' }) }],
    ['ABOVE_HOLDINGS', { terms: withTerms({ entryMargin: amount('20000001') }) }],
    [
      'ABOVE_HOLDINGS',
      { type: 'LIMIT', price: '18000', terms: withTerms({ entryMargin: amount('20000001') }) },
    ],
    ['OK', {}],
    ['OK', { quote: quoteAt('18250', { at: later(NOON, -5_000) }) }],
    ['OK', { type: 'LIMIT', price: '18250', quote: undefined }],
  ])('%s', (refusal, input) => {
    expect(refused(input)).toBe(refusal);
  });

  test('when a partner places it', () => {
    expect(refused({}, bookWith(1, { role: 'PARTNER' }))).toBe('PARTNER_CANNOT_TRADE');
  });

  test('when it lies in another wallet than what is open', () => {
    const book = bookWith();
    open(book, '18250');
    expect(refused({ terms: withTerms({ wallet: 'FUTURES', instrument: 1 }) }, book)).toBe(
      'WALLET_UNSUPPORTED',
    );
  });

  test('for the first rule that it breaks', () => {
    const all = { mode: 'STOPPED', isRest: true, session: undefined } as const;
    const input = { quote: undefined, qty: 0, reduceOnly: true, tpTick: -1 };
    expect(refused({ ...input, terms: withTerms(all) })).toBe('OPTION_STOPPED');
    expect(refused({ ...input, terms: withTerms({ ...all, mode: 'NORMAL' }) })).toBe('REST_DAY');
    expect(refused({ ...input, terms: withTerms({ session: undefined }) })).toBe('MARKET_CLOSED');
    expect(refused(input)).toBe('NO_FRESH_PRICE');
    expect(refused({ ...input, quote: quoteAt('1') })).toBe('ENTER_QTY');
    expect(refused({ ...input, quote: quoteAt('1'), qty: 21 })).toBe('NO_POSITION');
    expect(refused({ qty: 21, tpTick: -1, quote: quoteAt('1') })).toBe('TPSL_TICKS_INVALID');
  });

  test('for one won that is missing, and taken when it is there', () => {
    expect(refused({}, bookWith(1, { credit: '302999' }))).toBe('ABOVE_HOLDINGS');
    expect(refused({}, bookWith(1, { credit: '303000' }))).toBe('OK');
  });

  test('in the last ten minutes unless it reduces', () => {
    const at = later(END, -600_000);
    const opened = () => {
      const book = bookWith();
      open(book, '18250.25', { qty: 2 });
      return book;
    };
    expect(refused({ at: later(at, -1) })).toBe('OK');
    expect(refused({ at })).toBe('ONLY_REDUCE');
    expect(refused({ at }, opened())).toBe('ONLY_REDUCE');
    expect(refused({ at, side: 'SHORT', qty: 3 }, opened())).toBe('ONLY_REDUCE');
    expect(refused({ at, side: 'SHORT', qty: 2 }, opened())).toBe('OK');
    expect(refused({ at, side: 'SHORT', qty: 9, reduceOnly: true }, opened())).toBe('OK');
    expect(refused({ at, side: 'SHORT', qty: 2, type: 'LIMIT', price: '18260' }, opened())).toBe('OK');
    const reducing = withTerms({ mode: 'REDUCE_ONLY' });
    expect(refused({ side: 'SHORT', qty: 2, terms: reducing }, opened())).toBe('OK');
    expect(refused({ side: 'LONG', terms: reducing }, opened())).toBe('ONLY_REDUCE');
  });
});

describe('the most contracts', () => {
  test('count what is open and what resting orders would open, here and everywhere', () => {
    const book = bookWith();
    open(book, '18250', { qty: 10 });
    rest(book, { qty: 6, price: '18000' });
    // Closes ten and opens four on the other side.
    rest(book, { side: 'SHORT', qty: 14, price: '19000' });
    // With fifteen open the order on the other side would open none.
    expect(refused({ qty: 5 }, book)).toBe('TOO_MANY_CONTRACTS');
    expect(refused({ qty: 1, type: 'LIMIT', price: '18000' }, book)).toBe('TOO_MANY_CONTRACTS');
    const other = withTerms({ instrument: 305, playerContractsMost: 21 });
    expect(refused({ qty: 2, terms: other }, book)).toBe('TOO_MANY_CONTRACTS');
    expect(refused({ qty: 1, terms: other }, book)).toBe('OK');
    expect(refused({ side: 'SHORT', qty: 10 }, book)).toBe('OK');
  });

  test('do not refuse an order that reduces', () => {
    const book = bookWith();
    open(book, '18250', { qty: 10 });
    expect(refused({ side: 'SHORT', qty: 4, terms: withTerms({ contractsMost: 2 }) }, book)).toBe('OK');
  });
});

describe('an order that fills at once', () => {
  test('buys at the ask and sells at the bid', () => {
    const quote = quoteAt('18250', { bid: '18249.75', ask: '18250.5' });
    const bought = eventFrom(order(bookWith(), { quote }), 'OVERSEA_FILLED');
    const sold = eventFrom(order(bookWith(), { quote, side: 'SHORT' }), 'OVERSEA_FILLED');
    expect([bought.fills[0]?.price, sold.fills[0]?.price]).toEqual([price('18250.5'), price('18249.75')]);
  });

  test('as a limit has the better price of the market', () => {
    const quote = quoteAt('18250', { bid: '18249.75', ask: '18250.5' });
    const { fills } = eventFrom(
      order(bookWith(), { type: 'LIMIT', price: '18260', quote }),
      'OVERSEA_FILLED',
    );
    expect(fills[0]).toMatchObject({ price: price('18250.5'), cause: 'LIMIT', openedQty: 1, closedQty: 0 });
    const { event } = { event: order(bookWith(), { type: 'LIMIT', price: '18250.25', quote }) };
    expect(eventFrom(event, 'OVERSEA_ORDER_PLACED').fires).toBe('AT_OR_BELOW');
  });

  test('records everything that it was made with', () => {
    const book = bookWith();
    const event = eventFrom(order(book, { qty: 2, tpTick: 8, slTick: 4 }), 'OVERSEA_FILLED');
    expect(event).toMatchObject({ cancelled: [], isAfterGap: false, topUp: 0n });
    expect(event.fills).toEqual([
      {
        instrument: 303,
        wallet: 'BINARY',
        side: 'LONG',
        qty: 2,
        price: price('18250.25'),
        cause: 'MARKET',
        quote: quoteAt('18250.25'),
        tradeDate: NQ.session!.tradeDate,
        tickSize: NQ.tickSize,
        multiplier: NQ.multiplier,
        rate: NQ.rate,
        closedQty: 0,
        openedQty: 2,
        pnl: 0n,
        commission: amount('6000'),
        position: {
          id: event.id,
          side: 'LONG',
          qty: 2,
          entry: { sum: price('18250.25'), over: 1n },
          margin: amount('600000'),
          entryCommission: amount('6000'),
          tpTick: 8,
          slTick: 4,
          overnight: false,
          heldFor: NQ.session!.tradeDate,
        },
      },
    ]);
    expect(event.transfers.map(({ reason, amount: moved }) => [reason, moved])).toEqual([
      ['OVERSEA_COMMISSION', amount('6000')],
      ['OVERSEA_MARGIN', amount('600000')],
    ]);
  });
});

describe('netting', () => {
  test('adds: the mean moves, take-profit stays unless the order has its own', () => {
    const book = bookWith();
    open(book, '18250', { qty: 1, tpTick: 10, slTick: 10 });
    const { id } = positionOf(book)!;
    open(book, '18253', { qty: 2 });
    expect(positionOf(book)).toMatchObject({
      id,
      qty: 3,
      entry: { sum: price('18252'), over: 1n },
      tpTick: 10,
    });
    open(book, '18252', { slTick: 0 });
    expect(positionOf(book)).toMatchObject({ id, qty: 4, tpTick: 10, slTick: 0, margin: amount('1200000') });
  });

  test('reduces: the mean stays, the margin is released by contract, the profit is paid', () => {
    const book = bookWith();
    open(book, '18250.25', { qty: 3 });
    const { id, entry } = positionOf(book)!;
    const quote = quoteAt('18262.75');
    const event = eventFrom(order(book, { side: 'SHORT', qty: 2, quote, tpTick: 5 }), 'OVERSEA_FILLED');
    expect(event.fills[0]).toMatchObject({
      closedQty: 2,
      openedQty: 0,
      closedEntry: entry,
      closedPosition: id,
    });
    expect(event.fills[0]?.pnl).toBe(amount('692750'));
    expect(positionOf(book)).toMatchObject({ id, qty: 1, entry, margin: amount('300000'), tpTick: 0 });
    expect(moneyOf(book)).toEqual({
      free: 20_000_000n - 300_000n - 15_000n + 692_750n,
      wait: 300_000n,
      debt: 0n,
    });
  });

  test('closes: nothing is locked any more', () => {
    const book = bookWith();
    open(book, '18250.25', { qty: 3 });
    eventFrom(order(book, { side: 'SHORT', qty: 3, quote: quoteAt('18250.25') }), 'OVERSEA_FILLED');
    expect(book.oversea.accounts.size).toBe(0);
    expect(moneyOf(book)).toEqual({ free: 20_000_000n - 18_000n, wait: 0n, debt: 0n });
  });

  test('reverses: one order, two legs, another position', () => {
    const book = bookWith();
    open(book, '18250.25', { qty: 1, tpTick: 10 });
    const before = positionOf(book)!;
    const event = eventFrom(
      order(book, { side: 'SHORT', qty: 3, quote: quoteAt('18251.25'), slTick: 4 }),
      'OVERSEA_FILLED',
    );
    expect(event.fills).toHaveLength(1);
    expect(event.fills[0]).toMatchObject({
      closedQty: 1,
      openedQty: 2,
      closedPosition: before.id,
      pnl: amount('27710'),
    });
    expect(positionOf(book)).toMatchObject({
      id: event.id,
      side: 'SHORT',
      qty: 2,
      entry: { sum: price('18251.25') },
      tpTick: 0,
      slTick: 4,
      margin: amount('600000'),
    });
    expect(moneyOf(book).wait).toBe(600_000n);
  });

  test('reverses in full or not at all: a player who cannot pay the second leg keeps the position', () => {
    const book = bookWith(1, { credit: '612000' });
    open(book, '18250.25', { qty: 1 });
    // 309,000 are free; the closed contract gives 300,000 back and two need 600,000 and three commissions.
    expect(refused({ side: 'SHORT', qty: 3, quote: quoteAt('18250.25') }, book)).toBe('OK');
    const poorer = bookWith(1, { credit: '611999' });
    open(poorer, '18250.25', { qty: 1 });
    expect(refused({ side: 'SHORT', qty: 3, quote: quoteAt('18250.25') }, poorer)).toBe('ABOVE_HOLDINGS');
    expect(positionOf(poorer)).toMatchObject({ side: 'LONG', qty: 1 });
  });

  test('reduce-only is reduced to what is open', () => {
    const book = bookWith();
    open(book, '18250.25', { qty: 2 });
    const event = eventFrom(order(book, { side: 'SHORT', qty: 9, reduceOnly: true }), 'OVERSEA_FILLED');
    expect(event.fills[0]).toMatchObject({ qty: 2, closedQty: 2, openedQty: 0, commission: amount('6000') });
  });
});

describe('an order that rests', () => {
  test('locks the margin of what it would open', () => {
    const book = bookWith();
    open(book, '18250.25', { qty: 2 });
    rest(book, { side: 'SHORT', qty: 2, price: '18260' });
    expect(moneyOf(book).wait).toBe(600_000n);
    const id = rest(book, { side: 'SHORT', qty: 5, price: '18270' });
    expect(moneyOf(book).wait).toBe(1_500_000n);
    expect(book.oversea.orders.get(id)).toMatchObject({
      margin: amount('900000'),
      type: 'LIMIT',
      fires: 'AT_OR_ABOVE',
    });
  });

  test.each([
    ['LONG', '18260', 'AT_OR_ABOVE'],
    ['LONG', '18240', 'AT_OR_BELOW'],
    ['SHORT', '18260', 'AT_OR_ABOVE'],
    ['SHORT', '18240', 'AT_OR_BELOW'],
  ] as const)('as a trigger of %s at %s fires %s', (side, at, fires) => {
    const event = eventFrom(
      order(bookWith(), { type: 'STOPMARKET', side, price: at }),
      'OVERSEA_ORDER_PLACED',
    );
    expect(event.fires).toBe(fires);
  });
});

describe('prices below zero', () => {
  test('are taken where the instrument allows them', () => {
    const book = bookWith();
    const quote = quoteAt('-37.63');
    eventFrom(order(book, { terms: CL, quote }), 'OVERSEA_FILLED');
    expect(positionOf(book, CL.instrument)?.entry).toEqual({ sum: price('-37.63'), over: 1n });
    const closed = order(book, { terms: CL, side: 'SHORT', quote: quoteAt('-37.53') });
    expect(eventFrom(closed, 'OVERSEA_FILLED').fills[0]?.pnl).toBe(amount('138550'));
    expect(refused({ terms: CL, quote, type: 'LIMIT', price: '-40.01' }, book)).toBe('OK');
    expect(refused({ terms: CL, quote, type: 'LIMIT', price: '0' }, bookWith())).toBe('OK');
    expect(refused({ terms: CL, quote, type: 'LIMIT', price: '-40.015' }, book)).toBe('PRICE_OFF_TICK');
    expect(refused({ terms: CL, quote, type: 'STOPMARKET', price: '-37.63' }, book)).toBe('STOP_EQUALS_LAST');
    expect(totalOf(book)).toBe(0n);
  });
});

test('a player has at most two hundred resting orders, including those that lock nothing', () => {
  const book = bookWith();
  open(book, '18250.25', { qty: 2 });
  const reduce = { side: 'SHORT', type: 'LIMIT', price: '18300', reduceOnly: true } as const;
  for (let count = 0; count < 200; count++) rest(book, reduce);
  expect(refusalOf(order(book, reduce))).toBe('TOO_MANY_ORDERS');
});
