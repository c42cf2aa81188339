// Fixtures for the tests of overseas futures: players with money, a Nasdaq contract in its session, and functions that
// execute commands.
import { amount, type Price, price, qty, rate } from '../amount.ts';
import { apply } from '../apply.ts';
import { assert } from '../assert.ts';
import { type Book, emptyBook, type Role } from '../book.ts';
import { decide, type Refusal } from '../decide.ts';
import type { Decision } from '../decision.ts';
import { dayNumber } from '../market/calendar-date.ts';
import type { Quote } from '../market/quote.ts';
import type { AnyCommand, AnyEvent } from '../products.ts';
import { type PlayerId, playerId, playerPurse, siteId } from '../purse.ts';
import { later, type Millis, millis } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import type { OrderType, PlaceOverseaOrder } from './commands.ts';
import type { OverseaPosition } from './state.ts';
import type { OrderSide, OverseaSession, OverseaTerms, Priced } from './terms.ts';

export const SITE = siteId(1);
/** 2026-01-05 12:00:00 UTC, in the middle of Chicago's Monday. */
export const NOON = millis(1_767_614_400_000);
export const MONDAY = dayNumber(20_458);
export const TUESDAY = dayNumber(20_459);
/** T. */
export const END = later(NOON, 10 * 3_600_000);

export const SESSION: OverseaSession = {
  tradeDate: MONDAY,
  opensAt: later(NOON, -13 * 3_600_000),
  closesAt: END,
  endsAt: END,
  isLastTradingDay: false,
};

export const NQ: OverseaTerms = {
  instrument: 303,
  wallet: 'BINARY',
  tickSize: price('0.25'),
  multiplier: qty('20'),
  rate: rate('1385.5'),
  entryMargin: amount('300000'),
  overnightMargin: amount('2000000'),
  commission: amount('3000'),
  contractsMost: 20,
  playerContractsMost: 50,
  lossCutRate: rate('0.2'),
  staleMs: 5_000,
  mayBeNegative: false,
  mode: 'NORMAL',
  isRest: false,
  session: SESSION,
};

export const CL: OverseaTerms = {
  ...NQ,
  instrument: 309,
  tickSize: price('0.01'),
  multiplier: qty('1000'),
  mayBeNegative: true,
};

/** One price, or last, bid and ask. */
export const quoteAt = (last: string, { at = NOON, bid = last, ask = last, seq = 1 } = {}): Quote => ({
  ts: at,
  seq,
  last: price(last),
  bid: price(bid),
  ask: price(ask),
});

export function execute(
  book: Book,
  command: AnyCommand,
  now: Millis = book.lastAt,
): Decision<AnyEvent, Refusal> {
  const decision = decide(book, command, { now, eventId: book.lastEvent + 1 });
  if (decision.ok) apply(book, decision.event);
  return decision;
}

export const refusalOf = (decision: Decision<AnyEvent, Refusal>): Refusal | 'OK' =>
  decision.ok ? 'OK' : decision.refusal;

export function eventFrom<Kind extends AnyEvent['kind']>(
  decision: Decision<AnyEvent, Refusal>,
  kind: Kind,
): Extract<AnyEvent, { readonly kind: Kind }> {
  assert(decision.ok, `refused: ${refusalOf(decision)}`);
  assert(decision.event.kind === kind, `${decision.event.kind} instead of ${kind}`);
  return decision.event as Extract<AnyEvent, { readonly kind: Kind }>;
}

export function bookWith(
  players = 1,
  { role = 'PLAYER', credit = '20000000' }: { readonly role?: Role; readonly credit?: string } = {},
): Book {
  const book = emptyBook();
  for (let id = 1; id <= players; id++) {
    const wallets = [
      { type: 'BINARY', currency: 'KRW', places: 0, credit: amount(credit) },
      { type: 'FUTURES', currency: 'USDT', places: 8, credit: amount('100') },
    ];
    execute(book, { kind: 'OPEN_ACCOUNT', site: SITE, player: playerId(id), role, wallets }, NOON);
  }
  return book;
}

export interface OrderInput {
  readonly player?: number;
  readonly side?: OrderSide;
  readonly type?: OrderType;
  readonly qty?: number;
  readonly price?: string;
  readonly reduceOnly?: boolean;
  readonly tpTick?: number;
  readonly slTick?: number;
  readonly terms?: OverseaTerms;
  readonly quote?: Quote | undefined;
  readonly at?: Millis;
}

/** One contract of NQ bought at the market at 18,250.25, unless said otherwise. */
export function orderOf({
  player = 1,
  side = 'LONG',
  type = 'MARKET',
  qty: count = 1,
  ...rest
}: OrderInput = {}): PlaceOverseaOrder {
  const { price: at, reduceOnly = false, tpTick, slTick, terms = NQ } = rest;
  return {
    kind: 'PLACE_OVERSEA_ORDER',
    site: SITE,
    player: playerId(player),
    side,
    type,
    qty: count,
    ...(at === undefined ? undefined : { price: price(at) }),
    reduceOnly,
    ...(tpTick === undefined ? undefined : { tpTick }),
    ...(slTick === undefined ? undefined : { slTick }),
    terms,
    quote: 'quote' in rest ? rest.quote : quoteAt('18250.25', { at: rest.at ?? NOON }),
  };
}

export const order = (book: Book, input: OrderInput = {}) => execute(book, orderOf(input), input.at ?? NOON);

/** Opens at a price, and throws if it does not. */
export function open(book: Book, at: string, input: OrderInput = {}): void {
  eventFrom(order(book, { ...input, quote: quoteAt(at, { at: input.at ?? NOON }) }), 'OVERSEA_FILLED');
}

export const rest = (book: Book, input: OrderInput): number =>
  eventFrom(order(book, { type: 'LIMIT', ...input }), 'OVERSEA_ORDER_PLACED').id;

export const fill = (
  book: Book,
  id: number,
  quote: Quote,
  {
    terms = NQ,
    player = 1,
    at = quote.ts,
    isFirstPrice = false,
  }: { terms?: OverseaTerms; player?: number; at?: Millis; isFirstPrice?: boolean } = {},
) =>
  execute(
    book,
    {
      kind: 'FILL_OVERSEA_ORDER',
      site: SITE,
      player: playerId(player),
      order: id,
      terms,
      quote,
      isAfterGap: false,
      isFirstPrice,
    },
    at,
  );

export const cut = (book: Book, priced: readonly Priced[], { player = 1, at = NOON } = {}) =>
  execute(
    book,
    { kind: 'CUT_OVERSEA_LOSSES', site: SITE, player: playerId(player), priced, isAfterGap: false },
    at,
  );

export const positionOf = (book: Book, instrument = NQ.instrument, player = 1): OverseaPosition | undefined =>
  book.oversea.accounts.get(player as PlayerId)?.positions.get(instrument);

export function moneyOf(
  book: Book,
  player = 1,
): { readonly free: bigint; readonly wait: bigint; readonly debt: bigint } {
  const purse = (kind: 'free' | 'wait' | 'debt') =>
    balanceOf(book, playerPurse(player as PlayerId, 'BINARY', kind)) / 100_000_000n;
  return { free: purse('free'), wait: purse('wait'), debt: purse('debt') };
}

/** Of all purses; always zero. */
export function totalOf(book: Book): bigint {
  let total = 0n;
  for (const { balance } of book.purses.values()) total += balance;
  return total;
}

export const ticksFrom = (from: Price, ticks: number, { tickSize } = NQ): Price =>
  (from + BigInt(ticks) * tickSize) as Price;
