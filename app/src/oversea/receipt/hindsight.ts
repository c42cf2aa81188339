// The smallest single change that would have prevented a loss-cut, computed afterwards from the prices that followed.
import type { OverseaReceipt } from '@maru/contract/oversea/receipt';
import { amount, amountOfUnits, divide, type Price, price, toDecimal } from '@maru/engine/amount';
import { pnlOf, priceWherePnl, ticksValue, tpslPrices } from '@maru/engine/oversea/pricing';
import { entryOf, receiptTermsOf } from '../position/engine-view.ts';

export interface Hindsight {
  /** The worst price between the cut and the end of the known prices. */
  readonly worst: string;
  /** The money that would have been needed in addition. */
  readonly extra: string;
  /** How many contracts would have survived; 0 where not even one. */
  readonly contracts: number;
  /** A stop-loss at this distance would have closed here, with this loss. */
  readonly stop: { readonly price: string; readonly ticks: number; readonly loss: string };
  /** The price at which the equity was at the loss-cut level. */
  readonly cutPrice: string;
}

interface Seen {
  /** Lows and highs of the prices after the cut, as decimal texts. */
  readonly lows: readonly string[];
  readonly highs: readonly string[];
  readonly stopTicks: number;
}

/** Undefined for a fill that was no loss-cut. Other positions are valued as at the cut. */
export function hindsightOf(
  receipt: OverseaReceipt,
  { lows, highs, stopTicks }: Seen,
): Hindsight | undefined {
  const { fill, closed, contract, tick } = receipt;
  const losscut = receipt.forced?.losscut;
  if (closed === null || !losscut) return undefined;
  const { unit, ...value } = receiptTermsOf(contract);
  const entry = entryOf(closed);
  const held = (contracts: number) => ({ side: closed.tradeType, qty: contracts, entry });
  const isLong = closed.tradeType === 'LONG';
  const seen = [tick.last, fill.price, ...(isLong ? lows : highs)].map(price);
  const worst = seen.reduce((a, b) => (isLong === b < a ? b : a));

  const atCut = pnlOf(held(fill.closedQty), price(tick.last), value, unit);
  /** Everything except this position's profit: money, margin and the other positions. */
  const rest = amount(losscut.equity) - atCut;
  const equityAt = (contracts: number, at: Price) => rest + pnlOf(held(contracts), at, value, unit);
  const level = amount(losscut.level);
  const missing = level - equityAt(fill.closedQty, worst) + unit;
  // The level is a share of the margin, and the margin is proportional to the contracts. Where other positions had a
  // part in it, that part is unknown here: then fewer contracts are compared with the whole level, which understates
  // the result.
  const isAlone = receipt.forced?.fillIds.length === 1;
  const levelOf = (contracts: number) =>
    isAlone ? divide(level * BigInt(contracts), BigInt(fill.closedQty), 'up') : level;
  let contracts = fill.closedQty - 1;
  while (contracts > 0 && equityAt(contracts, worst) <= levelOf(contracts)) contracts -= 1;

  const { sl } = tpslPrices({ side: closed.tradeType, entry, tpTick: 0, slTick: stopTicks }, value.tickSize);
  return {
    worst: toDecimal(worst),
    extra: toDecimal(missing > unit ? missing : unit),
    contracts,
    stop: {
      price: toDecimal(sl ?? price(fill.price)),
      ticks: stopTicks,
      loss: toDecimal(ticksValue({ ticks: -stopTicks, qty: fill.closedQty }, value, unit)),
    },
    cutPrice: toDecimal(priceWherePnl(held(fill.closedQty), amountOfUnits(level - rest), value, unit)),
  };
}
