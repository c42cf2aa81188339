// The rules of the prices and quantities of exits (docs/rules.md 3.7), as the twin reads them.
import type { AttachedExits } from '@maru/engine/futures/events';
import type { FuturesTerms, Priced } from '@maru/engine/futures/terms';
import { type Account, pricedOf, type TwinPosition } from './twin.ts';
import { crossWorth, liquidationAt } from './twin-account.ts';

/** A part of a position is on the step, and not more than there is. */
export function partFault(
  qty: bigint | undefined,
  held: Pick<TwinPosition, 'qty'>,
  { qtyStep }: FuturesTerms,
): string | undefined {
  if (qty === undefined) return undefined;
  if (qty <= 0n) return 'ENTER_QTY';
  if (qty % qtyStep !== 0n) return 'QTY_OFF_STEP';
  return qty > held.qty ? 'ABOVE_HOLDINGS' : undefined;
}

export const isOff = (price: bigint, { tickSize }: Pick<FuturesTerms, 'tickSize'>) =>
  price <= 0n || price % tickSize !== 0n;

/** On the tick, not reached yet, and a stop-loss on this side of the liquidation. */
export function exitLevelsFault(
  { takeProfit, stopLoss }: AttachedExits,
  side: string,
  at: { readonly last: bigint; readonly mark: bigint },
  terms: FuturesTerms,
  liquidation: bigint | undefined,
): string | undefined {
  const isLong = side === 'LONG';
  for (const level of [takeProfit, stopLoss])
    if (level !== undefined && isOff(level.price, terms)) return 'PRICE_OFF_TICK';
  if (takeProfit !== undefined) {
    const price = at[takeProfit.by];
    if (isLong ? price >= takeProfit.price : price <= takeProfit.price) return 'TPSL_REJECTED';
  }
  if (stopLoss === undefined) return undefined;
  const price = at[stopLoss.by];
  if (isLong ? price <= stopLoss.price : price >= stopLoss.price) return 'TPSL_REJECTED';
  if (liquidation === undefined) return undefined;
  const isBeyond = isLong ? stopLoss.price <= liquidation : stopLoss.price >= liquidation;
  return isBeyond ? 'TPSL_BEYOND_LIQUIDATION' : undefined;
}

/** New levels of a position that is open. */
export function exitsOfHeldFault(
  account: Account,
  held: TwinPosition,
  exits: AttachedExits,
  { terms, quote, priced }: Priced & { readonly priced: readonly Priced[] },
): string | undefined {
  const fault = exitLevelsFault(exits, held.side, quote, terms, undefined);
  if (fault !== undefined || exits.stopLoss === undefined) return fault;
  const pricesOf = (instrument: number) =>
    instrument === terms.instrument ? { terms, quote } : pricedOf(priced, instrument);
  const own = { ...account, wallet: held.wallet };
  if (held.marginType === 'CROSS' && crossWorth(own, pricesOf) === undefined) return 'PRICES_MISSING';
  return exitLevelsFault(exits, held.side, quote, terms, liquidationAt(own, held, pricesOf));
}
