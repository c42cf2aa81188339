// What a trade brought after its fees: net = price result − entry commission of the closed part − exit commission. Every
// place that shows a profit takes it from here (decision 0027).
import { type Amount, amountOfUnits, divide, type Price, ZERO } from '../amount.ts';
import { assert } from '../assert.ts';
import type { OverseaFill, PositionState } from './events.ts';
import { type ContractValue, type Held, perContract, pnlOf, ticksValue } from './pricing.ts';
import type { OverseaTerms } from './terms.ts';

export interface NetProfit {
  /** Of the prices alone. */
  readonly gross: Amount;
  /** What it had cost to open the closed contracts, and what it cost to close them. */
  readonly entryCommission: Amount;
  readonly exitCommission: Amount;
  readonly net: Amount;
}

export const netProfit = ({ gross, entryCommission, exitCommission }: Omit<NetProfit, 'net'>): NetProfit => ({
  gross,
  entryCommission,
  exitCommission,
  net: amountOfUnits(gross - entryCommission - exitCommission),
});

const NO_PROFIT: NetProfit = netProfit({ gross: ZERO, entryCommission: ZERO, exitCommission: ZERO });

/** Pro rata, rounded down; the last part has all that is left, so that the parts add up to the whole. */
export const shareOf = (
  whole: Amount,
  { part, of }: { readonly part: number; readonly of: number },
  unit: Amount,
): Amount =>
  part === of ? whole : ((divide(whole * BigInt(part), BigInt(of) * unit, 'down') * unit) as Amount);

export type ClosingFill = Pick<OverseaFill, 'closedQty' | 'pnl' | 'entryCommission' | 'exitCommission'>;

/** Of the part that a fill closed; nothing where it closed nothing. */
export function netOfFill({
  closedQty,
  pnl: gross,
  entryCommission,
  exitCommission,
}: ClosingFill): NetProfit {
  if (closedQty === 0) return NO_PROFIT;
  assert(
    entryCommission !== undefined && exitCommission !== undefined,
    'a closing fill has both commissions',
  );
  return netProfit({ gross, entryCommission, exitCommission });
}

type Fees = ContractValue & Pick<OverseaTerms, 'commission'>;

/** Of a whole position, if it were closed at this price. */
export function netIfClosed(
  position: Held & Pick<PositionState, 'entryCommission'>,
  exit: Price,
  terms: Fees,
  unit: Amount,
): NetProfit {
  return netProfit({
    gross: pnlOf(position, exit, terms, unit),
    entryCommission: position.entryCommission,
    exitCommission: perContract(position.qty, terms.commission, unit),
  });
}

/** Of contracts that are opened now and closed so many ticks away. */
export function netOfTicks(
  { ticks, qty }: { readonly ticks: number; readonly qty: number },
  terms: Fees & Pick<OverseaTerms, 'tickSize'>,
  unit: Amount,
): NetProfit {
  const commission = perContract(qty, terms.commission, unit);
  return netProfit({
    gross: ticksValue({ ticks, qty }, terms, unit),
    entryCommission: commission,
    exitCommission: commission,
  });
}

/** The fewest ticks that bring more than both commissions of these contracts. */
export function ticksBeyondFees(
  qty: number,
  fees: Amount,
  terms: ContractValue & Pick<OverseaTerms, 'tickSize'>,
  unit: Amount,
): number {
  const worth = (ticks: number) => ticksValue({ ticks, qty }, terms, unit);
  let [low, high] = [0, 1];
  while (worth(high) <= fees && high < Number.MAX_SAFE_INTEGER / 2) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (worth(middle) > fees) high = middle;
    else low = middle;
  }
  return high;
}
