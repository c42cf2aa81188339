// Figures of a position: its share of the margin, and the price of a distance.
import { MISSING } from '@maru/client/format';
import { formatRoe } from '@maru/client/format-amount';
import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { divide, ONE, price, storedUnits, toDecimal } from '@maru/engine/amount';
import { tpslPrices } from '@maru/engine/oversea/pricing';
import { entryOf } from './engine-view.ts';

const unitsOf = (text: string): bigint => storedUnits(text) ?? 0n;

/** Profit or loss in percent of the position's margin. */
export function shareOfMargin(profit: string | undefined, margin: string): string {
  const base = unitsOf(margin);
  if (profit === undefined || base === 0n) return MISSING;
  return formatRoe(toDecimal(divide(unitsOf(profit) * 100n * ONE, base, 'down')));
}

export type Leg = 'TP' | 'SL';

/** The price so many ticks from the mean, on the grid; undefined for no ticks. */
export function levelAt(
  position: Pick<WireOverseaPosition, 'tradeType' | 'entrySum' | 'entryOver'>,
  { tickSize }: Pick<WireOverseaOption, 'tickSize'>,
  leg: Leg,
  ticks: number,
): string | undefined {
  const held = { side: position.tradeType, entry: entryOf(position), tpTick: ticks, slTick: ticks };
  const { tp, sl } = tpslPrices(held, price(tickSize));
  const level = leg === 'TP' ? tp : sl;
  return level === undefined ? undefined : toDecimal(level);
}
