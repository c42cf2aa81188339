import { describe, expect, test } from 'vitest';
import { amount, price, qty, toDecimal } from '../amount.ts';
import type { Book } from '../book.ts';
import { playerId, playerPurse } from '../purse.ts';
import { balanceOf } from '../transfer.ts';
import type { EntryRequest, PlaceFuturesOrder } from './commands.ts';
import { placeOrder } from './place.ts';
import type { FuturesTerms, Quote } from './terms.ts';
import {
  BTC,
  BTC_COIN,
  bookWith,
  ETH,
  execute,
  hold,
  NOON,
  pricedAt,
  quoteAt,
  refusalOf,
  rest,
  restExit,
  SITE,
  setFree,
} from './testing.ts';

type Given = Partial<EntryRequest> & {
  readonly terms?: FuturesTerms;
  readonly quote?: Quote | undefined;
  readonly priced?: PlaceFuturesOrder['priced'];
};

/** 0.5 BTC bought at the market of 60,000 with 20× cross, unless said otherwise. */
function order(given: Given = {}): PlaceFuturesOrder {
  const { terms = BTC, ...rest } = given;
  const quote = 'quote' in given ? given.quote : quoteAt('60000');
  return {
    kind: 'PLACE_FUTURES_ORDER',
    site: SITE,
    player: playerId(1),
    side: 'LONG',
    type: 'MARKET',
    ...(given.margin === undefined && given.notional === undefined ? { qty: qty('0.5') } : undefined),
    by: 'last',
    leverage: 20,
    marginType: 'CROSS',
    reduceOnly: false,
    postOnly: false,
    immediate: false,
    priced: quote === undefined ? [] : [{ terms, quote }],
    ...rest,
    terms,
    quote,
  };
}
const place = (book: Book, given: Given = {}) => execute(book, placeOrder, order(given));
const refusal = (book: Book, given: Given) => refusalOf(place(book, given));
const free = (book: Book, wallet = 'FUTURES') =>
  toDecimal(balanceOf(book, playerPurse(playerId(1), wallet, 'free')));
const set = (book: Book, wallet = 'FUTURES') =>
  toDecimal(balanceOf(book, playerPurse(playerId(1), wallet, 'posMargin')));
const limit = (at: string, more: Given = {}): Given => ({ type: 'LIMIT', price: price(at), ...more });

describe('an order that is filled at once', () => {
  test('A20, B17: opening cross takes the fee, isolated the margin as well', () => {
    const cross = bookWith();
    place(cross);
    expect([free(cross), set(cross)]).toEqual(['9976', '0']);
    const isolated = bookWith();
    place(isolated, { marginType: 'ISOLATED' });
    expect([free(isolated), set(isolated)]).toEqual(['8476', '1500']);
  });

  test('A20: closing posts profit and fee, and the margin comes back', () => {
    const book = bookWith();
    place(book, { marginType: 'ISOLATED' });
    place(book, { side: 'SHORT', marginType: 'ISOLATED', quote: quoteAt('61250.5') });
    expect([free(book), set(book)]).toEqual(['10576.7498', '0']);
    expect(book.futures.positions.size).toBe(0);
  });

  test('A25: a part is closed at the average entry, and so much of the margin is released', () => {
    const book = bookWith();
    place(book, { marginType: 'ISOLATED' });
    const closed = place(book, {
      side: 'SHORT',
      qty: qty('0.2'),
      marginType: 'ISOLATED',
      quote: quoteAt('61000'),
    });
    expect(closed).toMatchObject({
      ok: true,
      event: {
        fills: [{ pnl: amount('200'), released: amount('600'), fee: amount('9.76'), closedQty: qty('0.2') }],
      },
    });
    const [position] = book.futures.positions.values();
    expect(position).toMatchObject({
      qty: qty('0.3'),
      margin: amount('900'),
      entry: { sum: price('60000') },
    });
  });

  test('A26: a reversal is one order with two fills', () => {
    const book = bookWith();
    place(book, { qty: qty('0.3') });
    const flipped = place(book, { side: 'SHORT', qty: qty('0.5'), quote: quoteAt('60300') });
    expect(flipped).toMatchObject({
      ok: true,
      event: {
        fills: [
          { closedQty: qty('0.3'), pnl: amount('90'), fee: amount('14.472') },
          { openedQty: qty('0.2'), price: price('60300'), fee: amount('9.648') },
        ],
      },
    });
    expect([...book.futures.positions.values()]).toMatchObject([{ side: 'SHORT', qty: qty('0.2') }]);
  });

  test('buys at the ask, sells at the bid, and a better market improves a limit', () => {
    const quote = quoteAt('60000', { bid: '59999.9', ask: '60000.1' });
    expect(place(bookWith(), { quote })).toMatchObject({ event: { fills: [{ price: price('60000.1') }] } });
    expect(place(bookWith(), { quote, side: 'SHORT' })).toMatchObject({
      event: { fills: [{ price: price('59999.9') }] },
    });
    expect(place(bookWith(), limit('61000', { quote }))).toMatchObject({
      event: { fills: [{ price: price('60000.1'), cause: 'LIMIT' }] },
    });
  });

  test('a second fill moves the mean, and an inverse contract has the harmonic one', () => {
    const book = bookWith();
    place(book, { terms: BTC_COIN, qty: qty('1000'), quote: quoteAt('5000') });
    place(book, { terms: BTC_COIN, qty: qty('2000'), quote: quoteAt('6000') });
    const [position] = book.futures.positions.values();
    expect(position).toMatchObject({ qty: qty('3000'), entry: { sum: price('5625'), over: 1n } });
    expect(free(book, 'BTC')).toBe('0.99957333');
  });

  test('a reduce-only order shrinks to the position and cannot open one', () => {
    const book = bookWith();
    expect(refusal(book, { reduceOnly: true })).toBe('NO_POSITION');
    place(book, { qty: qty('0.2') });
    expect(refusal(book, { reduceOnly: true })).toBe('NO_POSITION');
    expect(place(book, { reduceOnly: true, side: 'SHORT' })).toMatchObject({
      event: { fills: [{ qty: qty('0.2') }] },
    });
  });

  test('margin or value become a quantity on the step, rounded down', () => {
    const bought = (given: Given) => place(bookWith(), given);
    expect(bought({ margin: amount('100') })).toMatchObject({ event: { fills: [{ qty: qty('0.033') }] } });
    expect(bought({ notional: amount('10000') })).toMatchObject({
      event: { fills: [{ qty: qty('0.166') }] },
    });
    expect(bought({ terms: BTC_COIN, notional: amount('777.7') })).toMatchObject({
      event: { fills: [{ qty: qty('777') }] },
    });
    expect(bought({ terms: BTC_COIN, margin: amount('0.01') })).toMatchObject({
      event: { fills: [{ qty: qty('12000') }] },
    });
    expect(refusal(bookWith(), { margin: amount('0.001') })).toBe('ENTER_QTY');
  });

  test('exits that it brings wait for the position, and replace those of the whole position', () => {
    const book = bookWith();
    const exits = {
      takeProfit: { price: price('66000'), by: 'mark' },
      stopLoss: { price: price('58000'), by: 'last' },
    } as const;
    const first = place(book, exits);
    expect(first).toMatchObject({
      event: {
        placed: [
          { type: 'TAKEPROFIT', side: 'SHORT', fires: 'AT_OR_ABOVE', by: 'mark', trigger: price('66000') },
          { type: 'STOPLOSS', side: 'SHORT', fires: 'AT_OR_BELOW', by: 'last', trigger: price('58000') },
        ],
      },
    });
    const [position] = book.futures.positions.values();
    restExit(book, position!, { type: 'TAKEPROFIT', trigger: '65000', qty: '0.1' });
    const second = place(book, { qty: qty('0.1'), takeProfit: { price: price('67000'), by: 'last' } });
    expect(second).toMatchObject({ event: { cancelled: [{ type: 'TAKEPROFIT', reason: 'REPLACED' }] } });
    const triggers = [...book.futures.orders.values()].map(({ trigger }) => toDecimal(trigger!));
    expect(triggers.sort()).toEqual(['58000', '65000', '67000']);
  });

  test('a position that is gone takes its exits and reduce-only orders with it', () => {
    const book = bookWith();
    place(book, { stopLoss: { price: price('58000'), by: 'last' } });
    rest(book, { side: 'SHORT', price: '70000', fires: 'AT_OR_ABOVE', reduceOnly: true });
    const kept = rest(book, { price: '50000' });
    const closed = place(book, { side: 'SHORT' });
    expect(closed).toMatchObject({
      event: { cancelled: [{ reason: 'POSITION_GONE' }, { reason: 'POSITION_GONE' }] },
    });
    expect([...book.futures.orders.keys()]).toEqual([kept.id]);
  });
});

describe('an order that rests', () => {
  test('holds back margin and fee and posts nothing', () => {
    const book = bookWith();
    expect(place(book, limit('59000'))).toMatchObject({
      event: { order: { state: 'OPEN', fires: 'AT_OR_BELOW', cost: amount('1498.6'), isUnpriced: false } },
    });
    expect(free(book)).toBe('10000');
    // 10,000 − 1,498.6 = 8,501.4 is left: 2.79 BTC would cost 8,503.92.
    expect(refusal(book, { qty: qty('2.79') })).toBe('ABOVE_HOLDINGS');
    expect(refusal(book, { qty: qty('2.789') })).toBe('OK');
  });

  test('a limit may wait for a price, what needs one is refused', () => {
    const stale = { quote: quoteAt('60000', { at: (NOON - 3_001) as typeof NOON }) };
    expect(place(bookWith(), limit('61000', stale))).toMatchObject({
      event: { order: { isUnpriced: true } },
    });
    expect(refusal(bookWith(), stale)).toBe('NO_FRESH_PRICE');
    expect(refusal(bookWith(), { ...stale, type: 'STOPMARKET', trigger: price('61000') })).toBe(
      'NO_FRESH_PRICE',
    );
    expect(refusal(bookWith(), { quote: undefined })).toBe('NO_FRESH_PRICE');
  });

  test('stops wait for last or mark, and one that would fire at once is refused', () => {
    const stop = (given: Given) => place(bookWith(), { type: 'STOPMARKET', ...given });
    expect(stop({ trigger: price('61000') })).toMatchObject({
      event: { order: { state: 'WAITING', fires: 'AT_OR_ABOVE' } },
    });
    expect(stop({ side: 'SHORT', trigger: price('59000') })).toMatchObject({
      event: { order: { fires: 'AT_OR_BELOW' } },
    });
    expect(refusalOf(stop({ trigger: price('60000') }))).toBe('STOP_REJECTED');
    expect(refusalOf(stop({ side: 'SHORT', trigger: price('60000') }))).toBe('STOP_REJECTED');
    const apart = quoteAt('60000', { mark: '60500' });
    expect(refusalOf(stop({ trigger: price('60400'), by: 'mark', quote: apart }))).toBe('STOP_REJECTED');
    expect(refusalOf(stop({ trigger: price('60400'), by: 'last', quote: apart }))).toBe('OK');
    expect(refusalOf(stop({}))).toBe('ENTER_TRIGGER');
  });

  test('a stop with a limit has both prices', () => {
    const both = { type: 'STOPLIMIT', trigger: price('61000'), price: price('61100') } as const;
    expect(place(bookWith(), both)).toMatchObject({
      event: {
        order: { state: 'WAITING', trigger: price('61000'), price: price('61100'), cost: amount('1551.94') },
      },
    });
    expect(refusal(bookWith(), { type: 'STOPLIMIT', trigger: price('61000') })).toBe('ENTER_PRICE');
  });

  test('post-only never takes, immediate never rests', () => {
    expect(refusal(bookWith(), limit('60000', { postOnly: true }))).toBe('WOULD_TAKE');
    expect(refusal(bookWith(), limit('59999.9', { postOnly: true }))).toBe('OK');
    expect(refusal(bookWith(), limit('59999.9', { immediate: true }))).toBe('WOULD_NOT_FILL');
    expect(refusal(bookWith(), limit('60000', { immediate: true }))).toBe('OK');
  });
});

describe('what is refused, in this order', () => {
  test('who trades where', () => {
    expect(refusal(bookWith(1, { role: 'PARTNER' }), {})).toBe('PARTNER_CANNOT_TRADE');
    expect(refusal(bookWith(), { terms: { ...BTC, wallet: 'DOGE' } })).toBe('WALLET_UNSUPPORTED');
    expect(refusal(bookWith(), { terms: { ...BTC, mode: 'STOPPED' }, leverage: 0 })).toBe('OPTION_STOPPED');
  });

  test('only reducing orders while the instrument says so', () => {
    const terms: FuturesTerms = { ...BTC, mode: 'REDUCE_ONLY' };
    const book = bookWith();
    hold(book);
    expect(refusal(book, { terms })).toBe('ONLY_REDUCE');
    expect(refusal(book, { terms, side: 'SHORT', qty: qty('0.6') })).toBe('ONLY_REDUCE');
    expect(refusal(book, { terms, side: 'SHORT', qty: qty('0.4') })).toBe('OK');
  });

  test.each([
    ['ORDER_TYPE_INVALID', { type: 'TAKEPROFIT' as never }],
    ['LEVERAGE_OUT_OF_RANGE', { leverage: 0 }],
    ['LEVERAGE_OUT_OF_RANGE', { leverage: 126 }],
    ['LEVERAGE_OUT_OF_RANGE', { leverage: 1.5 }],
    ['LEVERAGE_OUT_OF_RANGE', { leverage: 1.5, marginType: 'ISOLATED' }],
    ['LEVERAGE_OUT_OF_RANGE', limit('59000', { leverage: 1.5 })],
    ['LEVERAGE_OUT_OF_RANGE', limit('59000', { leverage: 0 })],
    ['ENTER_QTY', { qty: qty('0') }],
    ['ENTER_PRICE', { type: 'LIMIT' }],
    ['ENTER_PRICE', limit('0')],
    ['PRICE_OFF_TICK', limit('59000.05')],
    ['QTY_OFF_STEP', { qty: qty('0.5005') }],
    ['QTY_TOO_SMALL', { qty: qty('0.001'), terms: { ...BTC, notionalLeast: amount('60.1') } }],
    ['QTY_TOO_SMALL', { qty: qty('0.001'), terms: { ...BTC, qtyLeast: qty('0.002') } }],
    ['ABOVE_HOLDINGS', { qty: qty('3.3') }],
  ] as const)('%s', (expected, given) => {
    expect(refusal(bookWith(), given as Given)).toBe(expected);
  });

  test('an order must have the leverage and margin type of what is open', () => {
    const book = bookWith();
    hold(book);
    expect(refusal(book, { leverage: 10 })).toBe('LEVERAGE_DIFFERS');
    expect(refusal(book, { marginType: 'ISOLATED' })).toBe('MARGIN_TYPE_DIFFERS');
    expect(refusal(book, { side: 'SHORT', leverage: 10, reduceOnly: true })).toBe('OK');
    const resting = bookWith();
    rest(resting);
    expect(refusal(resting, { leverage: 10 })).toBe('LEVERAGE_DIFFERS');
    expect(refusal(resting, { leverage: 10, terms: ETH, quote: quoteAt('3000'), qty: qty('1') })).toBe('OK');
  });

  test('B18: the position and the orders of one side stay below the cap of the leverage', () => {
    const book = bookWith(1, { credit: '1000000' });
    // 50 × allows 1,000,000 USDT: 16.666 BTC.
    expect(refusal(book, { leverage: 50, qty: qty('16.667') })).toBe('ABOVE_LEVERAGE_CAP');
    place(book, { leverage: 50, qty: qty('10') });
    place(book, limit('59000', { leverage: 50, qty: qty('6') }));
    expect(refusal(book, { leverage: 50, qty: qty('0.667') })).toBe('ABOVE_LEVERAGE_CAP');
    expect(refusal(book, { leverage: 50, qty: qty('0.666') })).toBe('OK');
    // The other side closes first.
    expect(refusal(book, limit('61000', { side: 'SHORT', leverage: 50, qty: qty('27.3') }))).toBe('OK');
  });

  test('exits that fire at once, and a stop-loss that the liquidation would forestall', () => {
    const level = (at: string) => ({ price: price(at), by: 'last' }) as const;
    const isolated = { marginType: 'ISOLATED' } as const;
    expect(refusal(bookWith(), { takeProfit: level('60000') })).toBe('TPSL_REJECTED');
    expect(refusal(bookWith(), { stopLoss: level('60000') })).toBe('TPSL_REJECTED');
    expect(refusal(bookWith(), { side: 'SHORT', stopLoss: level('59000') })).toBe('TPSL_REJECTED');
    expect(refusal(bookWith(), { stopLoss: level('59000.05') })).toBe('PRICE_OFF_TICK');
    // C17: the position would be liquidated at 57,228.9.
    expect(refusal(bookWith(), { ...isolated, stopLoss: level('57228.9') })).toBe('TPSL_BEYOND_LIQUIDATION');
    expect(refusal(bookWith(), { ...isolated, stopLoss: level('57229') })).toBe('OK');
    // Of an order that rests they are compared with its own price.
    expect(refusal(bookWith(), limit('50000', { takeProfit: level('51000') }))).toBe('OK');
    expect(refusal(bookWith(), limit('50000', { takeProfit: level('49000') }))).toBe('TPSL_REJECTED');
  });

  test('a position that was open when funding was due waits for it', () => {
    const book = bookWith();
    hold(book);
    const terms: FuturesTerms = { ...BTC, fundingDue: NOON };
    expect(refusal(book, { terms })).toBe('FUNDING_DUE');
    expect(refusal(book, limit('59000', { terms }))).toBe('OK');
    expect(refusal(bookWith(), { terms })).toBe('OK');
  });

  test('equity counts every cross position of the wallet, and a price that is missing is asked for again', () => {
    const book = bookWith();
    hold(book, { terms: ETH, qty: '10', entry: '3000' });
    const eth = (at: string) => ({ priced: [pricedAt(ETH, at)] });
    expect(refusal(book, {})).toBe('PRICES_MISSING');
    // 10,000 − 1,500 margin of ETH leaves 8,500: 2.79 BTC cost 8,503.92.
    expect(refusal(book, { ...eth('3000'), qty: qty('2.79') })).toBe('ABOVE_HOLDINGS');
    expect(refusal(book, { ...eth('3001'), qty: qty('2.79') })).toBe('OK');
  });

  test('what is posted must be there as free money, however much open positions are worth', () => {
    const book = bookWith();
    hold(book, { terms: ETH, qty: '10', entry: '3000' });
    setFree(book, '100');
    const rich = { priced: [pricedAt(ETH, '4000')], qty: qty('0.1') };
    expect(refusal(book, { ...rich, marginType: 'ISOLATED' })).toBe('ABOVE_HOLDINGS');
    expect(refusal(book, rich)).toBe('OK');
  });

  test('a player rests a bounded number of orders', () => {
    const book = bookWith();
    for (let at = 0; at < 200; at++) rest(book, { price: '1000', qty: '0.001' });
    expect(refusal(book, limit('59000', { qty: qty('0.001') }))).toBe('TOO_MANY_ORDERS');
    expect(refusal(book, { qty: qty('0.001') })).toBe('OK');
  });
});

test('an isolated loss beyond the margin is paid by the insurance, and the rest of the wallet is not touched', () => {
  const book = bookWith();
  place(book, { marginType: 'ISOLATED' });
  const closed = place(book, { side: 'SHORT', marginType: 'ISOLATED', quote: quoteAt('56400') });
  // C25: −1,800, of which 1,500 were set aside.
  expect(closed).toMatchObject({ event: { fills: [{ pnl: amount('-1800'), insured: amount('300') }] } });
  expect([free(book), set(book)]).toEqual([toDecimal(amount('8476') - amount('22.56')), '0']);
});

test('a fee that nothing is left for is paid by the insurance', () => {
  const book = bookWith();
  place(book, { marginType: 'ISOLATED' });
  setFree(book, '0');
  const closed = place(book, { side: 'SHORT', marginType: 'ISOLATED', quote: quoteAt('56400') });
  expect(closed).toMatchObject({ event: { topUp: amount('22.56') } });
  expect(free(book)).toBe('0');
});

test('funding is posted with the part that closes', () => {
  const book = bookWith();
  hold(book, { funding: '-3.025' });
  place(book, { side: 'SHORT', qty: qty('0.2') });
  expect(free(book)).toBe(toDecimal(amount('10000') - amount('1.21') - amount('9.6')));
  expect([...book.futures.positions.values()]).toMatchObject([{ funding: amount('-1.815') }]);
});
