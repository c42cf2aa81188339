import { describe, expect, test } from 'vitest';
import { amount } from '../amount.ts';
import type { Book } from '../book.ts';
import { playerId } from '../purse.ts';
import { later } from '../time.ts';
import type { SetFuturesLeverage } from './commands.ts';
import { setLeverage, setMarginType } from './leverage.ts';
import {
  BTC,
  bookWith,
  ETH,
  eventFrom,
  execute,
  FUNDING_DUE,
  hold,
  NOON,
  ordersOf,
  positionOf,
  pricedAt,
  purseOf,
  quoteAt,
  refusalOf,
  rest,
  restExit,
  SITE,
  setFree,
} from './testing.ts';

const leverageTo = (leverage: number, more: Partial<SetFuturesLeverage> = {}): SetFuturesLeverage => ({
  kind: 'SET_FUTURES_LEVERAGE',
  site: SITE,
  player: playerId(1),
  leverage,
  marginType: 'CROSS',
  terms: BTC,
  quote: quoteAt('60000'),
  priced: [pricedAt(BTC, '60000')],
  ...more,
});
const tried = (book: Book, leverage: number, more?: Partial<SetFuturesLeverage>) =>
  refusalOf(execute(book, setLeverage, leverageTo(leverage, more), NOON));

describe('the leverage of an instrument', () => {
  test('is anything from 1 to the most while nothing is open, and says what the player trades with', () => {
    const book = bookWith();
    expect([0, 126, 1.5, Number.NaN].map((each) => tried(book, each))).toEqual(
      Array.from({ length: 4 }, () => 'LEVERAGE_OUT_OF_RANGE'),
    );
    const asked = leverageTo(125, { marginType: 'ISOLATED', quote: undefined, priced: [] });
    expect(eventFrom(execute(book, setLeverage, asked, NOON), 'FUTURES_LEVERAGE_SET')).toMatchObject({
      instrument: BTC.instrument,
      leverage: 125,
      marginType: 'ISOLATED',
      orders: [],
      transfers: [],
    });
    expect(tried(book, 1)).toBe('OK');
  });

  test('is raised with a position, whose margin stays as it is', () => {
    const book = bookWith();
    const position = hold(book, { marginType: 'ISOLATED' });
    const event = eventFrom(execute(book, setLeverage, leverageTo(50), NOON), 'FUTURES_LEVERAGE_SET');
    expect(event.marginType).toBe('ISOLATED');
    expect(positionOf(book)).toEqual({ ...position, leverage: 50 });
    expect(purseOf(book, 'posMargin')).toBe(amount('1500'));
  });

  test('is not lowered with a position, and not changed where the instrument forbids it', () => {
    const book = bookWith();
    hold(book);
    expect(tried(book, 19)).toBe('LEVERAGE_BELOW_POSITION');
    expect(tried(book, 20)).toBe('OK');
    const terms = { ...BTC, leverageWithPosition: 'FORBID' } as const;
    expect([19, 20, 21].map((each) => tried(book, each, { terms }))).toEqual([
      'LEVERAGE_WITH_POSITION',
      'OK',
      'LEVERAGE_WITH_POSITION',
    ]);
  });

  test('is raised only as far as the value of the position at the mark allows', () => {
    const book = bookWith();
    hold(book, { qty: '1' });
    const mark = (text: string) => ({ quote: quoteAt('60000', { mark: text }) });
    expect(tried(book, 125, mark('50000.1'))).toBe('ABOVE_LEVERAGE_CAP');
    expect(tried(book, 125, mark('50000'))).toBe('OK');
  });

  test('breaks its rules in their order', () => {
    const book = bookWith();
    hold(book, { qty: '100', openedAt: later(FUNDING_DUE, -1) });
    const fixes: [Partial<SetFuturesLeverage>, string][] = [
      [{}, 'WALLET_UNSUPPORTED'],
      [{ terms: { ...BTC, mode: 'STOPPED', leverageWithPosition: 'FORBID' } }, 'OPTION_STOPPED'],
      [{ terms: { ...BTC, leverageWithPosition: 'FORBID' } }, 'LEVERAGE_OUT_OF_RANGE'],
      [{ leverage: 10 }, 'LEVERAGE_WITH_POSITION'],
      [{ terms: BTC }, 'LEVERAGE_BELOW_POSITION'],
      [{ leverage: 100 }, 'NO_FRESH_PRICE'],
      [{ quote: quoteAt('60000') }, 'FUNDING_DUE'],
      [{ terms: { ...BTC, fundingDue: later(FUNDING_DUE, -8 * 3_600_000) } }, 'FUNDING_DUE'],
    ];
    let asked = leverageTo(0, { terms: { ...BTC, wallet: 'ETH' }, quote: undefined });
    for (const [fix, refusal] of fixes) {
      asked = { ...asked, ...fix };
      expect(refusalOf(execute(book, setLeverage, asked, NOON))).toBe(refusal);
    }
    const partner = bookWith(1, { role: 'PARTNER' });
    expect(tried(partner, 20)).toBe('PARTNER_CANNOT_TRADE');
  });
});

describe('orders', () => {
  test('cost what they cost with the new leverage, and all orders of the instrument have it', () => {
    const book = bookWith();
    const position = hold(book);
    const limit = rest(book, { cost: '299.72' });
    const stop = rest(book, { type: 'STOPMARKET', trigger: '61000' });
    const exit = restExit(book, position);
    const other = rest(book, { terms: ETH });
    const { orders } = eventFrom(execute(book, setLeverage, leverageTo(50), NOON), 'FUTURES_LEVERAGE_SET');
    // 0.1 × 59,000 / 50 + 0.1 × 59,000 × 0.0008 = 118 + 4.72
    expect(orders.map(({ id, cost }) => [id, cost])).toEqual([
      [limit.id, amount('122.72')],
      [stop.id, amount('126.88')],
      [exit.id, 0n],
    ]);
    expect(ordersOf(book).map(({ leverage }) => leverage)).toEqual([50, 50, 50, 20]);
    expect(ordersOf(book)[3]).toEqual(other);
  });

  test('that hold back more must be covered, also by the account of other positions', () => {
    const world = (free: string) => {
      const book = bookWith();
      rest(book, { cost: '299.72' });
      setFree(book, free);
      return book;
    };
    // 0.1 × 59,000 / 10 + 4.72
    expect(tried(world('594.72'), 10)).toBe('OK');
    expect(tried(world('594.71999999'), 10)).toBe('INSUFFICIENT_BALANCE');
    const book = world('1000');
    hold(book, { terms: ETH, qty: '1', entry: '3000', leverage: 10 });
    expect(tried(book, 10)).toBe('PRICES_MISSING');
    const priced = (eth: string) => ({ priced: [pricedAt(ETH, eth)] });
    expect(tried(book, 10, priced('2894.71'))).toBe('INSUFFICIENT_BALANCE');
    expect(tried(book, 10, priced('2894.72'))).toBe('OK');
  });

  test('that hold back less need no cover', () => {
    const book = bookWith();
    rest(book, { cost: '299.72' });
    setFree(book, '0');
    expect(tried(book, 21, { priced: [], quote: undefined })).toBe('OK');
    expect(ordersOf(book)[0]?.leverage).toBe(21);
  });
});

describe('the margin type', () => {
  const typeTo = (more: Partial<Omit<SetFuturesLeverage, 'kind'>> = {}) =>
    ({ ...leverageTo(20, { marginType: 'ISOLATED', ...more }), kind: 'SET_FUTURES_MARGIN_TYPE' }) as const;

  test('is changed while nothing is open in the instrument', () => {
    const book = bookWith();
    hold(book, { terms: ETH });
    const event = eventFrom(execute(book, setMarginType, typeTo(), NOON), 'FUTURES_LEVERAGE_SET');
    expect(event).toMatchObject({ instrument: BTC.instrument, leverage: 20, marginType: 'ISOLATED' });
  });

  test('is not changed with a position, and not with an order', () => {
    const [held, ordered] = [bookWith(), bookWith()];
    hold(held);
    rest(ordered);
    for (const book of [held, ordered])
      expect(refusalOf(execute(book, setMarginType, typeTo(), NOON))).toBe('MARGIN_TYPE_WITH_OPEN');
  });

  test('breaks the rules of every setting first', () => {
    const book = bookWith();
    hold(book);
    const asked = (more: Partial<Omit<SetFuturesLeverage, 'kind'>>) =>
      refusalOf(execute(book, setMarginType, typeTo(more), NOON));
    expect(asked({ terms: { ...BTC, wallet: 'ETH' } })).toBe('WALLET_UNSUPPORTED');
    expect(asked({ terms: { ...BTC, mode: 'STOPPED' }, leverage: 0 })).toBe('OPTION_STOPPED');
    expect(asked({ leverage: 0 })).toBe('LEVERAGE_OUT_OF_RANGE');
    const partner = bookWith(1, { role: 'PARTNER' });
    expect(refusalOf(execute(partner, setMarginType, typeTo(), NOON))).toBe('PARTNER_CANNOT_TRADE');
  });
});
