// What an order means before it is sent: the engine's own preview with the page's data, as texts.
import { amount, divide, price, type Qty, qty, toDecimal } from '@maru/engine/amount';
import type { EntryRequest } from '@maru/engine/futures/commands';
import type { ExitLevel } from '@maru/engine/futures/events';
import type { OrderRefusal } from '@maru/engine/futures/order-plan';
import { type ExitPreview, largestQty, type OrderFigures, previewOrder } from '@maru/engine/futures/preview';
import { isFresh } from '@maru/engine/futures/standing';
import type { OrderSide } from '@maru/engine/futures/terms';
import type { EngineSurroundings } from '../account/use-surroundings.ts';
import type { OrderRequest } from '../orders/order-request.ts';

export interface OrderPreview {
  /** The first rule that it breaks; undefined when it would be taken. */
  readonly refusal: OrderRefusal | undefined;
  readonly figures: OrderFigures | undefined;
}

const levelOf = (at: string | undefined, isMark: boolean | undefined): ExitLevel | undefined =>
  at === undefined ? undefined : { price: price(at), by: isMark ? 'mark' : 'last' };

/** As the engine reads it. */
function entryRequest(request: OrderRequest): EntryRequest {
  const takeProfit = levelOf(request.takeProfit, request.isMarkTp);
  const stopLoss = levelOf(request.stopLoss, request.isMarkSl);
  return {
    side: request.tradeType,
    type: request.marketType,
    by: request.isMark ? 'mark' : 'last',
    leverage: request.leverage,
    marginType: request.marginType,
    reduceOnly: request.reduceOnly ?? false,
    postOnly: request.postOnly ?? false,
    immediate: request.ioc ?? false,
    ...(request.qty === undefined ? {} : { qty: qty(request.qty) }),
    ...(request.notional === undefined ? {} : { notional: amount(request.notional) }),
    ...(request.price === undefined ? {} : { price: price(request.price) }),
    ...(request.stopPrice === undefined ? {} : { trigger: price(request.stopPrice) }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  };
}

const asked = ({ facts, terms, quote, now, pricedOf }: EngineSurroundings, request: OrderRequest) => ({
  facts,
  terms,
  order: entryRequest(request),
  moment: { quote, now, pricedOf },
});

export const preview = (around: EngineSurroundings, request: OrderRequest): OrderPreview =>
  previewOrder(asked(around, request));

/** The largest quantity with which an order of this side would be taken. */
export const largest = (around: EngineSurroundings, request: OrderRequest): Qty =>
  largestQty(asked(around, request));

/** Is the newest price too old for orders that need one at once? */
export const isStale = ({ quote, terms, now }: EngineSurroundings): boolean => !isFresh(quote, terms, now);

/**
 * The quantity that the slider's whole length stands for: one that both sides would take, or the only one that a side
 * would.
 */
export function sliderQty(most: Readonly<Record<OrderSide, Qty>>): Qty {
  const { LONG, SHORT } = most;
  if (LONG === 0n || SHORT === 0n) return LONG > SHORT ? LONG : SHORT;
  return LONG < SHORT ? LONG : SHORT;
}

const HUNDRED = 100n;

/** So many percent of a quantity, down to the step. */
export const percentOf = (whole: Qty, percent: number, step: Qty): string =>
  toDecimal(divide(whole * BigInt(percent), HUNDRED * step, 'down') * step);

/** How many percent of it a quantity is, 0 to 100. */
export function percentIn(part: Qty | undefined, whole: Qty): number {
  if (part === undefined || whole <= 0n) return 0;
  return Math.min(100, Number(divide(part * HUNDRED, whole, 'half-up')));
}

/** `net` is after fees; `roe` is in percent. */
export const exitTexts = ({ net, roe }: ExitPreview) => ({
  net: toDecimal(net),
  roe: toDecimal(roe * HUNDRED),
});
