// Overseas futures as the twin remembers them, and their arithmetic (docs/rules.md 4.4 to 4.8), in plain fractions and
// from nothing of the engine.
import type { Quote } from '@maru/engine/market/quote';
import type { OverseaTerms } from '@maru/engine/oversea/terms';

interface Owned {
  readonly id: number;
  readonly player: number;
  readonly site: number;
  readonly instrument: number;
  readonly wallet: string;
  readonly side: string;
  readonly qty: number;
  readonly margin: bigint;
}

export interface TwinOrder extends Owned {
  readonly type: string;
  readonly price: bigint;
  readonly fires: string;
  readonly reduceOnly: boolean;
  readonly isUnpriced: boolean;
  readonly tpTick: number | undefined;
  readonly slTick: number | undefined;
  readonly tradeDate: number;
  readonly placedAt: number;
}

export interface TwinPosition extends Owned {
  /** The mean entry is `sum / over`. */
  readonly sum: bigint;
  readonly over: bigint;
  /** What its contracts have cost to open. */
  readonly entryCommission: bigint;
  readonly tpTick: number;
  readonly slTick: number;
  readonly overnight: boolean;
  readonly heldFor: number;
  readonly openedAt: number;
}

/** A position without what never changes about it. */
export type Left = Omit<TwinPosition, 'player' | 'site' | 'instrument' | 'wallet' | 'openedAt'>;

export interface TwinOversea {
  readonly orders: Map<number, TwinOrder>;
  /** By player and instrument. */
  readonly positions: Map<string, TwinPosition>;
  /** Orders that have ended, which they do once. */
  readonly ended: Set<number>;
}

export const emptyTwinOversea = (): TwinOversea => ({
  orders: new Map(),
  positions: new Map(),
  ended: new Set(),
});

export const netOf = (player: number, instrument: number) => `${player}/${instrument}`;

export const ordersOf = ({ orders }: TwinOversea, player: number): readonly TwinOrder[] =>
  [...orders.values()].filter((order) => order.player === player);

export const positionsOf = ({ positions }: TwinOversea, player: number): readonly TwinPosition[] =>
  [...positions.values()].filter((position) => position.player === player).sort((a, b) => a.id - b.id);

const ONE = 100_000_000n;

export function floorOf(over: bigint, under: bigint): bigint {
  const whole = over / under;
  return over % under < 0n ? whole - 1n : whole;
}

const ceilOf = (over: bigint, under: bigint): bigint => -floorOf(-over, under);

/** What so many contracts of a position bring at this price, cut toward minus infinity to what the wallet can hold. */
export function gainOf(
  { side, sum, over }: Pick<TwinPosition, 'side' | 'sum' | 'over'>,
  qty: number,
  exit: bigint,
  { multiplier, rate, step }: { readonly multiplier: bigint; readonly rate: bigint; readonly step: bigint },
): bigint {
  const moved = side === 'LONG' ? exit * over - sum : sum - exit * over;
  return floorOf(moved * BigInt(qty) * multiplier * rate, over * ONE * ONE * step) * step;
}

/** So much for each contract, and the whole rounded up once. */
export const eachOf = (qty: number, units: bigint, step: bigint): bigint =>
  ceilOf(BigInt(qty) * units, step) * step;

/** In proportion and cut; who closes everything gets everything. */
export const releasedOf = (
  { qty, margin }: Pick<TwinPosition, 'qty' | 'margin'>,
  closed: number,
  step: bigint,
): bigint => (closed === qty ? margin : ((margin * BigInt(closed)) / (BigInt(qty) * step)) * step);

const FRACTION_MOST = 10n ** 40n;

function divisorOf(a: bigint, b: bigint): bigint {
  return b === 0n ? (a < 0n ? -a : a) : divisorOf(b, a % b);
}

/** The mean of so many at one mean and so many more at a price, in lowest terms. */
export function meanOf(
  { sum, over, qty }: Pick<TwinPosition, 'sum' | 'over' | 'qty'>,
  added: number,
  price: bigint,
): { readonly sum: bigint; readonly over: bigint } {
  const total = sum * BigInt(qty) + price * over * BigInt(added);
  const under = over * BigInt(qty + added);
  const common = divisorOf(total, under);
  const positive = common < 0n ? -common : common;
  if (under / positive <= FRACTION_MOST) return { sum: total / positive, over: under / positive };
  // Half to the even neighbour, at forty places.
  const twice = floorOf(2n * total * FRACTION_MOST, under);
  const isExact = (2n * total * FRACTION_MOST) % under === 0n;
  const low = floorOf(twice, 2n);
  const isHalf = isExact && twice % 2n !== 0n;
  const rounded = isHalf ? low + (low % 2n === 0n ? 0n : 1n) : low + (twice % 2n === 0n ? 0n : 1n);
  const left = divisorOf(rounded, FRACTION_MOST);
  return { sum: rounded / left, over: FRACTION_MOST / left };
}

export interface Legs {
  readonly tp: bigint | undefined;
  readonly sl: bigint | undefined;
}

/** Where the take-profit and the stop-loss lie: on the grid, and never nearer than their ticks. */
export function exitPrices(
  {
    side,
    sum,
    over,
    tpTick,
    slTick,
  }: Pick<TwinPosition, 'side' | 'sum' | 'over'> & { readonly tpTick: number; readonly slTick: number },
  tick: bigint,
): Legs {
  const above = (ticks: number) => ceilOf(sum + BigInt(ticks) * tick * over, over * tick) * tick;
  const below = (ticks: number) => floorOf(sum - BigInt(ticks) * tick * over, over * tick) * tick;
  const isLong = side === 'LONG';
  return {
    tp: tpTick === 0 ? undefined : isLong ? above(tpTick) : below(tpTick),
    sl: slTick === 0 ? undefined : isLong ? below(slTick) : above(slTick),
  };
}

export function isExitReached(side: string, { tp, sl }: Legs, last: bigint, leg: 'TP' | 'SL'): boolean {
  const level = leg === 'TP' ? tp : sl;
  if (level === undefined) return false;
  return (side === 'LONG') === (leg === 'TP') ? last >= level : last <= level;
}

export function isOrderReached(
  { type, side, fires, price }: Pick<TwinOrder, 'type' | 'side' | 'fires' | 'price'>,
  { last, bid, ask }: Quote,
): boolean {
  if (type === 'LIMIT') return side === 'LONG' ? ask <= price : bid >= price;
  return fires === 'AT_OR_ABOVE' ? last >= price : last <= price;
}

/** How much of an order closes what is open, and how much opens. */
export function splitOf(
  position: Pick<TwinPosition, 'side' | 'qty'> | undefined,
  side: string,
  qty: number,
): { readonly closed: number; readonly opened: number } {
  const closed = position === undefined || position.side === side ? 0 : Math.min(qty, position.qty);
  return { closed, opened: qty - closed };
}

export const opensOf = (
  { side, qty, reduceOnly }: Pick<TwinOrder, 'side' | 'qty' | 'reduceOnly'>,
  position: Pick<TwinPosition, 'side' | 'qty'> | undefined,
): number => (reduceOnly ? 0 : splitOf(position, side, qty).opened);

/** Nothing is traded outside `[opensAt, closesAt)`, whatever held when the command was received. */
export const isOpenMarket = ({ session, mode }: OverseaTerms, now: number): boolean =>
  mode !== 'STOPPED' && session !== undefined && now >= session.opensAt && now < session.closesAt;

export const isFreshQuote = (quote: Quote | undefined, { staleMs }: OverseaTerms, now: number): boolean =>
  quote !== undefined && now <= quote.ts + staleMs;

/** Why nothing may be filled on this price now, if so. */
export function closedGate(terms: OverseaTerms, quote: Quote | undefined, now: number): string | undefined {
  if (terms.mode === 'STOPPED') return 'OPTION_STOPPED';
  if (!isOpenMarket(terms, now)) return 'MARKET_CLOSED';
  return isFreshQuote(quote, terms, now) ? undefined : 'NO_FRESH_PRICE';
}

/** What the event that ends an order contains about it. */
export const endedBody = (order: TwinOrder) => ({
  ...{ qty: order.qty, price: order.price, reduceOnly: order.reduceOnly, placedAt: order.placedAt },
  ...(order.type === 'LIMIT' ? {} : { fires: order.fires }),
  ...(order.tpTick === undefined ? {} : { tpTick: order.tpTick }),
  ...(order.slTick === undefined ? {} : { slTick: order.slTick }),
});

export const cancelledOrderBody = (order: TwinOrder, reason: string) => ({
  ...{ order: order.id, reason, instrument: order.instrument, side: order.side, type: order.type },
  ...endedBody(order),
});

export const cancelledBody = (orders: readonly TwinOrder[], reason: string) => ({
  kind: 'OVERSEA_ORDERS_CANCELLED',
  cancelled: orders.map((order) => cancelledOrderBody(order, reason)),
});

/** A position after an event, as the event must show it. */
export const openBody = (position: TwinPosition) => ({
  ...stateBody(position),
  openedAt: position.openedAt,
});

export const stateBody = (position: Left) => {
  const { id, side, qty, sum, over, margin, entryCommission, tpTick, slTick, overnight, heldFor } = position;
  return { id, side, qty, entry: { sum, over }, margin, entryCommission, tpTick, slTick, overnight, heldFor };
};
