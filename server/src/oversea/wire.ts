// Orders, positions and fills of overseas futures in their wire form, made from those of the engine.
import type { WireOverseaFill, WireOverseaOrder, WireOverseaPosition } from '@maru/contract/oversea/calls';
import { type Amount, type Price, toDecimal } from '@maru/engine/amount';
import { entryText } from '@maru/engine/entry';
import { formatIsoDate } from '@maru/engine/market/calendar-date';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Fires } from '@maru/engine/market/trigger-index';
import type { CancelReason, FillCause, OpenPosition, OverseaFill } from '@maru/engine/oversea/events';
import { type NetProfit, netOfFill } from '@maru/engine/oversea/net-profit';
import { tpslPrices } from '@maru/engine/oversea/pricing';
import type { OverseaOrder } from '@maru/engine/oversea/state';
import type { Millis } from '@maru/engine/time';

/** A fill's number on the wire is its event's number times this, plus its index in the event. */
export const FILLS_PER_EVENT = 32;

/** The part of an instrument that an order, a position or a fill shows. */
export type ShownInstrument = Pick<Instrument, 'code' | 'precision' | 'tickSize'>;

/** An order of the book, or the part of one that is in the event that ended it. */
interface ShownOrder
  extends Pick<OverseaOrder, 'id' | 'instrument' | 'side' | 'qty' | 'reduceOnly' | 'placedAt'> {
  readonly type: OverseaOrder['type'] | 'MARKET';
  readonly price?: Price;
  readonly fires?: Fires;
  readonly tpTick?: number | undefined;
  readonly slTick?: number | undefined;
  /** Only while it rests. */
  readonly margin?: Amount;
}

type OrderEnd =
  | { readonly status: 'FILLED' }
  | { readonly status: 'CANCELED'; readonly reason: CancelReason };

/** Without an end it rests. */
export function wireOrder(order: ShownOrder, { code }: ShownInstrument, end?: OrderEnd): WireOverseaOrder {
  const isTrigger = order.type === 'STOPMARKET';
  return {
    id: order.id,
    overseaOptionId: order.instrument,
    stock: code,
    tradeType: order.side,
    marketType: order.type,
    status: end?.status ?? (isTrigger ? 'WAITING' : 'OPEN'),
    qty: order.qty,
    price: order.price === undefined ? null : toDecimal(order.price),
    fires: isTrigger ? (order.fires ?? null) : null,
    reduceOnly: order.reduceOnly,
    tpTick: order.tpTick ?? null,
    slTick: order.slTick ?? null,
    margin: end === undefined ? toDecimal(order.margin ?? 0n) : '0',
    cancelReason: end?.status === 'CANCELED' ? end.reason : null,
    createdMillis: order.placedAt,
  };
}

export function wirePosition(
  position: OpenPosition & { readonly instrument: number },
  { code, precision, tickSize }: ShownInstrument,
): WireOverseaPosition {
  const { id, instrument, side, qty, entry, margin, entryCommission, tpTick, slTick } = position;
  const { tp, sl } = tpslPrices(position, tickSize);
  return {
    id,
    overseaOptionId: instrument,
    stock: code,
    tradeType: side,
    qty,
    entrySum: String(entry.sum),
    entryOver: String(entry.over),
    entryPrice: entryText(entry, precision),
    margin: toDecimal(margin),
    entryCommission: toDecimal(entryCommission),
    tpTick,
    slTick,
    tpPrice: tp === undefined ? null : toDecimal(tp),
    slPrice: sl === undefined ? null : toDecimal(sl),
    isOvernight: position.overnight,
    heldFor: formatIsoDate(position.heldFor),
    createdMillis: position.openedAt,
  };
}

const FORCED: ReadonlySet<FillCause> = new Set([
  'SESSION_END',
  'EXPIRY',
  'OVERNIGHT_SHORT',
  'STAFF_CLOSE',
  'LOSSCUT',
]);

export const forcedReasonOf = (cause: FillCause): WireOverseaFill['forcedReason'] =>
  FORCED.has(cause) ? (cause as WireOverseaFill['forcedReason']) : null;

function marketTypeOf(cause: FillCause): WireOverseaFill['marketType'] {
  switch (cause) {
    case 'LIMIT':
    case 'STOPMARKET':
    case 'MARKET':
      return cause;
    case 'TP':
      return 'TAKEPROFIT';
    case 'SL':
      return 'STOPLOSS';
    case 'LOSSCUT':
      return 'LIQUIDATION';
    case 'SESSION_END':
    case 'EXPIRY':
    case 'OVERNIGHT_SHORT':
    case 'STAFF_CLOSE':
      return 'MARKET';
  }
}

/** A fill with its context, from its event or from the tables. */
export interface MadeFill
  extends Omit<OverseaFill, 'position' | 'quote' | 'tickSize' | 'multiplier' | 'wallet' | 'openedAt'> {
  readonly id: number;
  readonly order: number;
  /** The currency of profit and commission. */
  readonly currency: string;
  /** When the closed position was opened. */
  readonly openedAt: Millis | undefined;
  readonly isAfterGap: boolean;
  readonly at: Millis;
}

const wireNet = ({ entryCommission, exitCommission, net }: NetProfit) => ({
  entryCommission: toDecimal(entryCommission),
  exitCommission: toDecimal(exitCommission),
  net: toDecimal(net),
});

export const wireFill = (fill: MadeFill, { code, precision }: ShownInstrument): WireOverseaFill => ({
  id: fill.id,
  orderId: fill.order,
  overseaOptionId: fill.instrument,
  stock: code,
  tradeType: fill.side,
  marketType: marketTypeOf(fill.cause),
  forcedReason: forcedReasonOf(fill.cause),
  qty: fill.qty,
  price: toDecimal(fill.price),
  openedQty: fill.openedQty,
  closedQty: fill.closedQty,
  entryPrice: fill.closedEntry === undefined ? null : entryText(fill.closedEntry, precision),
  openedMillis: fill.closedQty === 0 ? null : (fill.openedAt ?? null),
  ...wireNet(netOfFill(fill)),
  pnl: toDecimal(fill.pnl),
  commission: toDecimal(fill.commission),
  rate: toDecimal(fill.rate),
  currency: fill.currency,
  tradeDate: formatIsoDate(fill.tradeDate),
  isAfterGap: fill.isAfterGap,
  createdMillis: fill.at,
});
