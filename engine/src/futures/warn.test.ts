// Vector C26, and how often a player is warned (docs/rules.md 3.12).
import { describe, expect, test } from 'vitest';
import { amount, rate } from '../amount.ts';
import type { Book } from '../book.ts';
import { playerId } from '../purse.ts';
import { later } from '../time.ts';
import type { Priced } from './terms.ts';
import {
  BTC,
  BTC_COIN,
  bookWith,
  ETH,
  eventFrom,
  execute,
  hold,
  NOON,
  positionOf,
  pricedAt,
  refusalOf,
  SITE,
  totalOf,
} from './testing.ts';
import { warnFutures } from './warn.ts';

const warn = (
  book: Book,
  priced: readonly Priced[],
  { wallet = 'FUTURES', position = undefined as number | undefined, at = NOON } = {},
) =>
  execute(
    book,
    warnFutures,
    {
      kind: 'WARN_FUTURES',
      site: SITE,
      player: playerId(1),
      wallet,
      ...(position === undefined ? undefined : { position }),
      priced,
    },
    at,
  );

describe('an isolated position', () => {
  test('C26: is warned of at 57,286.4 and not a tick before', () => {
    const book = bookWith();
    const position = hold(book, { marginType: 'ISOLATED' }).id;
    expect(refusalOf(warn(book, [pricedAt(BTC, '57286.5')], { position }))).toBe('EQUITY_FINE');
    const event = eventFrom(warn(book, [pricedAt(BTC, '57286.4')], { position }), 'FUTURES_WARNED');
    expect(event).toMatchObject({
      marginType: 'ISOLATED',
      wallet: 'FUTURES',
      ratio: rate('0.8'),
      standing: { cash: amount('1500'), pnl: amount('-1356.8'), balance: amount('143.2') },
    });
    expect(event.positions.map(({ id }) => id)).toEqual([position]);
    expect(event.transfers).toEqual([]);
    expect(positionOf(book)?.warnedAt).toBe(NOON);
    expect(totalOf(book)).toBe(0n);
  });

  test('is warned of at most once a minute', () => {
    const book = bookWith();
    const position = hold(book, { marginType: 'ISOLATED' }).id;
    const warnAfter = (ms: number) => {
      const at = later(NOON, ms);
      return refusalOf(warn(book, [pricedAt(BTC, '57240', { at })], { position, at }));
    };
    expect(warnAfter(0)).toBe('OK');
    expect(warnAfter(59_999)).toBe('EQUITY_FINE');
    expect(warnAfter(60_000)).toBe('OK');
    expect(warnAfter(60_001)).toBe('EQUITY_FINE');
  });
});

describe('cross positions', () => {
  const opened = () => {
    const book = bookWith(1, { credit: '3500' });
    hold(book, { qty: '1' });
    hold(book, { terms: ETH, qty: '20', entry: '3000' });
    return book;
  };

  test('are warned of together, the largest loss first', () => {
    const book = opened();
    // Maintenance 235.1 + 249.7: 80 % of 606.
    const priced = [pricedAt(BTC, '57020'), pricedAt(ETH, '2997')];
    const event = eventFrom(warn(book, priced), 'FUTURES_WARNED');
    expect(event.positions.map(({ instrument }) => instrument)).toEqual([BTC.instrument, ETH.instrument]);
    expect(event.marginType).toBe('CROSS');
    expect(event.standing).toMatchObject({ cash: amount('3500'), pnl: amount('-3040') });
    expect(positionOf(book, ETH)?.warnedAt).toBe(NOON);
  });

  test('are warned of by the lowest of their settings', () => {
    const book = opened();
    const strict = { ...ETH, warnRatio: rate('0.5') };
    expect(refusalOf(warn(book, [pricedAt(BTC, '57400'), pricedAt(ETH, '3000')]))).toBe('EQUITY_FINE');
    expect(refusalOf(warn(book, [pricedAt(BTC, '57400'), pricedAt(strict, '3000')]))).toBe('OK');
  });
});

describe('refusals come in this order', () => {
  const book = bookWith(1, { credit: '3500' });
  hold(book, { qty: '1' });
  test.each([
    ['a wallet that is not there', [], { wallet: 'XRP' }, 'POSITION_NOT_FOUND'],
    ['another position', [], { position: 99 }, 'POSITION_NOT_FOUND'],
    ['a wallet without positions', [pricedAt(BTC_COIN, '1')], { wallet: 'BTC' }, 'POSITION_NOT_FOUND'],
    ['a position without a price', [], {}, 'PRICES_MISSING'],
    ['a stopped instrument', [pricedAt({ ...BTC, mode: 'STOPPED' }, '1')], {}, 'OPTION_STOPPED'],
    ['an old price', [pricedAt(BTC, '1')], { at: later(NOON, 3_001) }, 'NO_FRESH_PRICE'],
    ['enough equity', [pricedAt(BTC, '60000')], {}, 'EQUITY_FINE'],
    ['nothing', [pricedAt(BTC, '56780')], {}, 'OK'],
  ] as const)('%s', (_, priced, options, refusal) => {
    expect(refusalOf(warn(book, priced, options))).toBe(refusal);
  });
});
