// The published and computed examples of overseas futures, E and I01.
import { describe, expect, test } from 'vitest';
import { amount, ONE, type Price, price, qty, rate, toDecimal } from '../amount.ts';
import { entryAt, entryText } from '../entry.ts';
import { playerId } from '../purse.ts';
import { lossCutPrice, previewOrder, shownPoint } from './preview.ts';
import { lastPnl, lossCutEquity, lossCutLevel, marginOf, pnlOf, ticksValue, tpslPrices } from './pricing.ts';
import type { OrderSide } from './terms.ts';
import {
  bookWith,
  END,
  eventFrom,
  execute,
  moneyOf,
  NQ,
  open,
  order,
  positionOf,
  quoteAt,
  SITE,
} from './testing.ts';

const WON = amount('1');
const CENT = amount('0.01');

const terms = (tick: string, multiplier: string, exchange = '1') => ({
  tickSize: price(tick),
  multiplier: qty(multiplier),
  rate: rate(exchange),
});

const pnl = (
  side: OrderSide,
  count: number,
  { from, to }: { readonly from: string; readonly to: string },
  of: ReturnType<typeof terms>,
  unit = CENT,
) => toDecimal(pnlOf({ side, qty: count, entry: entryAt(price(from)) }, price(to), of, unit));

const ticksBetween = (from: string, to: string, { tickSize }: { readonly tickSize: Price }) =>
  (price(to) - price(from)) / tickSize;

describe('tick values', () => {
  test.each([
    ['E01 ES', '0.25', '50', '12.5'],
    ['E02 CL', '0.01', '1000', '10'],
    ['E08 M6E', '0.0001', '12500', '1.25'],
  ])('%s', (_, tick, multiplier, value) => {
    expect(toDecimal(ticksValue({ ticks: 1, qty: 1 }, terms(tick, multiplier), CENT))).toBe(value);
  });

  test('E08: the value of a contract', () => {
    expect((price('1.3') * qty('12500')) / ONE).toBe(amount('16250'));
  });
});

describe('profit and loss', () => {
  test('E04: five points of ES are 250 dollars', () => {
    expect(pnl('LONG', 1, { from: '2900', to: '2905' }, terms('0.25', '50'))).toBe('250');
  });

  test('E05: gold falls 25 ticks', () => {
    const gold = terms('0.1', '100');
    expect(ticksBetween('1195', '1192.5', gold)).toBe(-25n);
    expect(pnl('LONG', 1, { from: '1195', to: '1192.5' }, gold)).toBe('-250');
  });

  test('E07: eight ticks of oil', () => {
    expect(pnl('LONG', 1, { from: '75', to: '75.08' }, terms('0.01', '1000'))).toBe('80');
  });

  test('E13: three Nasdaq contracts in won', () => {
    const nasdaq = terms('0.25', '20', '1385.5');
    expect(ticksBetween('18250.25', '18262.75', nasdaq)).toBe(50n);
    expect(pnl('LONG', 3, { from: '18250.25', to: '18262.75' }, terms('0.25', '20'))).toBe('750');
    expect(pnl('LONG', 3, { from: '18250.25', to: '18262.75' }, nasdaq, WON)).toBe('1039125');
  });

  test('E14: a loss in won is rounded away from zero', () => {
    const span = { from: '5600.25', to: '5603.5' };
    expect(pnl('SHORT', 1, span, terms('0.25', '50'))).toBe('-162.5');
    expect(pnl('SHORT', 1, span, terms('0.25', '50', '1385.37'), WON)).toBe('-225123');
  });

  test('E16: Nikkei in yen', () => {
    const span = { from: '39105', to: '39080' };
    expect(pnl('LONG', 1, span, terms('5', '500'))).toBe('-12500');
    expect(pnl('LONG', 1, span, terms('5', '500', '9.1234'), WON)).toBe('-114043');
  });

  test('E17: eleven ticks of the euro', () => {
    const euro = terms('0.00005', '125000');
    expect(ticksBetween('1.08405', '1.0846', euro)).toBe(11n);
    expect(pnl('LONG', 1, { from: '1.08405', to: '1.0846' }, euro)).toBe('68.75');
  });
});

describe('margin', () => {
  test('E10: three contracts lock 900,000 won', () => {
    expect(marginOf(3, NQ, WON)).toBe(amount('900000'));
  });

  test('E23: opening locks the margin and charges the commission', () => {
    const book = bookWith(1, { credit: '1250000' });
    const event = eventFrom(order(book, { qty: 3 }), 'OVERSEA_FILLED');
    expect(moneyOf(book)).toEqual({ free: 341_000n, wait: 900_000n, debt: 0n });
    expect(event.fills[0]?.commission).toBe(amount('9000'));
  });

  test('E11: an account without the margin for both overnight positions keeps neither', () => {
    const other = { ...NQ, instrument: 305 };
    const book = bookWith(1, { credit: '3999999' });
    const flag = (position: number, terms: typeof NQ) =>
      execute(book, {
        kind: 'SET_OVERSEA_OVERNIGHT',
        site: SITE,
        player: playerId(1),
        position,
        isActive: true,
        terms,
      });
    for (const each of [NQ, other]) {
      open(book, '18250', { terms: { ...each, commission: amount('0') } });
      eventFrom(flag(positionOf(book, each.instrument)!.id, each), 'OVERSEA_OVERNIGHT_SET');
    }
    const at = (END - 60_000) as typeof END;
    const quote = quoteAt('18250', { at });
    const next = (NQ.session!.tradeDate + 1) as NonNullable<typeof NQ.session>['tradeDate'];
    const event = eventFrom(
      execute(
        book,
        {
          kind: 'CHECK_OVERSEA_OVERNIGHT',
          site: SITE,
          player: playerId(1),
          closing: [NQ, other].map(({ instrument }) => ({ instrument, nextTradeDate: next })),
          priced: [NQ, other].map((each) => ({ terms: { ...each, commission: amount('0') }, quote })),
        },
        at,
      ),
      'OVERSEA_FILLED',
    );
    expect(event.fills.map(({ cause }) => cause)).toEqual(['OVERNIGHT_SHORT', 'OVERNIGHT_SHORT']);
    expect(book.oversea.positions.size).toBe(0);
    expect(moneyOf(book)).toEqual({ free: 3_999_999n, wait: 0n, debt: 0n });
  });
});

test('E19: take-profit and stop-loss lie away from a mean that is off the grid', () => {
  const book = bookWith();
  open(book, '18250.25', { tpTick: 10, slTick: 10 });
  open(book, '18250.5');
  const position = positionOf(book)!;
  expect(entryText(position.entry, 2)).toBe('18250.3750');
  expect(tpslPrices(position, NQ.tickSize)).toEqual({ tp: price('18253'), sl: price('18247.75') });
  expect(tpslPrices({ ...position, side: 'SHORT' }, NQ.tickSize)).toEqual({
    tp: price('18247.75'),
    sl: price('18253'),
  });
});

describe('E20: the loss-cut level', () => {
  const position = {
    side: 'LONG' as const,
    qty: 3,
    entry: entryAt(price('18250.25')),
    margin: amount('900000'),
  };
  const marked = { position, terms: NQ, last: price('18250.25') };

  test('is a fifth of what is locked, and fires 52 ticks against', () => {
    expect(lossCutLevel([marked])).toBe(amount('180000'));
    const equityAt = (last: Price) =>
      lossCutEquity({
        free: amount('350000'),
        margin: amount('900000'),
        lastPnl: lastPnl([{ ...marked, last }], WON),
      });
    expect(equityAt(price('18237.5'))).toBeGreaterThan(amount('180000'));
    expect(equityAt(price('18237.25'))).toBeLessThanOrEqual(amount('180000'));
    const headroom = amount('1070000');
    expect(lossCutPrice(marked, NQ, { headroom }, WON)).toBe(price('18237.25'));
  });

  test('is shown by the preview of the order', () => {
    const { refusal, figures } = previewOrder({
      facts: { free: amount('1259000'), unit: WON, positions: new Map(), orders: new Map() },
      terms: NQ,
      quote: quoteAt('18250.25'),
      order: { side: 'LONG', type: 'MARKET', qty: 3, reduceOnly: false, tpTick: 10, slTick: 10 },
      now: quoteAt('1').ts,
      others: new Map(),
    });
    expect(refusal).toBeUndefined();
    expect(figures).toMatchObject({
      kind: 'FILL',
      margin: amount('900000'),
      commission: amount('9000'),
      freeAfter: amount('350000'),
      openedQty: 3,
      closedQty: 0,
      before: { equity: amount('1259000'), level: 0n, headroom: amount('1259000') },
      after: { equity: amount('1250000'), level: amount('180000'), headroom: amount('1070000') },
      lossCutPriceAfter: price('18237.25'),
      tpValue: amount('207825'),
    });
  });
});

test('I01: the shown point is never below nothing', () => {
  const of = { free: amount('500000'), lastPnl: amount('-620000'), wait: amount('100000') };
  expect(shownPoint(of)).toBe(0n);
  expect(shownPoint({ ...of, wait: amount('200000') })).toBe(amount('80000'));
});
