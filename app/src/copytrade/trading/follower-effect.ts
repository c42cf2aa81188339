// What closing a trader's position does to the copies of it, at the price of now and after fees: computed from the sums
// of all copies (docs/rules.md 5.4).
import type { CopiedBy } from '@maru/contract/copytrade/history';
import {
  type Amount,
  amount,
  amountOfUnits,
  divide,
  type Price,
  type Qty,
  qty,
  ZERO,
} from '@maru/engine/amount';
import type { FuturesTerms, OrderSide } from '@maru/engine/futures/terms';
import { feeOf, shareOf, UNIT } from '@maru/engine/futures/value';

export interface FollowerEffect {
  /** Each copy is rounded down to the step by itself: together it may be a little less. */
  readonly qty: Qty;
  readonly profit: Amount;
}

interface Closing {
  readonly side: OrderSide;
  readonly price: Price;
  /** Of the trader's position: so much of so much. */
  readonly part: Qty;
  readonly of: Qty;
}

export function followerEffect(
  copied: Pick<CopiedBy, 'qty' | 'entryValue' | 'entryFee' | 'funding'>,
  { side, price, part, of }: Closing,
  terms: Pick<FuturesTerms, 'contract' | 'feeRate' | 'qtyStep'>,
): FollowerEffect {
  const all = qty(copied.qty);
  if (all === 0n) return { qty: all, profit: ZERO };
  const closed = part >= of ? all : ((divide(all * part, of * terms.qtyStep, 'down') * terms.qtyStep) as Qty);
  const entryValue = shareOf(amount(copied.entryValue), { part: closed, of: all }, UNIT);
  const value = divide(closed * price, 100_000_000n, 'down');
  const gross = side === 'LONG' ? value - entryValue : entryValue - value;
  const entryFee = shareOf(amount(copied.entryFee), { part: closed, of: all }, UNIT);
  const funding = shareOf(amount(copied.funding), { part: closed, of: all }, UNIT);
  const exitFee = feeOf(closed, price, { contract: terms.contract, rate: terms.feeRate }, UNIT);
  return { qty: closed, profit: amountOfUnits(gross - entryFee - exitFee + funding) };
}
