import { describe, expect, test } from 'vitest';
import { amount, price, qty, rate, toDecimal } from '../amount.ts';
import type { Book } from '../book.ts';
import { playerId, playerPurse } from '../purse.ts';
import { later } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import { closePositions } from './close.ts';
import type { CloseFuturesPositions, FillFuturesOrder } from './commands.ts';
import { fillOrder } from './fill.ts';
import type { FuturesOrder } from './state.ts';
import type { FuturesTerms } from './terms.ts';
import {
  BTC,
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
} from './testing.ts';

function fill(
  book: Book,
  order: FuturesOrder,
  at: string,
  more: Partial<FillFuturesOrder> & { readonly quoted?: Parameters<typeof quoteAt>[1] } = {},
) {
  const { quoted, ...rest } = more;
  const quote = quoteAt(at, quoted);
  const terms = more.terms ?? BTC;
  return execute(book, fillOrder, {
    kind: 'FILL_FUTURES_ORDER',
    site: SITE,
    player: playerId(1),
    order: order.id,
    terms,
    quote,
    priced: [{ terms, quote }],
    isAfterGap: false,
    ...rest,
  });
}
const free = (book: Book) => toDecimal(balanceOf(book, playerPurse(playerId(1), 'FUTURES', 'free')));
const orders = (book: Book) => [...book.futures.orders.values()];
const positions = (book: Book) => [...book.futures.positions.values()];

describe('a limit', () => {
  test('is filled at its own price once the market reaches it', () => {
    const book = bookWith();
    const order = rest(book);
    expect(refusalOf(fill(book, order, '59000.1'))).toBe('NOT_REACHED');
    expect(fill(book, order, '58000')).toMatchObject({
      event: { fills: [{ price: price('59000'), cause: 'LIMIT' }] },
    });
    expect(orders(book)).toEqual([]);
    expect(refusalOf(fill(book, order, '58000'))).toBe('ORDER_NOT_FOUND');
  });

  test('that arrived without a price gets the market’s on the first one', () => {
    const order = (book: Book) => rest(book, { isUnpriced: true });
    const first = bookWith();
    expect(fill(first, order(first), '58000', { isFirstPrice: true })).toMatchObject({
      event: { fills: [{ price: price('58000') }] },
    });
    const second = bookWith();
    expect(fill(second, order(second), '58000')).toMatchObject({
      event: { fills: [{ price: price('59000') }] },
    });
  });

  test('gives the position the exits that it brought', () => {
    const book = bookWith();
    const order = rest(book, { takeProfit: { price: price('66000'), by: 'mark' } });
    fill(book, order, '59000');
    expect(orders(book)).toMatchObject([
      { type: 'TAKEPROFIT', position: positions(book)[0]!.id, by: 'mark' },
    ]);
  });

  test('ends with a reason when its rules no longer hold', () => {
    const poor = bookWith(1, { credit: '10' });
    expect(fill(poor, rest(poor), '59000')).toMatchObject({
      event: { cancelled: [{ reason: 'INSUFFICIENT_BALANCE' }] },
    });
    const capped = bookWith(1, { credit: '9000000' });
    const large = rest(capped, { leverage: 50, qty: '17' });
    expect(fill(capped, large, '59000')).toMatchObject({
      event: { cancelled: [{ reason: 'ABOVE_LEVERAGE_CAP' }] },
    });
    const reducing = bookWith();
    const terms: FuturesTerms = { ...BTC, mode: 'REDUCE_ONLY' };
    expect(fill(reducing, rest(reducing), '59000', { terms })).toMatchObject({
      event: { cancelled: [{ reason: 'REDUCE_ONLY' }] },
    });
    expect(free(poor)).toBe('10');
  });

  test('does not hold its own cost against itself', () => {
    const book = bookWith(1, { credit: '299.72' });
    const order = rest(book, { cost: '299.72' });
    expect(fill(book, order, '59000')).toMatchObject({ event: { fills: [{ openedQty: qty('0.1') }] } });
  });

  test('is filled on no stale price, in no stopped market, and not before funding', () => {
    const book = bookWith();
    const order = rest(book);
    expect(refusalOf(fill(book, order, '59000', { quoted: { at: later(NOON, -3_001) } }))).toBe(
      'NO_FRESH_PRICE',
    );
    expect(refusalOf(fill(book, order, '59000', { terms: { ...BTC, mode: 'STOPPED' } }))).toBe(
      'OPTION_STOPPED',
    );
    hold(book);
    expect(refusalOf(fill(book, order, '59000', { terms: { ...BTC, fundingDue: NOON } }))).toBe(
      'FUNDING_DUE',
    );
    hold(book, { terms: ETH, qty: '1', entry: '3000' });
    expect(refusalOf(fill(book, order, '59000'))).toBe('PRICES_MISSING');
  });
});

describe('a stop', () => {
  const stop = { type: 'STOPMARKET', trigger: '61000', price: undefined, fires: 'AT_OR_ABOVE' } as const;

  test('is filled at the market that triggers it, by last or by mark', () => {
    const byLast = bookWith();
    const order = rest(byLast, stop);
    expect(refusalOf(fill(byLast, order, '60999.9', { quoted: { mark: '61500' } }))).toBe('NOT_REACHED');
    expect(fill(byLast, order, '61000', { quoted: { ask: '61003', bid: '61000' } })).toMatchObject({
      event: { fills: [{ price: price('61003'), cause: 'STOPMARKET' }] },
    });
    const byMark = bookWith();
    const marked = rest(byMark, { ...stop, by: 'mark' });
    expect(refusalOf(fill(byMark, marked, '61500', { quoted: { mark: '60999.9' } }))).toBe('NOT_REACHED');
    expect(refusalOf(fill(byMark, marked, '60000', { quoted: { mark: '61000' } }))).toBe('OK');
  });

  test('with a limit rests there when the market is beyond it, and is filled when it is not', () => {
    const limited = { ...stop, type: 'STOPLIMIT', price: '61100' } as const;
    const book = bookWith();
    const order = rest(book, limited);
    expect(fill(book, order, '61200')).toMatchObject({
      event: {
        kind: 'FUTURES_ORDER_CHANGED',
        cause: 'TRIGGERED',
        order: { state: 'OPEN', fires: 'AT_OR_BELOW' },
      },
    });
    expect(refusalOf(fill(book, order, '61101'))).toBe('NOT_REACHED');
    expect(fill(book, order, '61100')).toMatchObject({ event: { fills: [{ price: price('61100') }] } });
    const near = bookWith();
    expect(fill(near, rest(near, limited), '61050')).toMatchObject({
      event: { fills: [{ price: price('61050') }] },
    });
    const posting = bookWith();
    expect(fill(posting, rest(posting, { ...limited, postOnly: true }), '61050')).toMatchObject({
      event: { cancelled: [{ reason: 'WOULD_TAKE' }] },
    });
  });
});

describe('an exit', () => {
  test('closes the whole position at the market, whatever its size is by then', () => {
    const book = bookWith();
    const position = hold(book, { qty: '0.7' });
    const order = restExit(book, position);
    expect(fill(book, order, '55000', { quoted: { bid: '54990' } })).toMatchObject({
      event: { fills: [{ closedQty: qty('0.7'), price: price('54990'), cause: 'STOPLOSS' }] },
    });
    expect(positions(book)).toEqual([]);
  });

  test('of a part leaves the rest and the other exits', () => {
    const book = bookWith();
    const position = hold(book);
    const half = restExit(book, position, { type: 'TAKEPROFIT', trigger: '66000', qty: '0.2' });
    const stop = restExit(book, position);
    expect(fill(book, half, '66000')).toMatchObject({
      event: { fills: [{ closedQty: qty('0.2') }], cancelled: [] },
    });
    expect(orders(book)).toMatchObject([{ id: stop.id }]);
    expect(positions(book)).toMatchObject([{ qty: qty('0.3') }]);
  });

  test('of a position that was reversed meanwhile ends', () => {
    const book = bookWith();
    const order = restExit(book, hold(book, { side: 'SHORT', terms: ETH }), { instrument: BTC.instrument });
    hold(book, { side: 'SHORT' });
    expect(fill(book, order, '70000')).toMatchObject({ event: { cancelled: [{ reason: 'POSITION_GONE' }] } });
  });

  test('that trails fires behind the furthest price, once it was activated', () => {
    const book = bookWith();
    const position = hold(book);
    const trailing = { callback: rate('0.01'), activation: price('61000') };
    const order = restExit(book, position, { type: 'TRAILINGSTOP', trailing });
    const extreme = (at: string) => ({ extreme: { price: price(at), ts: NOON, seq: 1 } });
    expect(refusalOf(fill(book, order, '60000'))).toBe('NOT_REACHED');
    expect(refusalOf(fill(book, order, '50000', extreme('60999.9')))).toBe('NOT_REACHED');
    expect(refusalOf(fill(book, order, '60390.1', extreme('61000')))).toBe('NOT_REACHED');
    expect(fill(book, order, '60390', extreme('61000'))).toMatchObject({
      // From where its level followed: what was kept with the order may be older.
      event: { order: { trailing: extreme('61000') }, fills: [{ cause: 'TRAILINGSTOP' }] },
    });
  });
});

describe('closing everything', () => {
  const close = (book: Book, priced: CloseFuturesPositions['priced']) =>
    execute(book, closePositions, {
      kind: 'CLOSE_FUTURES_POSITIONS',
      site: SITE,
      player: playerId(1),
      wallet: 'FUTURES',
      priced,
    });

  test('is one event for all positions of the wallet', () => {
    const book = bookWith();
    hold(book);
    hold(book, { terms: ETH, side: 'SHORT', qty: '2', entry: '3000', marginType: 'ISOLATED' });
    const closed = close(book, [pricedAt(BTC, '60100'), pricedAt(ETH, '2990')]);
    expect(closed).toMatchObject({ event: { fills: [{ pnl: amount('50') }, { pnl: amount('20') }] } });
    expect(positions(book)).toEqual([]);
  });

  test('leaves what has no fresh price, and says why when nothing can be closed', () => {
    const book = bookWith();
    expect(refusalOf(close(book, []))).toBe('NO_POSITION');
    hold(book);
    hold(book, { terms: ETH, qty: '1', entry: '3000' });
    const old = pricedAt(ETH, '3000', { at: later(NOON, -3_001) });
    expect(refusalOf(close(book, [pricedAt({ ...BTC, mode: 'STOPPED' }, '60000'), old]))).toBe(
      'OPTION_STOPPED',
    );
    expect(refusalOf(close(book, [pricedAt(BTC, '60000'), old]))).toBe('OK');
    expect(positions(book)).toMatchObject([{ instrument: ETH.instrument }]);
    expect(refusalOf(close(book, [old]))).toBe('NO_FRESH_PRICE');
  });
});
