// What a trade brought after its fees and its funding: every place that shows a profit takes it from here (decision
// 0027). What the insurance paid or kept belongs to it: a liquidated isolated position has lost all of its margin,
// neither less nor more, whatever the price of its fill was.
import { type Amount, amountOfUnits, type Price, type Rate, ZERO } from '../amount.ts';
import type { FuturesFill, PositionState } from './events.ts';
import type { FuturesTerms } from './terms.ts';
import { feeOf, pnlOf } from './value.ts';

export interface NetProfit {
  /** Of the prices alone. */
  readonly gross: Amount;
  readonly funding: Amount;
  /** What it had cost to open the closed part, and what it cost to close it. */
  readonly entryFee: Amount;
  readonly exitFee: Amount;
  readonly liquidationFee: Amount;
  /** From the insurance; below zero when it kept what was left of a margin. */
  readonly insured: Amount;
  readonly net: Amount;
}

export const netProfit = (parts: Omit<NetProfit, 'net'>): NetProfit => ({
  ...parts,
  net: amountOfUnits(
    parts.gross + parts.funding - parts.entryFee - parts.exitFee - parts.liquidationFee + parts.insured,
  ),
});

const NO_PROFIT: NetProfit = netProfit({
  gross: ZERO,
  funding: ZERO,
  entryFee: ZERO,
  exitFee: ZERO,
  liquidationFee: ZERO,
  insured: ZERO,
});

export type ClosingFill = Pick<
  FuturesFill,
  'closedQty' | 'pnl' | 'funding' | 'entryFee' | 'exitFee' | 'liquidationFee' | 'insured'
>;

/** Of the part that a fill closed; nothing where it closed nothing. */
export const netOfFill = (fill: ClosingFill): NetProfit => {
  if (fill.closedQty === 0n) return NO_PROFIT;
  const { pnl: gross, funding, entryFee, exitFee, liquidationFee, insured } = fill;
  return netProfit({ gross, funding, entryFee, exitFee, liquidationFee, insured });
};

/** Of a whole position, if the player closed it at this price and it had enough behind it. */
export const netIfClosed = (
  position: Pick<PositionState, 'side' | 'qty' | 'entry' | 'funding' | 'entryFee'>,
  exit: Price,
  terms: Pick<FuturesTerms, 'contract'> & { readonly feeRate: Rate },
  unit: Amount,
): NetProfit =>
  netProfit({
    gross: pnlOf(position, exit, terms, unit),
    funding: position.funding,
    entryFee: position.entryFee,
    exitFee: feeOf(position.qty, exit, { contract: terms.contract, rate: terms.feeRate }, unit),
    liquidationFee: ZERO,
    insured: ZERO,
  });
