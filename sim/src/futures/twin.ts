// Coin futures as the twin remembers them. The types of the events are the engine's; every figure in them is the twin's
// own.
import type { CancelledOrder, PositionState, RestingOrder } from '@maru/engine/futures/events';
import type { FuturesTerms, Priced, Quote } from '@maru/engine/futures/terms';
import type { TwinState } from '../twin.ts';
import { pursesOf, unitsIn } from '../twin-legs.ts';

interface Owned {
  readonly player: number;
  readonly site: number;
}

export type TwinOrder = RestingOrder & Owned;
export type TwinPosition = PositionState & Owned & { readonly instrument: number; readonly wallet: string };

export interface TwinFutures {
  readonly orders: Map<number, TwinOrder>;
  /** By player and instrument. */
  readonly positions: Map<string, TwinPosition>;
  /** Orders that have ended, which they do once. */
  readonly ended: Set<number>;
  /** By site and instrument: the last time for which funding was accrued. */
  readonly funded: Map<string, number>;
}

export const emptyTwinFutures = (): TwinFutures => ({
  orders: new Map(),
  positions: new Map(),
  ended: new Set(),
  funded: new Map(),
});

export const netOf = (player: number, instrument: number) => `${player}/${instrument}`;
export const fundedOf = (site: number, instrument: number) => `${site}/${instrument}`;

/** Oldest first. */
export const ordersOf = ({ orders }: TwinFutures, player: number): readonly TwinOrder[] =>
  [...orders.values()].filter((order) => order.player === player).sort((a, b) => a.id - b.id);

/** Newest first: the rules must not depend on the order in which they are listed (docs/rules.md 3.12). */
export const positionsOf = ({ positions }: TwinFutures, player: number): readonly TwinPosition[] =>
  [...positions.values()].filter((position) => position.player === player).sort((a, b) => b.id - a.id);

export const oldestFirst = <Held extends { readonly id: number }>(all: readonly Held[]): readonly Held[] =>
  [...all].sort((a, b) => a.id - b.id);

/** One wallet of one player at the moment of a decision. */
export interface Account {
  readonly state: TwinState;
  readonly player: number;
  readonly site: number;
  readonly wallet: string;
  readonly now: number;
  readonly free: bigint;
  /** All of the player's, also those of other wallets. */
  readonly positions: readonly TwinPosition[];
  readonly orders: readonly TwinOrder[];
}

export function accountOf(state: TwinState, player: number, wallet: string, now: number): Account {
  return {
    state,
    player,
    site: state.players.get(player)?.site ?? 0,
    wallet,
    now,
    free: unitsIn(state, pursesOf(player, wallet).free),
    positions: positionsOf(state.futures, player),
    orders: ordersOf(state.futures, player),
  };
}

export const heldIn = ({ positions }: Pick<Account, 'positions'>, instrument: number) =>
  positions.find((position) => position.instrument === instrument);

export const withoutOrder = (account: Account, id: number): Account => ({
  ...account,
  orders: account.orders.filter((order) => order.id !== id),
});

export const isFreshQuote = (
  quote: Quote | undefined,
  { staleMs }: Pick<FuturesTerms, 'staleMs'>,
  now: number,
): quote is Quote => quote !== undefined && now <= quote.ts + staleMs;

/** Whoever buys pays the ask, whoever sells gets the bid. */
export const marketOf = (side: string, { bid, ask }: Quote) => (side === 'LONG' ? ask : bid);
export const againstOf = (side: string) => (side === 'LONG' ? ('SHORT' as const) : ('LONG' as const));

export const pricedOf = (priced: readonly Priced[], instrument: number): Priced | undefined =>
  priced.find(({ terms }) => terms.instrument === instrument);

const EIGHT_HOURS_MS = 28_800_000;

/** A position that was open when funding was due waits for it (docs/rules.md 3.11). */
export function isFundingDue(
  { state, site, now }: Pick<Account, 'state' | 'site' | 'now'>,
  held: Pick<TwinPosition, 'openedAt' | 'instrument'> | undefined,
  { fundingDue }: Pick<FuturesTerms, 'fundingDue'>,
): boolean {
  if (held === undefined) return false;
  let due: number = fundingDue;
  while (due + EIGHT_HOURS_MS <= now) due += EIGHT_HOURS_MS;
  if (held.openedAt > due) return false;
  return (state.futures.funded.get(fundedOf(site, held.instrument)) ?? -1) < due;
}

export const canReduce = (held: Pick<TwinPosition, 'side'> | undefined, side: string): boolean =>
  held !== undefined && held.side !== side;

/** How much of an order closes what is open, and how much opens. */
export function splitOf(
  held: Pick<TwinPosition, 'side' | 'qty'> | undefined,
  side: string,
  qty: bigint,
): { readonly closed: bigint; readonly opened: bigint } {
  if (held === undefined || held.side === side) return { closed: 0n, opened: qty };
  const closed = held.qty < qty ? held.qty : qty;
  return { closed, opened: qty - closed };
}

/** Orders that only reduce, and exits, open nothing. */
export const opensOf = (
  { side, qty, reduceOnly }: Pick<RestingOrder, 'side' | 'qty' | 'reduceOnly'>,
  held: Pick<TwinPosition, 'side' | 'qty'> | undefined,
): bigint => (reduceOnly || qty === undefined ? 0n : splitOf(held, side, qty).opened);

/** What only reduces shrinks to what is open; an exit without a quantity is for all of it. */
export function shrunkOf(
  { side, qty, reduceOnly }: Pick<RestingOrder, 'side' | 'qty' | 'reduceOnly'>,
  held: Pick<TwinPosition, 'side' | 'qty'> | undefined,
): bigint {
  const most = held !== undefined && canReduce(held, side) ? held.qty : 0n;
  if (qty === undefined) return most;
  return reduceOnly && qty > most ? most : qty;
}

/** An order as events show it. */
export const restingBody = ({ player: _player, site: _site, ...order }: TwinOrder): RestingOrder => order;

export const endedBody = (order: TwinOrder, reason: string): CancelledOrder => ({
  ...restingBody(order),
  reason: reason as CancelledOrder['reason'],
});

export const cancelledBody = (orders: readonly TwinOrder[], reason: string) => ({
  kind: 'FUTURES_ORDERS_CANCELLED',
  cancelled: orders.map((order) => endedBody(order, reason)),
});

/** A position as events show it. */
export const openBody = (
  position: Omit<TwinPosition, keyof Owned | 'instrument' | 'wallet'>,
): PositionState => {
  const { id, side, qty, entry, leverage, marginType, margin, funding, entryFee, openedAt } = position;
  return {
    ...{ id, side, qty, entry, leverage, marginType, margin, funding, entryFee, openedAt },
    ...(position.warnedAt === undefined ? {} : { warnedAt: position.warnedAt }),
  };
};
