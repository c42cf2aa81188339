// What a fill would do to a position and to the money of its player, before anything is done. Pure functions that the
// decision, the preview and the scenario share (docs/rules.md 3.6).
import { type Amount, type Price, type Qty, ZERO } from '../amount.ts';
import { type Entry, entryAt, harmonicMeanOf, meanOf } from '../entry.ts';
import type { Millis } from '../time.ts';
import type { PositionState } from './events.ts';
import { splitOf } from './netting.ts';
import type { HeldPosition } from './standing.ts';
import type { Contract, FuturesTerms, MarginType, OrderSide } from './terms.ts';
import { feeOf, initialMargin, isInverse, isIsolated, pnlOf, shareOf } from './value.ts';

export interface FillRequest {
  readonly side: OrderSide;
  readonly qty: Qty;
  readonly price: Price;
  /** Of what it opens. */
  readonly leverage: number;
  readonly marginType: MarginType;
  /** The number of a position that this opens, and when. */
  readonly eventId: number;
  readonly now: Millis;
  /** Given by a liquidation, whose fees are limited by what is left. */
  readonly fees?: { readonly fee: Amount; readonly liquidationFee: Amount };
  /** An isolated position is liquidated: all of its margin goes to the insurance, which settles the rest. */
  readonly isForfeited?: boolean;
}

export type PlanTerms = Pick<FuturesTerms, 'contract' | 'feeRate'>;

/** A fill closes or opens; an order that reverses a position makes two of them (A26). */
export interface FillPlan {
  readonly before: HeldPosition | undefined;
  readonly position: PositionState | undefined;
  readonly closedQty: Qty;
  readonly openedQty: Qty;
  readonly pnl: Amount;
  /** Posted with the closed part. */
  readonly funding: Amount;
  readonly fee: Amount;
  readonly liquidationFee: Amount;
  /** Of the closed part: what opening it had cost. */
  readonly entryFee: Amount;
  /** Isolated margin that is no longer set aside, and that is newly set aside. */
  readonly released: Amount;
  readonly margin: Amount;
  /** What the insurance pays; below zero what it keeps of a forfeited margin. */
  readonly insured: Amount;
  readonly isForfeited: boolean;
}

const NONE = 0n as Qty;

export function planFills(
  position: HeldPosition | undefined,
  request: FillRequest,
  terms: PlanTerms,
  unit: Amount,
): readonly FillPlan[] {
  const { closed, opened } = splitOf(position, request);
  const plans: FillPlan[] = [];
  if (position !== undefined && closed > 0n) plans.push(planClose(position, closed, request, terms, unit));
  if (opened > 0n) plans.push(planOpen(closed > 0n ? undefined : position, opened, request, terms, unit));
  return plans;
}

/** What closes of a position; its entry stays as it is (A25). */
export function planClose(
  position: HeldPosition,
  closed: Qty,
  { price, fees, isForfeited = false }: Pick<FillRequest, 'price' | 'fees' | 'isForfeited'>,
  terms: PlanTerms,
  unit: Amount,
): FillPlan {
  const part = { part: closed, of: position.qty };
  const pnl = pnlOf({ ...position, qty: closed }, price, terms, unit);
  const funding = shareOf(position.funding, part, unit);
  const entryFee = shareOf(position.entryFee, part, unit);
  const fee = fees?.fee ?? feeOf(closed, price, { contract: terms.contract, rate: terms.feeRate }, unit);
  const { released, insured } = isForfeited
    ? { released: position.margin, insured: -(position.margin + funding + pnl - fee) as Amount }
    : coveredLoss(position, { pnl, funding, share: shareOf(position.margin, part, unit) });
  return {
    before: position,
    position: leftOf(position, closed, { released, funding, entryFee }),
    closedQty: closed,
    openedQty: NONE,
    pnl,
    funding,
    fee,
    liquidationFee: fees?.liquidationFee ?? ZERO,
    entryFee,
    released,
    margin: ZERO,
    insured,
    isForfeited,
  };
}

/**
 * A loss of an isolated position is paid by its own margin: first by the share that is released, then by what would
 * stay, and beyond it by the insurance, as in a liquidation (docs/rules.md 3.6).
 */
function coveredLoss(
  position: HeldPosition,
  { pnl, funding, share }: { readonly pnl: Amount; readonly funding: Amount; readonly share: Amount },
): { readonly released: Amount; readonly insured: Amount } {
  const left = share + pnl + funding;
  if (!isIsolated(position) || left >= 0n) return { released: share, insured: ZERO };
  const staying = position.margin - share;
  const taken = staying < -left ? staying : -left;
  return { released: (share + taken) as Amount, insured: (-left - taken) as Amount };
}

function leftOf(
  position: HeldPosition,
  closed: Qty,
  gone: { readonly released: Amount; readonly funding: Amount; readonly entryFee: Amount },
): PositionState | undefined {
  if (closed === position.qty) return undefined;
  return {
    ...stateOf(position),
    qty: (position.qty - closed) as Qty,
    margin: (position.margin - gone.released) as Amount,
    funding: (position.funding - gone.funding) as Amount,
    entryFee: (position.entryFee - gone.entryFee) as Amount,
  };
}

function planOpen(
  position: HeldPosition | undefined,
  opened: Qty,
  request: FillRequest,
  terms: PlanTerms,
  unit: Amount,
): FillPlan {
  const { side, price, leverage, marginType, eventId, now } = request;
  const { contract, feeRate } = terms;
  const fee = feeOf(opened, price, { contract, rate: feeRate }, unit);
  const margin = marginType === 'ISOLATED' ? initialMargin(opened, price, leverage, terms, unit) : ZERO;
  const after: PositionState =
    position === undefined
      ? {
          id: eventId,
          side,
          qty: opened,
          entry: entryAt(price),
          leverage,
          marginType,
          margin,
          funding: ZERO,
          entryFee: fee,
          openedAt: now,
        }
      : {
          ...stateOf(position),
          qty: (position.qty + opened) as Qty,
          entry: entryAfter(position.entry, contract, { held: position.qty, added: opened, price }),
          margin: (position.margin + margin) as Amount,
          entryFee: (position.entryFee + fee) as Amount,
        };
  return {
    before: position,
    position: after,
    closedQty: NONE,
    openedQty: opened,
    pnl: ZERO,
    funding: ZERO,
    fee,
    liquidationFee: ZERO,
    entryFee: ZERO,
    released: ZERO,
    margin,
    insured: ZERO,
    isForfeited: false,
  };
}

/** The mean of coins or, of an inverse contract, of dollars (docs/rules.md 3.3). */
const entryAfter = (entry: Entry, contract: Contract, added: Parameters<typeof meanOf>[1]): Entry =>
  isInverse(contract) ? harmonicMeanOf(entry, added) : meanOf(entry, added);

/** Without what says whose and where it is. */
export function stateOf(position: HeldPosition): PositionState {
  const { id, side, qty, entry, leverage, marginType, margin, funding, entryFee, openedAt, warnedAt } =
    position;
  const state = { id, side, qty, entry, leverage, marginType, margin, funding, entryFee, openedAt };
  return warnedAt === undefined ? state : { ...state, warnedAt };
}

/** The free money after them, before an account that owes is raised to zero. */
export function freeAfter(free: Amount, plans: readonly FillPlan[]): Amount {
  let after: bigint = free;
  for (const plan of plans) {
    if (plan.isForfeited) continue;
    after += plan.released + plan.pnl + plan.funding + plan.insured;
    after -= plan.fee + plan.liquidationFee + plan.margin;
  }
  return after as Amount;
}

/** The position of the instrument when all of them are done. */
export const positionAfter = (plans: readonly FillPlan[]): PositionState | undefined =>
  plans.at(-1)?.position;
