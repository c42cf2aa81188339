// What ticks and results of one contract are worth in the wallet's currency, with the engine's own arithmetic: decimal
// texts in and out.
import type { WireOverseaOption } from '@maru/contract/market';
import type { WireOverseaPosition } from '@maru/contract/oversea';
import { price as priceOf, print } from '@maru/engine/amount';
import { pnlOf, ticksValue } from '@maru/engine/oversea/pricing';
import { termsOf } from './engine-view.ts';

type Contract = Pick<WireOverseaOption, 'id' | 'tickSize' | 'multiplier' | 'isRest' | 'terms'>;

/** So many ticks of so many contracts: `-7300`. */
export function ticksWorth(contract: Contract, ticks: number, qty: number): string | undefined {
  const terms = termsOf(contract);
  return terms && print(ticksValue({ ticks, qty }, terms, terms.unit));
}

/** What the position has won or lost at this price, before commission. */
export function profitAt(
  contract: Contract,
  position: Pick<WireOverseaPosition, 'tradeType' | 'qty' | 'entrySum' | 'entryOver'>,
  price: string,
): string | undefined {
  const terms = termsOf(contract);
  const entry = { sum: BigInt(position.entrySum), over: BigInt(position.entryOver) };
  const held = { side: position.tradeType, qty: position.qty, entry };
  return terms && print(pnlOf(held, priceOf(price), terms, terms.unit));
}
