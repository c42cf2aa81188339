// What a fill does to a position and to the money (docs/rules.md 3.6, 4.4, 4.9, 6.1), as the event must show it.
import type { Quote } from '@maru/engine/market/quote';
import type { OverseaTerms } from '@maru/engine/oversea/terms';
import type { TwinState } from '../twin.ts';
import { pursesOf, unitsIn } from '../twin-legs.ts';
import {
  cancelledOrderBody,
  eachOf,
  endedBody,
  gainOf,
  type Left,
  meanOf,
  netOf,
  ordersOf,
  positionsOf,
  releasedOf,
  splitOf,
  stateBody,
  type TwinOrder,
  type TwinPosition,
} from './twin.ts';

export interface Wanted {
  readonly side: string;
  readonly qty: number;
  readonly price: bigint;
  readonly cause: string;
  readonly tpTick?: number | undefined;
  readonly slTick?: number | undefined;
  readonly locked?: bigint;
}

export interface TwinFill {
  readonly before: TwinPosition | undefined;
  readonly after: TwinPosition | undefined;
  readonly terms: OverseaTerms;
  readonly opened: number;
  readonly released: bigint;
  readonly margin: bigint;
  readonly locked: bigint;
  readonly pnl: bigint;
  readonly commission: bigint;
  /** The fill as its event must show it. */
  readonly body: object;
}

export interface Account {
  readonly state: TwinState;
  readonly player: number;
  readonly wallet: string;
  readonly now: number;
}

export const stepOf = ({ state, player, wallet }: Account): bigint =>
  10n ** BigInt(8 - (state.players.get(player)?.wallets.get(wallet)?.places ?? 8));

export const freeOf = ({ state, player, wallet }: Account): bigint =>
  unitsIn(state, pursesOf(player, wallet).free);

export const marketOf = (side: string, { bid, ask }: Quote): bigint => (side === 'LONG' ? ask : bid);

export function fillOf(account: Account, wanted: Wanted, terms: OverseaTerms, quote: Quote): TwinFill {
  const { state, player, wallet, now } = account;
  const step = stepOf(account);
  const before = state.oversea.positions.get(netOf(player, terms.instrument));
  const { side, qty, price, cause } = wanted;
  const { closed, opened } = splitOf(before, side, qty);
  const value = { multiplier: terms.multiplier, rate: terms.rate, step };
  const pnl = before !== undefined && closed > 0 ? gainOf(before, closed, price, value) : 0n;
  const released = before !== undefined && closed > 0 ? releasedOf(before, closed, step) : 0n;
  const margin = opened > 0 ? eachOf(opened, terms.entryMargin, step) : 0n;
  const commission = eachOf(qty, terms.commission, step);
  // Each commission is taken off once: with the contracts that it opened, or at once where it closed.
  const exit = opened === 0 ? commission : ((commission * BigInt(closed)) / (BigInt(qty) * step)) * step;
  const paid = before?.entryCommission ?? 0n;
  const entry =
    before === undefined || closed === 0 ? 0n : releasedOf({ qty: before.qty, margin: paid }, closed, step);
  const after = positionAfter(before, wanted, {
    closed,
    opened,
    released,
    margin,
    fee: commission - exit,
    entry,
  });
  const site = state.players.get(player)?.site ?? 0;
  const own = after && {
    ...{ player, site, instrument: terms.instrument, wallet },
    openedAt: before?.id === after.id ? before.openedAt : now,
  };
  const tradeDate = terms.session?.tradeDate ?? before?.heldFor;
  const { instrument, tickSize, multiplier, rate } = terms;
  return {
    ...{ before, terms, opened, released, margin, pnl, commission, locked: wanted.locked ?? 0n },
    after: after && own && { ...after, ...own },
    body: {
      ...{ instrument, wallet, side, qty, price, cause, quote, tradeDate, tickSize, multiplier, rate },
      closedQty: closed,
      ...(before !== undefined && closed > 0
        ? { closedEntry: { sum: before.sum, over: before.over }, closedPosition: before.id }
        : {}),
      ...(before === undefined ? {} : { openedAt: before.openedAt }),
      ...(before === undefined || before.id === after?.id ? {} : { closedHeldFor: before.heldFor }),
      ...{ openedQty: opened, pnl, commission },
      ...(closed > 0 ? { entryCommission: entry, exitCommission: exit } : {}),
      ...(after === undefined ? {} : { position: stateBody(after) }),
    },
  };

  function positionAfter(
    held: TwinPosition | undefined,
    { tpTick, slTick }: Wanted,
    by: {
      readonly closed: number;
      readonly opened: number;
      readonly released: bigint;
      readonly margin: bigint;
      /** What the opened part cost, and what goes with the closed part. */
      readonly fee: bigint;
      readonly entry: bigint;
    },
  ): Left | undefined {
    if (held !== undefined && held.side === side) {
      return {
        ...{ id: held.id, side, overnight: held.overnight, heldFor: held.heldFor },
        ...meanOf(held, by.opened, price),
        qty: held.qty + by.opened,
        margin: held.margin + by.margin,
        entryCommission: held.entryCommission + by.fee,
        tpTick: tpTick ?? held.tpTick,
        slTick: slTick ?? held.slTick,
      };
    }
    if (held !== undefined && held.qty > by.closed) {
      const { id, sum, over, overnight, heldFor } = held;
      const entryCommission = held.entryCommission - by.entry;
      const left = { qty: held.qty - by.closed, margin: held.margin - by.released, entryCommission };
      return {
        ...{ id, side: held.side, sum, over, overnight, heldFor, ...left },
        tpTick: held.tpTick,
        slTick: held.slTick,
      };
    }
    if (by.opened === 0) return undefined;
    return {
      ...{ id: state.lastEvent + 1, side, qty: by.opened, sum: price, over: 1n, margin: by.margin },
      entryCommission: by.fee,
      ...{ tpTick: tpTick ?? 0, slTick: slTick ?? 0, overnight: false },
      heldFor: terms.session?.tradeDate ?? 0,
    };
  }
}

/** The whole position at the market. */
export function closeOf(
  account: Account,
  { side, qty }: TwinPosition,
  { terms, quote }: { readonly terms: OverseaTerms; readonly quote: Quote },
  cause: string,
): TwinFill {
  const other = side === 'LONG' ? 'SHORT' : 'LONG';
  return fillOf(account, { side: other, qty, price: marketOf(other, quote), cause }, terms, quote);
}

export interface Settled {
  readonly order?: TwinOrder | undefined;
  readonly cancelled?: ReadonlyMap<number, string>;
  readonly isAfterGap: boolean;
  readonly lossCut?: object;
}

/** Free money once everything of the fills has moved. */
export const freeAfter = (free: bigint, fills: readonly TwinFill[]): bigint =>
  fills.reduce(
    (sum, { released, locked, pnl, commission, margin }) =>
      sum + released + locked + pnl - commission - margin,
    free,
  );

/** The event of these fills: which orders end with them, and what raises a flat account to zero. */
export function settledOf(account: Account, fills: readonly TwinFill[], how: Settled): object {
  const { state, player } = account;
  const ended = new Map(how.cancelled);
  const orders = ordersOf(state.oversea, player).filter(({ id }) => id !== how.order?.id);
  for (const { id, instrument, side, reduceOnly } of orders) {
    const fill = fills.find(({ terms }) => terms.instrument === instrument);
    if (fill === undefined || !reduceOnly || ended.has(id)) continue;
    if (fill.after === undefined || fill.after.side === side) ended.set(id, 'POSITION_GONE');
  }
  const closed = new Set(
    fills.filter(({ after }) => after === undefined).map(({ terms }) => terms.instrument),
  );
  const isFlat =
    fills.every(({ after }) => after === undefined) &&
    positionsOf(state.oversea, player).every(({ instrument }) => closed.has(instrument));
  let free = freeAfter(freeOf(account), fills);
  for (const { id, margin } of orders) if (ended.has(id)) free += margin;
  if (isFlat) {
    // Before the house pays, what lies in orders does, the newest first.
    for (const { id, margin } of orders.toReversed()) {
      if (free >= 0n || margin === 0n || ended.has(id)) continue;
      ended.set(id, 'INSUFFICIENT_BALANCE');
      free += margin;
    }
  }
  return {
    kind: 'OVERSEA_FILLED',
    ...(how.order === undefined ? {} : { order: how.order.id, ended: endedBody(how.order) }),
    fills: fills.map(({ body }) => body),
    cancelled: orders.flatMap((order) => {
      const reason = ended.get(order.id);
      return reason === undefined ? [] : [cancelledOrderBody(order, reason)];
    }),
    isAfterGap: how.isAfterGap,
    ...(how.lossCut === undefined ? {} : { lossCut: how.lossCut }),
    topUp: isFlat && free < 0n ? -free : 0n,
  };
}
