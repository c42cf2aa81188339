// How much of a lead a follower copies (docs/rules.md 5.3, 5.4). The desk decides with it, the app previews with it, and
// the simulation of the last days asks it too.
import {
  type Amount,
  amountOfUnits,
  divide,
  ONE,
  type Price,
  type Qty,
  type Rate,
  smaller,
  ZERO,
} from '../amount.ts';
import { affordableQty, costOf, isTooSmall, qtyWorth } from '../futures/order-qty.ts';
import type { FuturesTerms, OrderSide } from '../futures/terms.ts';
import { feeOf, initialMargin } from '../futures/value.ts';
import type { CopyFollow, CopyLead, FollowSettings } from './state.ts';

export interface SizeRequest {
  /** What the trader's opening took without the fee. */
  readonly traderMargin: Amount;
  readonly settings: Pick<FollowSettings, 'multiplyPer' | 'oneMaxBet' | 'maxBet'>;
  /** Margin in open copies. */
  readonly used: Amount;
  /** What may be spent: margin and fee together. Undefined: as much as is needed. */
  readonly available: Amount | undefined;
  readonly leverage: number;
  readonly price: Price;
  readonly unit: Amount;
}

export interface CopyQty {
  readonly want: Amount;
  /** After both caps, before the step of the quantity. */
  readonly capped: Amount;
  /** After the cap of one order alone. */
  readonly wanted: Amount;
  readonly qty: Qty;
  /**
   * Undefined when it can be opened. CAP: without the cap of all copies it would be large enough, so `capped` is what is
   * left of that.
   */
  readonly missed: 'CAP' | 'BALANCE' | 'MIN_QTY' | undefined;
}

export interface CopySize extends CopyQty {
  readonly wantedQty: Qty;
  /** What opening it takes. */
  readonly margin: Amount;
  readonly fee: Amount;
}

/** As much of the terms as a size needs. */
export type SizedBy = Pick<FuturesTerms, 'contract' | 'qtyStep' | 'qtyLeast' | 'notionalLeast' | 'feeRate'>;

/** Margin and fee as well, for who shows them before there is a copy. */
export function copySize(request: SizeRequest, terms: SizedBy): CopySize {
  const size = copyQty(request, terms);
  const { leverage, price, unit } = request;
  return {
    ...size,
    wantedQty: wantedQty(size, request),
    margin: initialMargin(size.qty, price, leverage, terms, unit),
    fee: feeOf(size.qty, price, { contract: terms.contract, rate: terms.feeRate }, unit),
  };
}

export function copyQty(request: SizeRequest, terms: SizedBy): CopyQty {
  const { traderMargin, settings, used, available, leverage, price, unit } = request;
  const want = amountOfUnits(divide(traderMargin * BigInt(settings.multiplyPer), 100n, 'down'));
  const wanted = smaller(want, settings.oneMaxBet);
  const left = settings.maxBet > used ? amountOfUnits(settings.maxBet - used) : ZERO;
  const capped = smaller(wanted, left);
  const worth = (margin: Amount) => amountOfUnits(margin * BigInt(leverage));
  const boughtBy = (margin: Amount) => qtyWorth(worth(margin), price, terms, false);
  const asked = boughtBy(capped);
  const isPaid = available === undefined || costOf(asked, price, { leverage }, terms, unit) <= available;
  const qty = isPaid ? asked : affordableQty(available, price, { leverage }, terms, unit);
  const isSmall = (size: Qty) => size <= 0n || isTooSmall(size, price, terms);
  const reason = () => {
    if (!isSmall(asked)) return 'BALANCE';
    return isSmall(boughtBy(wanted)) ? 'MIN_QTY' : 'CAP';
  };
  return {
    want,
    capped,
    wanted,
    qty,
    missed: isSmall(qty) ? reason() : undefined,
  };
}

/** What would be bought without the cap of all copies, before the step. */
export const wantedQty = (
  { wanted }: Pick<CopyQty, 'wanted'>,
  { leverage, price }: Pick<SizeRequest, 'leverage' | 'price'>,
): Qty => divide(wanted * BigInt(leverage) * ONE, price, 'down') as Qty;

/** The least that can be traded at this price, on the step. */
export function leastQty(price: Price, { qtyStep, qtyLeast, notionalLeast }: SizedBy): Qty {
  const worth = divide(notionalLeast * ONE, price * qtyStep, 'up') * qtyStep;
  return (worth > qtyLeast ? worth : qtyLeast) as Qty;
}

/** The trader's, or less where the follower or the instrument allows less. */
export const copyLeverage = (
  { leverage }: Pick<CopyLead, 'leverage'>,
  { maxLeverage = leverage }: Pick<FollowSettings, 'maxLeverage'>,
  { leverageMost }: Pick<FuturesTerms, 'leverageMost'>,
): number => Math.min(leverage, maxLeverage, leverageMost);

/** What closes of a copy when so much of so much was closed: on the step, and the last close takes everything. */
export const closingQty = (
  copy: Qty,
  { closed, of }: Pick<CopyLead, 'closed' | 'of'>,
  { qtyStep }: Pick<FuturesTerms, 'qtyStep'>,
): Qty => (closed >= of ? copy : ((divide(copy * closed, of * qtyStep, 'down') * qtyStep) as Qty));

/** How much worse than this price another one is, for who trades on this side: below zero when it is better. */
export const worseBy = (side: OrderSide, found: Price, than: Price): Rate =>
  divide((side === 'LONG' ? found - than : than - found) * ONE, than, 'up') as Rate;

/** The tighter of the instrument's and the follower's own. */
export const entryGuardOf = (
  { entryGuard: own }: Pick<CopyFollow, 'entryGuard'>,
  ofInstrument: Rate,
): Rate => (own !== undefined && own < ofInstrument ? own : ofInstrument);
