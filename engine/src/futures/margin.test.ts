import { describe, expect, test } from 'vitest';
import { type Amount, amount, toDecimal } from '../amount.ts';
import type { Book } from '../book.ts';
import { playerId } from '../purse.ts';
import { later } from '../time.ts';
import type { MoveFuturesMargin } from './commands.ts';
import { isolatedLiquidationPrice } from './liquidation-prices.ts';
import { moveMargin, removableMargin } from './margin.ts';
import {
  BTC,
  BTC_COIN,
  bookWith,
  ETH,
  eventFrom,
  execute,
  FUNDING_DUE,
  hold,
  NOON,
  positionOf,
  positionWith,
  pricedAt,
  purseOf,
  quoteAt,
  refusalOf,
  rest,
  SITE,
  setFree,
  totalOf,
} from './testing.ts';
import { UNIT } from './value.ts';

const move = (position: number, by: string, more: Partial<MoveFuturesMargin> = {}): MoveFuturesMargin => ({
  kind: 'MOVE_FUTURES_MARGIN',
  site: SITE,
  player: playerId(1),
  position,
  amount: amount(by),
  terms: BTC,
  quote: quoteAt('60000'),
  priced: [],
  ...more,
});
const world = (input: Parameters<typeof hold>[1] = {}) => {
  const book = bookWith(2);
  return { book, position: hold(book, { marginType: 'ISOLATED', ...input }) };
};
const tried = (book: Book, command: MoveFuturesMargin) => refusalOf(execute(book, moveMargin, command, NOON));

describe('adding margin', () => {
  test('moves it from free money, and the liquidation price further away', () => {
    const { book, position } = world();
    const before = isolatedLiquidationPrice(position, BTC)!;
    const event = eventFrom(
      execute(book, moveMargin, move(position.id, '500'), NOON),
      'FUTURES_MARGIN_MOVED',
    );
    expect(event).toMatchObject({ instrument: BTC.instrument, amount: amount('500') });
    expect(positionOf(book)).toEqual({ ...position, margin: amount('2000') });
    expect([purseOf(book, 'free'), purseOf(book, 'posMargin')]).toEqual([amount('8000'), amount('2000')]);
    expect(isolatedLiquidationPrice(positionOf(book)!, BTC)!).toBeLessThan(before);
    expect(totalOf(book)).toBe(0n);
  });

  test('is possible up to what is available, and not from a profit that is open', () => {
    const { book, position } = world();
    rest(book, { cost: '8000' });
    expect(tried(book, move(position.id, '500.00000001'))).toBe('INSUFFICIENT_BALANCE');
    expect(tried(book, move(position.id, '500'))).toBe('OK');
    const rich = world();
    hold(rich.book, { terms: ETH, qty: '1', entry: '3000' });
    setFree(rich.book, '100');
    const add = (by: string, eth: string) =>
      tried(rich.book, move(rich.position.id, by, { priced: [pricedAt(ETH, eth)] }));
    expect(tried(rich.book, move(rich.position.id, '1'))).toBe('PRICES_MISSING');
    expect([add('101', '4000'), add('51', '3000'), add('50', '3000')]).toEqual([
      'INSUFFICIENT_BALANCE',
      'INSUFFICIENT_BALANCE',
      'INSUFFICIENT_BALANCE',
    ]);
    expect(add('100', '4000')).toBe('OK');
  });

  test('needs no price, also while the instrument is stopped', () => {
    const { book, position } = world();
    const stopped = { terms: { ...BTC, mode: 'STOPPED' }, quote: undefined } as const;
    expect(tried(book, move(position.id, '1', stopped))).toBe('OK');
  });

  test('of a coin contract moves coins', () => {
    const { book, position } = world({ terms: BTC_COIN, qty: '6000' });
    const command = move(position.id, '0.25', { terms: BTC_COIN });
    expect(tried(book, command)).toBe('OK');
    expect(toDecimal(purseOf(book, 'posMargin', { wallet: 'BTC' }))).toBe('0.255');
    expect(purseOf(book, 'free')).toBe(amount('10000'));
  });
});

describe('taking margin back', () => {
  test('leaves the initial margin, and what was lost and is owed', () => {
    const { book, position } = world({ margin: '2000', funding: '-10' });
    const take = (by: string, mark: string) =>
      tried(book, move(position.id, `-${by}`, { quote: quoteAt(mark) }));
    // 2,000 − 10 − 100 − 1,500
    expect(take('390.00000001', '59800')).toBe('ISOLATED_MARGIN_SHORT');
    expect(take('390', '59800')).toBe('OK');
    expect([purseOf(book, 'free'), purseOf(book, 'posMargin')]).toEqual([amount('8390'), amount('1610')]);
    expect(positionOf(book)?.margin).toBe(amount('1610'));
  });

  test('takes no profit out, and no funding that was earned', () => {
    const spare = (margin: string, mark: string) =>
      removableMargin(
        positionWith(1, { marginType: 'ISOLATED', margin, funding: '50' }),
        pricedAt(BTC, mark),
        UNIT,
      );
    expect(spare('1600', '70000')).toBe(amount('100'));
    expect(spare('1500', '70000')).toBe(0n as Amount);
    expect(spare('1400', '60000')).toBe(0n as Amount);
  });

  test('needs a fresh price, and an instrument that is not stopped', () => {
    const { book, position } = world({ margin: '2000' });
    const back = move(position.id, '-1');
    expect(tried(book, { ...back, terms: { ...BTC, mode: 'STOPPED' }, quote: undefined })).toBe(
      'OPTION_STOPPED',
    );
    expect(tried(book, { ...back, quote: quoteAt('60000', { at: later(NOON, -3_001) }) })).toBe(
      'NO_FRESH_PRICE',
    );
  });
});

test('the rules of both come in their order', () => {
  const { book, position } = world({ openedAt: FUNDING_DUE });
  const cross = hold(book, { terms: ETH });
  expect(tried(book, move(cross.id, '0'))).toBe('POSITION_NOT_FOUND');
  expect(tried(book, { ...move(position.id, '1'), player: playerId(2) })).toBe('POSITION_NOT_FOUND');
  expect(tried(book, move(cross.id, '0', { terms: ETH }))).toBe('NOT_ISOLATED');
  expect(tried(book, move(position.id, '0'))).toBe('ENTER_AMOUNT');
  expect(tried(book, move(position.id, '1000000'))).toBe('FUNDING_DUE');
  expect(tried(book, move(position.id, '-1000000'))).toBe('FUNDING_DUE');
});
