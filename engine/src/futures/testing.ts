// Fixtures for the tests of coin futures: players with money, three contracts, positions and orders that are put into
// the book as they are, and a function that executes commands.
import { type Amount, amount, price, qty, rate, ZERO } from '../amount.ts';
import { apply } from '../apply.ts';
import { assert } from '../assert.ts';
import { type Book, emptyBook, type Player, type Role } from '../book.ts';
import type { Context } from '../command.ts';
import { decide } from '../decide.ts';
import type { Decision } from '../decision.ts';
import { entryAt } from '../entry.ts';
import {
  type Currency,
  housePurse,
  type PlayerId,
  type PlayerPurseKind,
  playerId,
  playerPurse,
  siteId,
  type WalletType,
} from '../purse.ts';
import { later, type Millis, millis } from '../time.ts';
import { applyTransfers, balanceOf, openPurse, setBalance } from '../transfer.ts';
import { putOrder, putPosition } from './apply.ts';
import type { FuturesEvent, RestingOrder } from './events.ts';
import type { FuturesOrder, FuturesPosition } from './state.ts';
import {
  type FuturesTerms,
  type MarginType,
  type OrderSide,
  orderId,
  type Priced,
  type Quote,
} from './terms.ts';
import { tiersOf } from './tiers.ts';
import { initialMargin, UNIT } from './value.ts';

export const SITE = siteId(1);
/** 2026-01-05 12:00:00 UTC, between two times of funding. */
export const NOON = millis(1_767_614_400_000);
/** 08:00 UTC. */
export const FUNDING_DUE = later(NOON, -4 * 3_600_000);

/** docs/rules.md 3.9. */
const BTC_TIERS = tiersOf(
  (
    [
      ['50000', 125, '0.004'],
      ['250000', 100, '0.005'],
      ['1000000', 50, '0.01'],
      ['10000000', 20, '0.025'],
      ['20000000', 10, '0.05'],
      ['50000000', 5, '0.1'],
    ] as const
  ).map(([cap, leverageMost, share]) => ({ cap: amount(cap), leverageMost, maintenance: rate(share) })),
);

/** The hybrid that every site has by default. */
export const BTC: FuturesTerms = {
  instrument: 101,
  wallet: 'FUTURES',
  contract: 'HYBRID',
  tickSize: price('0.1'),
  qtyStep: qty('0.001'),
  qtyLeast: qty('0.001'),
  notionalLeast: amount('5'),
  leverageMost: 125,
  tiers: BTC_TIERS,
  feeRate: rate('0.0008'),
  liquidationFeeRate: rate('0.005'),
  warnRatio: rate('0.8'),
  leverageWithPosition: 'RAISE',
  staleMs: 3_000,
  mode: 'NORMAL',
  fundingDue: FUNDING_DUE,
};

export const ETH: FuturesTerms = {
  ...BTC,
  instrument: 102,
  contract: 'LINEAR',
  tickSize: price('0.01'),
  qtyStep: qty('0.01'),
  qtyLeast: qty('0.01'),
};

/** Sized in dollars, paid in coins. */
export const BTC_COIN: FuturesTerms = {
  ...BTC,
  instrument: 103,
  wallet: 'BTC',
  contract: 'INVERSE',
  qtyStep: qty('1'),
  qtyLeast: qty('1'),
  tiers: tiersOf(
    (
      [
        ['5', 125, '0.004'],
        ['10', 100, '0.005'],
        ['20', 50, '0.01'],
        ['50', 20, '0.025'],
        ['100', 10, '0.05'],
        ['200', 5, '0.1'],
        ['400', 4, '0.125'],
      ] as const
    ).map(([cap, leverageMost, share]) => ({ cap: amount(cap), leverageMost, maintenance: rate(share) })),
  ),
};

/** One price for everything, unless said otherwise. */
export const quoteAt = (
  last: string,
  { at = NOON, bid = last, ask = last, mark = last, seq = 1 } = {},
): Quote => ({ ts: at, seq, last: price(last), bid: price(bid), ask: price(ask), mark: price(mark) });

export const pricedAt = (
  terms: FuturesTerms,
  last: string,
  more: Parameters<typeof quoteAt>[1] = {},
): Priced => ({
  terms,
  quote: quoteAt(last, more),
});

export function bookWith(
  players = 1,
  { role = 'PLAYER', credit = '10000' }: { readonly role?: Role; readonly credit?: string } = {},
): Book {
  const book = emptyBook();
  for (let id = 1; id <= players; id++) {
    const wallets = [
      { type: 'FUTURES', currency: 'USDT', places: 8, credit: amount(credit) },
      { type: 'BTC', currency: 'BTC', places: 8, credit: amount('1') },
    ];
    const opened = decide(
      book,
      { kind: 'OPEN_ACCOUNT', site: SITE, player: playerId(id), role, wallets },
      { now: NOON, eventId: book.lastEvent + 1 },
    );
    assert(opened.ok, 'the account opens');
    apply(book, opened.event);
  }
  return book;
}

export interface PositionInput {
  readonly player?: number;
  readonly side?: OrderSide;
  readonly qty?: string;
  readonly entry?: string;
  readonly leverage?: number;
  readonly marginType?: MarginType;
  /** Of an isolated position; its initial margin, unless said otherwise. */
  readonly margin?: string;
  readonly funding?: string;
  readonly entryFee?: string;
  readonly openedAt?: Millis;
  readonly warnedAt?: Millis;
  readonly terms?: FuturesTerms;
}

/** 0.5 BTC bought at 60,000 at noon with 20× cross, unless said otherwise. */
export function positionWith(id: number, input: PositionInput = {}): FuturesPosition {
  const { side = 'LONG', leverage = 20, marginType = 'CROSS', terms = BTC } = input;
  const [size, at] = [qty(input.qty ?? '0.5'), price(input.entry ?? '60000')];
  const initial = initialMargin(size, at, leverage, terms, UNIT);
  const margin = input.margin === undefined ? initial : amount(input.margin);
  return {
    id,
    player: playerId(input.player ?? 1),
    site: SITE,
    instrument: terms.instrument,
    wallet: terms.wallet,
    side,
    qty: size,
    entry: entryAt(at),
    leverage,
    marginType,
    margin: marginType === 'ISOLATED' ? margin : ZERO,
    funding: amount(input.funding ?? '0'),
    entryFee: amount(input.entryFee ?? '0'),
    openedAt: input.openedAt ?? NOON,
    ...(input.warnedAt === undefined ? undefined : { warnedAt: input.warnedAt }),
  };
}

/** Puts a position into the book without a fill; the margin of an isolated one is taken from the wallet. */
export function hold(book: Book, input: PositionInput = {}): FuturesPosition {
  book.lastEvent += 1;
  const position = positionWith(book.lastEvent, input);
  const { player, wallet, margin } = position;
  if (margin > 0n) move(book, wallet, 'FUTURES_MARGIN', margin, { player, from: 'free', to: 'posMargin' });
  putPosition(book.futures, position);
  return position;
}

function move(
  book: Book,
  wallet: WalletType,
  reason: string,
  moved: Amount,
  { player, from, to }: { player: PlayerId; from: PlayerPurseKind; to: PlayerPurseKind },
): void {
  const purse = (kind: PlayerPurseKind) => playerPurse(player, wallet, kind);
  const currency = currencyOf(wallet);
  const legs = [{ from: purse(from), to: purse(to), currency, amount: moved, reason }];
  applyTransfers(book, SITE, legs, () => true);
}

const currencyOf = (wallet: WalletType): Currency => (wallet === 'FUTURES' ? 'USDT' : wallet);

/** Sets the free money of a wallet; the other end is the house's purse of practice money. */
export function setFree(book: Book, to: string, { player = 1, wallet = 'FUTURES' } = {}): void {
  const currency = currencyOf(wallet);
  const free = openPurse(book, playerPurse(playerId(player), wallet, 'free'), SITE, currency);
  const house = openPurse(book, housePurse(SITE, 'practice', currency), SITE, currency);
  setBalance(book, house, house.balance + free.balance - amount(to));
  setBalance(book, free, amount(to));
}

export type OrderInput = Partial<Omit<RestingOrder, 'qty' | 'price' | 'trigger' | 'cost'>> & {
  readonly player?: number;
  readonly qty?: string | undefined;
  readonly price?: string | undefined;
  readonly trigger?: string;
  readonly cost?: string;
  readonly terms?: FuturesTerms;
};

/** A limit to buy 0.1 BTC at 59,000, unless said otherwise. */
export function orderWith(id: number, input: OrderInput = {}): FuturesOrder {
  const { player = 1, terms = BTC, qty: size, price: limit, trigger, cost = '0', ...rest } = input;
  const isLimit = rest.type === undefined || rest.type === 'LIMIT';
  const at = limit ?? (isLimit ? '59000' : undefined);
  return {
    id,
    player: playerId(player),
    site: SITE,
    instrument: terms.instrument,
    wallet: terms.wallet,
    side: 'LONG',
    type: 'LIMIT',
    state: isLimit ? 'OPEN' : 'WAITING',
    ...('qty' in input && size === undefined ? undefined : { qty: qty(size ?? '0.1') }),
    ...(at === undefined ? undefined : { price: price(at) }),
    ...(trigger === undefined ? undefined : { trigger: price(trigger) }),
    by: 'last',
    fires: 'AT_OR_BELOW',
    reduceOnly: false,
    postOnly: false,
    leverage: 20,
    marginType: 'CROSS',
    cost: amount(cost),
    isUnpriced: false,
    placedAt: NOON,
    ...rest,
  };
}

/** Puts an order into the book without a command. */
export function rest(book: Book, input: OrderInput = {}): FuturesOrder {
  book.lastEvent += 1;
  const order = orderWith(orderId(book.lastEvent), input);
  putOrder(book.futures, order);
  return order;
}

/** An exit of a position that is in the book: its stop-loss at 55,000, unless said otherwise. */
export function restExit(book: Book, position: FuturesPosition, input: OrderInput = {}): FuturesOrder {
  const { type = 'STOPLOSS', trigger = '55000', qty: size, ...others } = input;
  return rest(book, {
    player: position.player,
    instrument: position.instrument,
    wallet: position.wallet,
    side: position.side === 'LONG' ? 'SHORT' : 'LONG',
    type,
    qty: size,
    ...(type === 'TRAILINGSTOP' ? undefined : { trigger }),
    fires: (type === 'TAKEPROFIT') === (position.side === 'LONG') ? 'AT_OR_ABOVE' : 'AT_OR_BELOW',
    reduceOnly: true,
    leverage: position.leverage,
    marginType: position.marginType,
    position: position.id,
    ...others,
  });
}

type Rule<Asked, Made extends FuturesEvent, Refusal extends string> = (
  book: Book,
  player: Player,
  command: Asked,
  context: Context,
) => Decision<Made, Refusal>;

/** Decides a command with its rule, and applies what it makes. */
export function execute<
  Asked extends { readonly player: PlayerId },
  Made extends FuturesEvent,
  Refusal extends string,
>(
  book: Book,
  rule: Rule<Asked, Made, Refusal>,
  command: Asked,
  now: Millis = book.lastAt,
): Decision<Made, Refusal> {
  const player = book.players.get(command.player);
  assert(player !== undefined, 'who asks has an account');
  const decision = rule(book, player, command, { now, eventId: book.lastEvent + 1 });
  if (decision.ok) apply(book, decision.event);
  return decision;
}

export const refusalOf = <Refusal extends string>(decision: Decision<unknown, Refusal>): Refusal | 'OK' =>
  decision.ok ? 'OK' : decision.refusal;

/** The event of an accepted command, of the kind that the test expects. */
export function eventFrom<Made extends FuturesEvent, Kind extends Made['kind']>(
  decision: Decision<Made, string>,
  kind: Kind,
): Extract<Made, { readonly kind: Kind }> {
  assert(decision.ok, `refused: ${refusalOf(decision)}`);
  assert(decision.event.kind === kind, `${decision.event.kind} instead of ${kind}`);
  return decision.event as Extract<Made, { readonly kind: Kind }>;
}

export const positionOf = (book: Book, terms: FuturesTerms = BTC, player = 1): FuturesPosition | undefined =>
  book.futures.accounts.get(playerId(player))?.positions.get(terms.instrument);

export const ordersOf = (book: Book, player = 1): readonly FuturesOrder[] => [
  ...(book.futures.accounts.get(playerId(player))?.orders.values() ?? []),
];

export const purseOf = (book: Book, kind: PlayerPurseKind, { player = 1, wallet = 'FUTURES' } = {}): Amount =>
  balanceOf(book, playerPurse(playerId(player), wallet, kind));

/** Of all purses; always zero. */
export function totalOf(book: Book): bigint {
  let total = 0n;
  for (const { balance } of book.purses.values()) total += balance;
  return total;
}
