// What a wallet of coin futures is worth with everything that is open in it at its mark: the page of all assets shows
// it, and the time machine values past positions in the same way.
import { type Amount, larger, type Price, plus, sum } from '../amount.ts';
import { type HeldPosition, shownPoint } from './standing.ts';
import { isIsolated, pnlOf, type Valued } from './value.ts';

type Valuable = Pick<HeldPosition, 'side' | 'qty' | 'entry' | 'marginType' | 'margin' | 'funding'>;

/** All that an isolated position can lose is what was set aside for it (docs/rules.md 3.12). */
export function profitOf(position: Valuable, mark: Price, valued: Valued, unit: Amount): Amount {
  const profit = pnlOf(position, mark, valued, unit);
  if (!isIsolated(position)) return profit;
  return larger(profit, -(position.margin + position.funding) as Amount);
}

/** An isolated position, with its profit at the mark. */
export interface MarkedIsolated extends Pick<HeldPosition, 'margin' | 'funding'> {
  readonly profit: Amount;
}

export interface WalletWorth {
  /** Free money, and what isolated positions have set aside. */
  readonly cash: Amount;
  readonly funding: Amount;
  readonly profit: Amount;
  /** The three together; what the cross positions leave of the free money is never below nothing (I02). */
  readonly worth: Amount;
}

export function walletWorth(
  cross: Parameters<typeof shownPoint>[0],
  isolated: readonly MarkedIsolated[],
): WalletWorth {
  const margin = sum(isolated.map((each) => each.margin));
  const funding = sum(isolated.map((each) => each.funding));
  const profit = sum(isolated.map((each) => each.profit));
  return {
    cash: plus(cross.playerPoint, margin),
    funding: plus(cross.minusFundingFee, funding),
    profit: plus(cross.markPnl, profit),
    worth: sum([shownPoint(cross), margin, funding, profit]),
  };
}
