// What a liquidation closes, what it costs and who pays it (docs/rules.md 3.12, vectors C24 and C25).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amount, type Price, toDecimal } from '../amount.ts';
import { apply } from '../apply.ts';
import type { Book } from '../book.ts';
import { housePurse, playerId } from '../purse.ts';
import { later } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import { fundFutures } from './fund.ts';
import { liquidateFutures } from './liquidate.ts';
import { isolatedLiquidationPrice } from './liquidation-prices.ts';
import { riskAccount } from './risk.ts';
import { isUnderwater, pricedIn } from './standing.ts';
import type { FuturesTerms, OrderSide, Priced } from './terms.ts';
import {
  BTC,
  BTC_COIN,
  bookWith,
  ETH,
  eventFrom,
  execute,
  hold,
  NOON,
  ordersOf,
  positionOf,
  pricedAt,
  purseOf,
  refusalOf,
  rest,
  restExit,
  SITE,
  setFree,
  totalOf,
} from './testing.ts';

const liquidate = (
  book: Book,
  priced: readonly Priced[],
  { wallet = 'FUTURES', position = undefined as number | undefined, at = NOON } = {},
) =>
  execute(
    book,
    liquidateFutures,
    {
      kind: 'LIQUIDATE_FUTURES',
      site: SITE,
      player: playerId(1),
      wallet,
      ...(position === undefined ? undefined : { position }),
      priced,
      isAfterGap: false,
    },
    at,
  );

const house = (book: Book, purpose: string, currency = 'USDT'): string =>
  toDecimal(balanceOf(book, housePurse(SITE, purpose, currency)));
const free = (book: Book): string => toDecimal(purseOf(book, 'free'));

const SOL: FuturesTerms = { ...ETH, instrument: 104 };

describe('an isolated position', () => {
  /** C17: 0.5 BTC at 60,000 with a margin of 1,500. */
  const opened = () => {
    const book = bookWith();
    return { book, position: hold(book, { marginType: 'ISOLATED' }).id };
  };

  test('is liquidated at 57,228.9 and not a tick before', () => {
    const { book, position } = opened();
    expect(refusalOf(liquidate(book, [pricedAt(BTC, '57229')], { position }))).toBe('EQUITY_FINE');
    expect(refusalOf(liquidate(book, [pricedAt(BTC, '57228.9')], { position }))).toBe('OK');
    expect(positionOf(book)).toBeUndefined();
  });

  test('C24: loses its margin, and the insurance keeps what the exit leaves of it after the fee', () => {
    const { book, position } = opened();
    const priced = [pricedAt(BTC, '57228.9', { bid: '57200', ask: '57210' })];
    const event = eventFrom(liquidate(book, priced, { position }), 'FUTURES_FILLED');
    const [fill] = event.fills;
    expect(fill).toMatchObject({ cause: 'LIQUIDATION', side: 'SHORT', price: amount('57200') });
    // 0.5 × (57,200 − 57,000) = 100 above the bankruptcy price, less the fee.
    expect(toDecimal(fill!.pnl)).toBe('-1400');
    expect(toDecimal(fill!.fee)).toBe('22.88');
    expect(toDecimal(fill!.insured)).toBe('-77.12');
    expect(house(book, 'insurance')).toBe('77.12');
    expect(house(book, 'pnl:futures')).toBe('1400');
    expect(house(book, 'fee')).toBe('22.88');
    expect(free(book)).toBe('8500');
    expect(purseOf(book, 'posMargin')).toBe(0n);
    expect(totalOf(book)).toBe(0n);
  });

  test('C25: through a gap the player loses the margin and no more; the insurance pays 300 and the fee', () => {
    const { book, position } = opened();
    const event = eventFrom(liquidate(book, [pricedAt(BTC, '56400')], { position }), 'FUTURES_FILLED');
    expect(event.fills.map(({ insured }) => toDecimal(insured))).toEqual(['322.56']);
    expect(house(book, 'insurance')).toBe('-322.56');
    expect(free(book)).toBe('8500');
    expect(event.liquidation).toMatchObject({
      marginType: 'ISOLATED',
      cash: amount('1500'),
      pnl: amount('-1800'),
      balance: amount('-300'),
      maintenance: amount('112.8'),
    });
    expect(event.liquidation?.marks.map(({ instrument }) => instrument)).toEqual([BTC.instrument]);
  });

  test('loses its funding with its margin, also what it was to get', () => {
    for (const [funding, insured] of [
      ['-10', '332.56'],
      ['10', '312.56'],
    ] as const) {
      const book = bookWith();
      const position = hold(book, { marginType: 'ISOLATED', funding }).id;
      const event = eventFrom(liquidate(book, [pricedAt(BTC, '56400')], { position }), 'FUTURES_FILLED');
      expect(toDecimal(event.fills[0]!.insured)).toBe(insured);
      expect(house(book, 'funding')).toBe(toDecimal(-amount(funding)));
      expect(free(book)).toBe('8500');
      expect(totalOf(book)).toBe(0n);
    }
  });

  test('ends the orders of its instrument, exits included, and no others', () => {
    const { book, position } = opened();
    rest(book);
    restExit(book, positionOf(book)!);
    const other = rest(book, { terms: ETH, price: '2000' });
    const event = eventFrom(liquidate(book, [pricedAt(BTC, '57000')], { position }), 'FUTURES_FILLED');
    expect(event.cancelled.map(({ reason }) => reason)).toEqual(['LIQUIDATION', 'LIQUIDATION']);
    expect(ordersOf(book).map(({ id }) => id)).toEqual([other.id]);
  });

  test('of a coin wallet is settled in the coin', () => {
    const book = bookWith();
    const position = hold(book, {
      terms: BTC_COIN,
      qty: '1000',
      leverage: 50,
      marginType: 'ISOLATED',
    }).id;
    const priced = [pricedAt(BTC_COIN, '58000')];
    eventFrom(liquidate(book, priced, { wallet: 'BTC', position }), 'FUTURES_FILLED');
    // 1,000 / 60,000 / 50 was set aside; 1,000 × (1/60,000 − 1/58,000) is lost.
    expect(toDecimal(purseOf(book, 'free', { wallet: 'BTC' }))).toBe('0.99966666');
    expect(house(book, 'pnl:futures', 'BTC')).toBe('0.00057472');
    expect(totalOf(book)).toBe(0n);
  });

  test('is liquidated at exactly the first mark that its liquidation price says', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<OrderSide>('LONG', 'SHORT'),
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 2, max: 100 }),
        fc.integer({ min: -50, max: 50 }),
        fc.constantFrom(BTC, BTC_COIN),
        (side, thousandths, leverage, funding, terms) => {
          const isCoin = terms === BTC_COIN;
          const book = bookWith(1, { credit: '100000000' });
          if (isCoin) setFree(book, '1000', { wallet: 'BTC' });
          const held = hold(book, {
            side,
            terms,
            qty: isCoin ? String(thousandths * 10) : String(thousandths / 1_000),
            leverage,
            marginType: 'ISOLATED',
            funding: isCoin ? String(funding / 1e6) : String(funding),
          });
          const level = isolatedLiquidationPrice(held, terms);
          fc.pre(level !== undefined);
          const facts = {
            wallet: terms.wallet,
            free: 0n as Amount,
            unit: 1n as Amount,
            positions: new Map([[held.instrument, held]]),
            orders: new Map(),
          };
          const isDueAt = (mark: bigint) => {
            const { quote } = pricedAt(terms, '1');
            const priced = { terms, quote: { ...quote, mark: mark as Price } };
            const account = riskAccount(facts, held.id, pricedIn([priced]));
            return typeof account !== 'string' && isUnderwater(account);
          };
          const safe = side === 'LONG' ? terms.tickSize : -terms.tickSize;
          expect(isDueAt(level!)).toBe(true);
          expect(isDueAt(level! + safe)).toBe(false);
        },
      ),
    );
  });
});

describe('cross positions', () => {
  /** 1 BTC at 60,000 and 20 ETH at 3,000 with 5,000 in the wallet; maintenance at entry 290 + 290. */
  const opened = (credit = '5000') => {
    const book = bookWith(1, { credit });
    hold(book, { qty: '1' });
    hold(book, { terms: ETH, qty: '20', entry: '3000' });
    return book;
  };

  test('stay while the equity is above the maintenance margin, by one unit', () => {
    const book = opened();
    // At 57,000 BTC needs 57,000 × 0.5 % − 50 = 235 and has lost 3,000; ETH at 3,000 needs 250.
    setFree(book, '3485.00000001');
    const priced = [pricedAt(BTC, '57000'), pricedAt(ETH, '3000')];
    expect(refusalOf(liquidate(book, priced))).toBe('EQUITY_FINE');
    setFree(book, '3485');
    expect(refusalOf(liquidate(book, priced))).toBe('OK');
  });

  test('close with the largest loss first, and the rest stays when that is enough', () => {
    const book = bookWith(1, { credit: '15000' });
    hold(book, { terms: ETH, qty: '20', entry: '3000' });
    hold(book, { qty: '10' });
    const priced = [pricedAt(BTC, '59000'), pricedAt(ETH, '2970')];
    const event = eventFrom(liquidate(book, priced), 'FUTURES_FILLED');
    expect(event.fills.map(({ instrument }) => instrument)).toEqual([BTC.instrument]);
    const [fill] = event.fills;
    expect(toDecimal(fill!.pnl)).toBe('-10000');
    expect(toDecimal(fill!.fee)).toBe('472');
    expect(toDecimal(fill!.liquidationFee)).toBe('2950');
    expect(free(book)).toBe('1578');
    expect(house(book, 'insurance')).toBe('2950');
    expect(positionOf(book, ETH)).toBeDefined();
    expect(event.topUp).toBe(0n);
    expect(event.liquidation).toMatchObject({
      marginType: 'CROSS',
      cash: amount('15000'),
      pnl: amount('-10600'),
      balance: amount('4400'),
      maintenance: amount('4847'),
    });
  });

  test('close one after the other when one is not enough, profits last', () => {
    const book = opened('4000');
    hold(book, { terms: SOL, qty: '1', entry: '100', side: 'SHORT' });
    const priced = [pricedAt(SOL, '99'), pricedAt(ETH, '2900'), pricedAt(BTC, '57000')];
    const event = eventFrom(liquidate(book, priced), 'FUTURES_FILLED');
    expect(event.fills.map(({ instrument }) => instrument)).toEqual([
      BTC.instrument,
      ETH.instrument,
      SOL.instrument,
    ]);
    expect(positionOf(book)).toBeUndefined();
    // 4,000 − 3,000 − 2,000 + 1: nothing is left for fees, and the insurance pays what is missing.
    expect(event.fills.map(({ fee, liquidationFee }) => fee + liquidationFee)).toEqual([0n, 0n, 0n]);
    expect(toDecimal(event.topUp)).toBe('999');
    expect(free(book)).toBe('0');
    expect(house(book, 'insurance')).toBe('-999');
    expect(totalOf(book)).toBe(0n);
  });

  test('pay fees from what is left and no more: the fee of the fill first', () => {
    const book = opened('3100');
    setFree(book, '3030');
    const event = eventFrom(
      liquidate(book, [pricedAt(BTC, '57000'), pricedAt(ETH, '3000')]),
      'FUTURES_FILLED',
    );
    // 30 is left when BTC is closed: less than its fee of 45.6.
    expect(event.fills.map(({ fee }) => toDecimal(fee))).toEqual(['30', '0']);
    expect(event.fills.map(({ liquidationFee }) => toDecimal(liquidationFee))).toEqual(['0', '0']);
    expect(free(book)).toBe('0');
    expect(event.topUp).toBe(0n);

    const other = opened('3100');
    setFree(other, '3145.6');
    const richer = eventFrom(
      liquidate(other, [pricedAt(BTC, '57000'), pricedAt(ETH, '3000')]),
      'FUTURES_FILLED',
    );
    expect(toDecimal(richer.fills[0]!.fee)).toBe('45.6');
    expect(toDecimal(richer.fills[0]!.liquidationFee)).toBe('100');
  });

  test('count their funding, and post it with what is closed', () => {
    const book = bookWith(1, { credit: '3300' });
    hold(book, { qty: '1', funding: '-100' });
    const event = eventFrom(liquidate(book, [pricedAt(BTC, '57000')]), 'FUTURES_FILLED');
    expect(toDecimal(event.fills[0]!.funding)).toBe('-100');
    expect(house(book, 'funding')).toBe('100');
    expect(event.liquidation).toMatchObject({ funding: amount('-100'), balance: amount('200') });
  });

  test('end all orders of their wallet, and none of another', () => {
    const book = opened('3000');
    const position = positionOf(book)!;
    rest(book);
    restExit(book, position);
    rest(book, { terms: SOL, price: '90' });
    const other = rest(book, { terms: BTC_COIN, qty: '100', price: '50000' });
    const event = eventFrom(
      liquidate(book, [pricedAt(BTC, '57000'), pricedAt(ETH, '3000')]),
      'FUTURES_FILLED',
    );
    expect(event.cancelled).toHaveLength(3);
    expect(new Set(event.cancelled.map(({ reason }) => reason))).toEqual(new Set(['LIQUIDATION']));
    expect(ordersOf(book).map(({ id }) => id)).toEqual([other.id]);
  });

  test('leave isolated positions and other wallets alone', () => {
    const book = bookWith(1, { credit: '5000' });
    hold(book, { qty: '1' });
    hold(book, { terms: ETH, qty: '1', entry: '3000', marginType: 'ISOLATED' });
    hold(book, { terms: BTC_COIN, qty: '1000' });
    const event = eventFrom(liquidate(book, [pricedAt(BTC, '55000')]), 'FUTURES_FILLED');
    expect(event.fills.map(({ instrument }) => instrument)).toEqual([BTC.instrument]);
    expect(positionOf(book, ETH)).toBeDefined();
    expect(positionOf(book, BTC_COIN)).toBeDefined();
    expect(toDecimal(purseOf(book, 'posMargin'))).toBe('150');
  });

  test('without a fresh price count with their last mark and stay, the others close', () => {
    const at = later(NOON, 10_000);
    const book = opened('3000');
    const priced = [pricedAt(BTC, '57000'), pricedAt(ETH, '2990', { at })];
    const event = eventFrom(liquidate(book, priced, { at }), 'FUTURES_FILLED');
    expect(event.fills.map(({ instrument }) => instrument)).toEqual([ETH.instrument]);
    expect(positionOf(book)).toBeDefined();
    // What is closed pays no fee from an equity that is gone.
    expect(free(book)).toBe('2800');
    expect(event.topUp).toBe(0n);
  });
});

describe('refusals come in this order', () => {
  const due = later(NOON, 9 * 3_600_000);
  const book = bookWith(1, { credit: '3000' });
  hold(book, { qty: '1' });
  const isolated = hold(book, { terms: ETH, qty: '1', entry: '3000', marginType: 'ISOLATED' }).id;

  test.each([
    ['a wallet that is not there', [], { wallet: 'XRP' }, 'POSITION_NOT_FOUND'],
    ['a wallet without cross positions', [], { wallet: 'BTC' }, 'POSITION_NOT_FOUND'],
    ['another position', [], { position: 999 }, 'POSITION_NOT_FOUND'],
    ['a cross position by its number', [], { position: isolated - 1 }, 'POSITION_NOT_FOUND'],
    ['a position without a price', [], {}, 'PRICES_MISSING'],
    ['an isolated one as well', [], { position: isolated }, 'PRICES_MISSING'],
    ['funding that is due', [pricedAt(BTC, '1', { at: due })], { at: due }, 'FUNDING_DUE'],
    ['a stopped instrument', [pricedAt({ ...BTC, mode: 'STOPPED' }, '1')], {}, 'OPTION_STOPPED'],
    ['an old price', [pricedAt(BTC, '1')], { at: later(NOON, 3_001) }, 'NO_FRESH_PRICE'],
    ['enough equity', [pricedAt(BTC, '60000')], {}, 'EQUITY_FINE'],
    ['nothing', [pricedAt(BTC, '57000')], {}, 'OK'],
  ] as const)('%s', (_, priced, options, refusal) => {
    expect(refusalOf(liquidate(book, priced, options))).toBe(refusal);
  });

  test('what was funded may be liquidated', () => {
    const funded = bookWith(1, { credit: '3000' });
    hold(funded, { qty: '1' });
    const priced = [pricedAt(BTC, '57000', { at: due })];
    expect(refusalOf(liquidate(funded, priced, { at: due }))).toBe('FUNDING_DUE');
    const accrued = fundFutures(
      funded,
      {
        kind: 'FUND_FUTURES',
        site: SITE,
        player: 0 as never,
        instrument: BTC.instrument,
        contract: BTC.contract,
        dueAt: later(NOON, 4 * 3_600_000),
        rate: 0n as never,
        mark: 1n as Price,
      },
      { now: due, eventId: funded.lastEvent + 1 },
    );
    apply(funded, eventFrom(accrued, 'FUTURES_FUNDED'));
    expect(refusalOf(liquidate(funded, priced, { at: due }))).toBe('OK');
  });
});
