import { describe, expect, test } from 'vitest';
import { price, qty, rate } from '../amount.ts';
import type { Book } from '../book.ts';
import { playerId } from '../purse.ts';
import { later } from '../time.ts';
import type { PlaceFuturesExit, SetFuturesExits } from './commands.ts';
import type { ExitLevel } from './events.ts';
import { placeExit, setExits } from './exits.ts';
import type { FuturesPosition } from './state.ts';
import { MOST_EXITS, MOST_RESTING, orderId } from './terms.ts';
import {
  BTC,
  bookWith,
  ETH,
  eventFrom,
  execute,
  hold,
  NOON,
  ordersOf,
  pricedAt,
  quoteAt,
  refusalOf,
  rest,
  restExit,
  SITE,
} from './testing.ts';

const at = (text: string, by: ExitLevel['by'] = 'last'): ExitLevel => ({ price: price(text), by });
const common = {
  site: SITE,
  player: playerId(1),
  terms: BTC,
  quote: quoteAt('60000'),
  priced: [pricedAt(BTC, '60000')],
};
const exit = (position: FuturesPosition, more: Partial<PlaceFuturesExit> = {}): PlaceFuturesExit => ({
  kind: 'PLACE_FUTURES_EXIT',
  ...common,
  position: position.id,
  type: 'STOPLOSS',
  level: at('59000'),
  ...more,
});
const set = (position: FuturesPosition, more: Partial<SetFuturesExits> = {}): SetFuturesExits => ({
  kind: 'SET_FUTURES_EXITS',
  ...common,
  position: position.id,
  ...more,
});
const world = (input: Parameters<typeof hold>[1] = {}) => {
  const book = bookWith(2);
  return { book, position: hold(book, input) };
};
const tried = (book: Book, command: PlaceFuturesExit) => refusalOf(execute(book, placeExit, command, NOON));
const trailing = (more: Partial<NonNullable<PlaceFuturesExit['trailing']>> = {}) =>
  ({ type: 'TRAILINGSTOP', trailing: { callback: rate('0.01'), by: 'last', ...more } }) as const;

describe('one exit', () => {
  test('waits as an order of its position that only reduces', () => {
    const { book, position } = world({ marginType: 'ISOLATED', leverage: 10 });
    const command = exit(position, { qty: qty('0.2') });
    const event = eventFrom(execute(book, placeExit, command, NOON), 'FUTURES_ORDER_PLACED');
    expect(event.cancelled).toEqual([]);
    expect(event.order).toEqual({
      id: orderId(event.id),
      instrument: BTC.instrument,
      wallet: 'FUTURES',
      side: 'SHORT',
      type: 'STOPLOSS',
      state: 'WAITING',
      qty: qty('0.2'),
      trigger: price('59000'),
      by: 'last',
      fires: 'AT_OR_BELOW',
      reduceOnly: true,
      postOnly: false,
      leverage: 10,
      marginType: 'ISOLATED',
      cost: 0n,
      position: position.id,
      isUnpriced: false,
      placedAt: NOON,
    });
  });

  test('of the whole position replaces the one of its kind, and a part replaces nothing', () => {
    const { book, position } = world();
    const whole = restExit(book, position);
    const part = restExit(book, position, { qty: '0.1' });
    const other = restExit(book, position, { type: 'TAKEPROFIT', trigger: '61000' });
    execute(book, placeExit, exit(position, { qty: qty('0.1') }), NOON);
    expect(ordersOf(book).length).toBe(4);
    const event = eventFrom(execute(book, placeExit, exit(position), NOON), 'FUTURES_ORDER_PLACED');
    expect(event.cancelled.map(({ id, reason }) => [id, reason])).toEqual([[whole.id, 'REPLACED']]);
    expect(ordersOf(book).map(({ id }) => id)).toEqual(expect.arrayContaining([part.id, other.id]));
  });

  test('that trails follows from its tick on, or waits for the price that activates it', () => {
    const { book, position } = world();
    const quote = quoteAt('60000', { mark: '60010', seq: 5 });
    const atOnce = eventFrom(
      execute(book, placeExit, exit(position, { ...trailing({ by: 'mark' }), quote }), NOON),
      'FUTURES_ORDER_PLACED',
    );
    expect(atOnce.order).toMatchObject({ by: 'mark', fires: 'AT_OR_BELOW', reduceOnly: true });
    expect(atOnce.order.trailing).toEqual({
      callback: rate('0.01'),
      extreme: { price: price('60010'), ts: NOON, seq: 5 },
    });
    const waits = exit(position, trailing({ activation: price('61000') }));
    const event = eventFrom(execute(book, placeExit, waits, NOON), 'FUTURES_ORDER_PLACED');
    expect(event.order.trailing).toEqual({ callback: rate('0.01'), activation: price('61000') });
    expect(event.cancelled.map(({ id }) => id)).toEqual([atOnce.order.id]);
  });

  test('breaks its rules in their order', () => {
    const { book, position } = world();
    const stale = quoteAt('60000', { at: later(NOON, -3_001) });
    const wrong: Partial<PlaceFuturesExit> = {
      position: position.id + 1,
      terms: { ...BTC, mode: 'STOPPED' },
      type: 'LIMIT' as never,
      level: at('0'),
      qty: qty('0'),
      quote: stale,
    };
    const fixes: [Partial<PlaceFuturesExit>, string][] = [
      [{}, 'POSITION_NOT_FOUND'],
      [{ position: position.id }, 'OPTION_STOPPED'],
      [{ terms: BTC }, 'ORDER_TYPE_INVALID'],
      [{ type: 'STOPLOSS' }, 'ENTER_TRIGGER'],
      [{ level: at('60000.05') }, 'PRICE_OFF_TICK'],
      [{ level: at('60000') }, 'ENTER_QTY'],
      [{ qty: qty('0.0005') }, 'QTY_OFF_STEP'],
      [{ qty: qty('0.501') }, 'ABOVE_HOLDINGS'],
      [{ qty: qty('0.5') }, 'NO_FRESH_PRICE'],
      [{ quote: quoteAt('60000') }, 'TPSL_REJECTED'],
      [{ level: at('10000') }, 'TPSL_BEYOND_LIQUIDATION'],
      [{ level: at('59000') }, 'OK'],
    ];
    let asked = exit(position, wrong);
    for (const [fix, refusal] of fixes) {
      asked = { ...asked, ...fix };
      expect(tried(book, asked)).toBe(refusal);
    }
  });

  test('of somebody else’s position is not found', () => {
    const { book, position } = world();
    expect(tried(book, exit(position, { player: playerId(2) }))).toBe('POSITION_NOT_FOUND');
  });

  test.each([
    ['LONG', 'TAKEPROFIT', '60000', 'TPSL_REJECTED'],
    ['LONG', 'TAKEPROFIT', '60000.1', 'OK'],
    ['LONG', 'STOPLOSS', '60000', 'TPSL_REJECTED'],
    ['LONG', 'STOPLOSS', '59999.9', 'OK'],
    ['SHORT', 'TAKEPROFIT', '60000', 'TPSL_REJECTED'],
    ['SHORT', 'TAKEPROFIT', '59999.9', 'OK'],
    ['SHORT', 'STOPLOSS', '60000', 'TPSL_REJECTED'],
    ['SHORT', 'STOPLOSS', '60000.1', 'OK'],
  ] as const)('of a %s, %s at %s with the price at 60,000: %s', (side, type, level, refusal) => {
    const { book, position } = world({ side });
    expect(tried(book, exit(position, { type, level: at(level) }))).toBe(refusal);
  });

  test('is compared with the price that it watches', () => {
    const { book, position } = world();
    const quote = quoteAt('60000', { mark: '59000' });
    expect(tried(book, exit(position, { level: at('59500'), quote }))).toBe('OK');
    expect(tried(book, exit(position, { level: at('59500', 'mark'), quote }))).toBe('TPSL_REJECTED');
  });

  test('that trails needs a callback of 0.1 % to 20 %, and an activation still to come', () => {
    const { book, position } = world();
    const asked = (more: Parameters<typeof trailing>[0]) => tried(book, exit(position, trailing(more)));
    expect(tried(book, { ...exit(position), type: 'TRAILINGSTOP' })).toBe('TRAILING_INVALID');
    expect(
      ['0.0009', '0.2001', '0.001', '0.2'].map((callback) => asked({ callback: rate(callback) })),
    ).toEqual(['TRAILING_INVALID', 'TRAILING_INVALID', 'OK', 'OK']);
    expect(['60000.05', '60000', '60000.1'].map((text) => asked({ activation: price(text) }))).toEqual([
      'PRICE_OFF_TICK',
      'TRAILING_INVALID',
      'OK',
    ]);
    const short = world({ side: 'SHORT' });
    const below = (text: string) =>
      tried(short.book, exit(short.position, trailing({ activation: price(text) })));
    expect(['60000', '59999.9'].map(below)).toEqual(['TRAILING_INVALID', 'OK']);
  });

  test('may be one of so many of a position, and one of so many orders', () => {
    const { book, position } = world();
    for (let count = 0; count < MOST_EXITS; count += 1) restExit(book, position, { qty: '0.001' });
    expect(tried(book, exit(position))).toBe('TOO_MANY_EXITS');
    const other = world();
    for (let count = 1; count < MOST_RESTING; count += 1) rest(other.book);
    expect(tried(other.book, exit(other.position))).toBe('OK');
    expect(tried(other.book, exit(other.position, { qty: qty('0.1') }))).toBe('TOO_MANY_ORDERS');
    expect(tried(other.book, exit(other.position, { level: at('59100') }))).toBe('OK');
  });
});

describe('a stop-loss beyond the liquidation price', () => {
  test('of an isolated position is measured by its own margin', () => {
    // (0.5 × 60,000 − 1,500) / (0.5 × 0.996) = 57,228.9
    const { book, position } = world({ marginType: 'ISOLATED' });
    const asked = (level: string) => tried(book, exit(position, { level: at(level), priced: [] }));
    expect([asked('57228.9'), asked('57229')]).toEqual(['TPSL_BEYOND_LIQUIDATION', 'OK']);
  });

  test('of a cross position counts what its other positions are worth now', () => {
    // (0.5 × 60,000 − 10,000) / (0.5 × 0.996) = 40,160.6
    const { book, position } = world();
    const asked = (level: string, priced = common.priced) =>
      tried(book, exit(position, { level: at(level), priced }));
    expect([asked('40160.6'), asked('40160.7')]).toEqual(['TPSL_BEYOND_LIQUIDATION', 'OK']);
    hold(book, { terms: ETH, qty: '1', entry: '3000' });
    expect(asked('40160.7')).toBe('PRICES_MISSING');
    const lost = [pricedAt(BTC, '60000'), pricedAt(ETH, '2000')];
    expect([asked('42000', lost), asked('43000', lost)]).toEqual(['TPSL_BEYOND_LIQUIDATION', 'OK']);
  });

  test('of a short is the other way round, and a take-profit has no such bound', () => {
    const { book, position } = world({ side: 'SHORT', marginType: 'ISOLATED' });
    expect(tried(book, exit(position, { level: at('70000') }))).toBe('TPSL_BEYOND_LIQUIDATION');
    expect(tried(book, exit(position, { type: 'TAKEPROFIT', level: at('100') }))).toBe('OK');
  });
});

describe('both exits', () => {
  const triggers = (book: Book) => ordersOf(book).map(({ type, trigger, by }) => [type, trigger, by]);

  test('replace those of the whole position, and leave parts and trailing stops', () => {
    const { book, position } = world();
    const old = restExit(book, position);
    const part = restExit(book, position, { qty: '0.1' });
    const asked = set(position, { takeProfit: at('61000'), stopLoss: at('58000', 'mark') });
    const event = eventFrom(execute(book, setExits, asked, NOON), 'FUTURES_EXITS_SET');
    expect(event.cancelled.map(({ id, reason }) => [id, reason])).toEqual([[old.id, 'REPLACED']]);
    expect(event.placed.map(({ id }) => id)).toEqual([orderId(event.id), orderId(event.id, 1)]);
    expect(triggers(book)).toEqual([
      ['STOPLOSS', part.trigger, 'last'],
      ['TAKEPROFIT', price('61000'), 'last'],
      ['STOPLOSS', price('58000'), 'mark'],
    ]);
  });

  test('are removed when they are absent, whatever the price is and while nothing can be traded', () => {
    const { book, position } = world();
    restExit(book, position);
    const kept = restExit(book, position, { type: 'TAKEPROFIT', trigger: '61000' });
    const asked = set(position, {
      takeProfit: at('61000'),
      terms: { ...BTC, mode: 'STOPPED' },
      quote: undefined,
      priced: [],
    });
    expect(refusalOf(execute(book, setExits, asked, NOON))).toBe('OK');
    expect(ordersOf(book).map(({ id }) => id)).toEqual([kept.id]);
  });

  test('break their rules in their order', () => {
    const { book, position } = world();
    const fixes: [Partial<SetFuturesExits>, string][] = [
      [{ position: 99 }, 'POSITION_NOT_FOUND'],
      [{ position: position.id }, 'OPTION_STOPPED'],
      [{ terms: BTC }, 'PRICE_OFF_TICK'],
      [{ takeProfit: at('59000') }, 'NO_FRESH_PRICE'],
      [{ quote: quoteAt('60000') }, 'TPSL_REJECTED'],
      [{ takeProfit: at('61000') }, 'PRICES_MISSING'],
      [{ priced: [pricedAt(BTC, '60000'), pricedAt(ETH, '3000')] }, 'TPSL_BEYOND_LIQUIDATION'],
      [{ stopLoss: at('59000') }, 'OK'],
    ];
    hold(book, { terms: ETH, qty: '1', entry: '3000' });
    let asked = set(position, {
      takeProfit: at('59000.05'),
      stopLoss: at('1000'),
      terms: { ...BTC, mode: 'STOPPED' },
      quote: undefined,
      priced: [],
    });
    for (const [fix, refusal] of fixes) {
      asked = { ...asked, ...fix };
      expect(refusalOf(execute(book, setExits, asked, NOON))).toBe(refusal);
    }
  });

  test('need room among the exits and the orders', () => {
    const { book, position } = world();
    for (let count = 1; count < MOST_EXITS; count += 1) restExit(book, position, { qty: '0.001' });
    const both = set(position, { takeProfit: at('61000'), stopLoss: at('59000') });
    expect(refusalOf(execute(book, setExits, both, NOON))).toBe('TOO_MANY_EXITS');
    expect(refusalOf(execute(book, setExits, set(position, { stopLoss: at('59000') }), NOON))).toBe('OK');
    expect(refusalOf(execute(book, setExits, set(position, { stopLoss: at('59100') }), NOON))).toBe('OK');
  });
});
