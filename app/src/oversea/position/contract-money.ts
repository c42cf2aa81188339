// The value of ticks and results of one contract in the wallet's currency, by the engine's own arithmetic: decimal
// texts in and out.

import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { amount, price as priceOf, toDecimal } from '@maru/engine/amount';
import { netIfClosed, netOfTicks } from '@maru/engine/oversea/net-profit';
import { ticksValue } from '@maru/engine/oversea/pricing';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import { entryOf, type TradedInstrument, termsOf } from './engine-view.ts';

/** The value of so many ticks of so many contracts, before any fee: `-7300`. */
export function ticksWorth(contract: TradedInstrument, ticks: number, qty: number): string | undefined {
  const terms = termsOf(contract);
  return terms && toDecimal(ticksValue({ ticks, qty }, terms, terms.unit));
}

/** The net profit of contracts opened now and closed so many ticks away, after all fees. */
export function ticksNet(contract: TradedInstrument, ticks: number, qty: number): string | undefined {
  const terms = termsOf(contract);
  return terms && toDecimal(netOfTicks({ ticks, qty }, terms, terms.unit).net);
}

type Position = Pick<WireOverseaPosition, 'tradeType' | 'qty' | 'entrySum' | 'entryOver' | 'entryCommission'>;

export interface NetTexts {
  readonly gross: string;
  /** The fees of opening and of closing. */
  readonly fees: string;
  readonly net: string;
}

/** The net profit of closing the whole position at this price, after all fees, and its parts. */
export function netAt(contract: TradedInstrument, position: Position, price: string): NetTexts | undefined {
  const terms = termsOf(contract);
  if (terms === undefined) return undefined;
  const { tradeType: side, qty, entryCommission } = position;
  const held = { side, qty, entry: entryOf(position), entryCommission: amount(entryCommission) };
  const { gross, net } = netIfClosed(held, priceOf(price), terms, terms.unit);
  return { gross: toDecimal(gross), fees: toDecimal(gross - net), net: toDecimal(net) };
}

/** The same at the price that closing now would get: a long position sells at the bid. */
export function netNow(
  contract: TradedInstrument & Pick<WireOverseaOption, 'lastPrice'>,
  position: Position,
  tick: Pick<LiveTick, 'bid' | 'ask'> | undefined,
): NetTexts | undefined {
  const price = position.tradeType === 'LONG' ? tick?.bid : tick?.ask;
  // Before the first tick only the list has a price.
  const at = price ?? contract.lastPrice;
  return at === null || at === undefined ? undefined : netAt(contract, position, at);
}
