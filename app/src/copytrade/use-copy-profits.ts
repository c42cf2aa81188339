// What open copies would bring if they were closed now, live, by the engine's own function: after the fees of both ends
// and funding, as the loss limit counts them.
import type { CopyPosition } from '@maru/contract/copytrade/wire';
import { type Amount, amount, amountOfUnits, divide, ONE, qty, toDecimal, ZERO } from '@maru/engine/amount';
import { openProfit } from '@maru/engine/copytrade/loss-limit';
import type { Priced } from '@maru/engine/futures/terms';
import { heldOf } from '../futures/account/engine-view.ts';
import { useListedFutures } from '../futures/account/use-futures-instruments.ts';
import { useMarks } from '../futures/account/use-marks.ts';
import { pricedIn } from '../futures/account/use-surroundings.ts';

export interface CopyProfit {
  readonly profit: Amount;
  /** Of the margin, in percent. */
  readonly percent: string;
}

const profitOfCopy = (copy: CopyPosition, priced: Priced): Amount =>
  openProfit({ qty: qty(copy.qty) }, heldOf(copy.position), priced);

/** Terms and newest prices by the number of the instrument; one without a price is absent. */
export function usePriced(stocks: readonly string[]): ReadonlyMap<number, Priced> {
  const { reply: instruments = [] } = useListedFutures();
  return pricedIn(instruments, useMarks(stocks));
}

/** By the follower's position; one without a price is absent. */
export function useCopyProfits(copies: readonly CopyPosition[]): ReadonlyMap<number, CopyProfit> {
  const priced = usePriced(copies.map(({ stock }) => stock));
  const profits = new Map<number, CopyProfit>();
  for (const copy of copies) {
    const own = priced.get(copy.futuresOptionId);
    if (own === undefined) continue;
    const profit = profitOfCopy(copy, own);
    const margin = amount(copy.margin);
    const percent = margin === ZERO ? 0n : divide(profit * 100n * ONE, margin, 'down');
    profits.set(copy.futuresFollowerOrderId, { profit, percent: toDecimal(percent) });
  }
  return profits;
}

/** Undefined while one of them has no price; nothing without copies. */
export function sumOfProfits(
  copies: readonly CopyPosition[],
  profits: ReadonlyMap<number, CopyProfit>,
): Amount | undefined {
  let sum = 0n;
  for (const { futuresFollowerOrderId } of copies) {
    const own = profits.get(futuresFollowerOrderId);
    if (own === undefined) return undefined;
    sum += own.profit;
  }
  return amountOfUnits(sum);
}
