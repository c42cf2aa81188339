// The refusal that an exit would get, before it is sent.
import type { RefusalCode } from '@maru/contract/refusals';
import { price as priceOf } from '@maru/engine/amount';
import { exitFault } from '@maru/engine/futures/exit-orders';
import { liquidationPriceOf } from '@maru/engine/futures/liquidation-prices';
import { isFresh } from '@maru/engine/futures/standing';
import { heldOf } from '../account/engine-view.ts';
import type { Holding } from '../account/use-holdings.ts';
import type { EngineSurroundings } from '../account/use-surroundings.ts';
import type { ExitLeg } from '../order-form/order-ticket.ts';

/** Undefined where it would be taken, and while there is nothing to judge. */
export function exitRefusal(
  kind: 'takeProfit' | 'stopLoss',
  { price, isMark }: ExitLeg,
  { position }: Pick<Holding, 'position'>,
  around: EngineSurroundings | undefined,
): RefusalCode | undefined {
  if (price === '' || around === undefined) return undefined;
  const { quote, terms, now, facts, pricedOf } = around;
  if (!isFresh(quote, terms, now)) return 'NO_FRESH_PRICE';
  const held = heldOf(position);
  const level = { price: priceOf(price), by: isMark ? 'mark' : 'last' } as const;
  const liquidation = liquidationPriceOf(held, facts, pricedOf);
  return exitFault({ [kind]: level }, held.side, quote, { tickSize: terms.tickSize, liquidation });
}
