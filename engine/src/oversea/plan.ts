// What a fill would do to a position and to the money of its player, before anything is done. Pure functions that the
// decision and the preview share.
import { type Amount, type Price, ZERO } from '../amount.ts';
import { entryAt, meanOf } from '../entry.ts';
import { dayNumber } from '../market/calendar-date.ts';
import type { PositionState } from './events.ts';
import { shareOf } from './net-profit.ts';
import { splitOf } from './netting.ts';
import { marginOf, perContract, pnlOf, releasedMargin } from './pricing.ts';
import type { OverseaOrder } from './state.ts';
import type { OrderSide, OverseaTerms } from './terms.ts';

export type HeldPosition = PositionState & { readonly instrument: number };
export type RestingOrder = Pick<OverseaOrder, 'id' | 'instrument' | 'side' | 'qty' | 'reduceOnly' | 'margin'>;

/** What must be known of an account to compute what an order does to it. */
export interface AccountFacts {
  readonly free: Amount;
  /** The smallest amount that the wallet holds. */
  readonly unit: Amount;
  /** By instrument. */
  readonly positions: ReadonlyMap<number, HeldPosition>;
  /** By number, oldest first. */
  readonly orders: ReadonlyMap<number, RestingOrder>;
}

export interface FillRequest {
  readonly side: OrderSide;
  readonly qty: number;
  readonly price: Price;
  readonly tpTick?: number | undefined;
  readonly slTick?: number | undefined;
  /** What a resting order has locked already. */
  readonly locked?: Amount;
  /** The number of a position that this opens. */
  readonly eventId: number;
}

export interface FillPlan {
  readonly before: HeldPosition | undefined;
  readonly position: PositionState | undefined;
  readonly closedQty: number;
  readonly openedQty: number;
  readonly pnl: Amount;
  readonly commission: Amount;
  /** Of the closed part: what opening it had cost, and its share of this commission. */
  readonly entryCommission: Amount;
  readonly exitCommission: Amount;
  /** The margin of the closed part. */
  readonly released: Amount;
  /** What the opened part locks; `locked` is there already. */
  readonly margin: Amount;
  readonly locked: Amount;
}

export function planFill(
  position: HeldPosition | undefined,
  request: FillRequest,
  terms: OverseaTerms,
  unit: Amount,
): FillPlan {
  const { closed, opened } = splitOf(position, request);
  const released = position === undefined || closed === 0 ? ZERO : releasedMargin(position, closed, unit);
  const pnl =
    position === undefined || closed === 0
      ? ZERO
      : pnlOf({ ...position, qty: closed }, request.price, terms, unit);
  const margin = opened === 0 ? ZERO : marginOf(opened, terms, unit);
  const commission = perContract(request.qty, terms.commission, unit);
  const paid = position?.entryCommission ?? ZERO;
  const entryCommission =
    position === undefined || closed === 0 ? ZERO : shareOf(paid, { part: closed, of: position.qty }, unit);
  const exitCommission = closed === 0 ? ZERO : shareOf(commission, { part: closed, of: request.qty }, unit);
  // What is left of a position has what is left of its commission; what opens brings the rest of this fill's.
  const stillPaid = position !== undefined && position.qty > closed ? paid - entryCommission : 0n;
  const openedFor = (stillPaid + (opened === 0 ? 0n : commission - exitCommission)) as Amount;
  return {
    before: position,
    position: positionAfter(position, request, { closed, opened, released, margin, openedFor, terms }),
    closedQty: closed,
    openedQty: opened,
    pnl,
    commission,
    entryCommission,
    exitCommission,
    released,
    margin,
    locked: request.locked ?? ZERO,
  };
}

interface Change {
  readonly closed: number;
  readonly opened: number;
  readonly released: Amount;
  readonly margin: Amount;
  /** The commission of the contracts that are open afterwards. */
  readonly openedFor: Amount;
  readonly terms: OverseaTerms;
}

function positionAfter(
  position: HeldPosition | undefined,
  request: FillRequest,
  { closed, opened, released, margin, openedFor, terms }: Change,
): PositionState | undefined {
  const { side, price } = request;
  if (position !== undefined && position.qty > closed) {
    const { id, entry, tpTick, slTick, overnight, heldFor } = position;
    const unchanged = { id, side: position.side, entryCommission: openedFor, overnight, heldFor };
    if (opened === 0)
      return {
        ...unchanged,
        qty: position.qty - closed,
        entry,
        margin: (position.margin - released) as Amount,
        tpTick,
        slTick,
      };
    return {
      ...unchanged,
      qty: position.qty + opened,
      entry: meanOf(entry, { held: BigInt(position.qty), added: BigInt(opened), price }),
      margin: (position.margin + margin) as Amount,
      tpTick: request.tpTick ?? tpTick,
      slTick: request.slTick ?? slTick,
    };
  }
  if (opened === 0) return undefined;
  return {
    id: request.eventId,
    side,
    qty: opened,
    entry: entryAt(price),
    margin,
    entryCommission: openedFor,
    tpTick: request.tpTick ?? 0,
    slTick: request.slTick ?? 0,
    overnight: false,
    // Nothing opens while the market is closed; a preview is computed all the same.
    heldFor: terms.session?.tradeDate ?? dayNumber(0),
  };
}

/** The free money after it, before an empty account is raised to zero. */
export const freeAfter = (free: Amount, plan: FillPlan): Amount =>
  (free + plan.released + plan.locked + plan.pnl - plan.commission - plan.margin) as Amount;
