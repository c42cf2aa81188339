// Orders, positions and fills of overseas futures as the wire has them, made from the engine's own. No schema library
// here: whoever previews in the browser uses the same functions.
import { type Amount, type Price, print } from '@maru/engine/amount';
import { printDate } from '@maru/engine/market/calendar-date';
import type {
  CancelReason,
  FillCause,
  OverseaEvent,
  OverseaFill,
  OverseaFilled,
} from '@maru/engine/oversea/events';
import { type NetProfit, netOfFill } from '@maru/engine/oversea/net-profit';
import { entryText, tpslPrices } from '@maru/engine/oversea/pricing';
import type { OverseaOrder, OverseaPosition } from '@maru/engine/oversea/state';
import type { Millis } from '@maru/engine/time';
import type { WireOverseaFill, WireOverseaOrder, WireOverseaPosition } from './oversea.ts';
import type { OverseaPush, QueuePushes } from './realtime.ts';

/** A fill's number on the wire is its event's times this, and its place in the event. */
export const FILLS_PER_EVENT = 32;

/** As much of an instrument as an order or a position needs to be shown. */
export interface NamedOption {
  readonly stock: string;
  readonly precision: number;
  readonly tickSize: Price;
}

/** What an event only names: who follows the events knows it from those before. */
export interface OverseaLook {
  option(id: number): NamedOption | undefined;
  order(id: number): OverseaOrder | undefined;
  position(id: number): OverseaPosition | undefined;
}

const NAMELESS: NamedOption = { stock: '', precision: 6, tickSize: 1n as Price };

export type OrderEnd =
  | { readonly status: 'FILLED' }
  | { readonly status: 'CANCELED'; readonly reason: CancelReason };

/** Without an end it rests. */
export function wireOrder(order: OverseaOrder, { stock }: NamedOption, end?: OrderEnd): WireOverseaOrder {
  const isTrigger = order.type === 'STOPMARKET';
  return {
    id: order.id,
    overseaOptionId: order.option,
    stock,
    tradeType: order.side,
    marketType: order.type,
    status: end?.status ?? (isTrigger ? 'WAITING' : 'OPEN'),
    qty: order.qty,
    price: print(order.price),
    fires: isTrigger ? order.fires : null,
    reduceOnly: order.reduceOnly,
    tpTick: order.tpTick ?? null,
    slTick: order.slTick ?? null,
    margin: end === undefined ? print(order.margin) : '0',
    cancelReason: end?.status === 'CANCELED' ? end.reason : null,
    createdMillis: order.placedAt,
  };
}

export function wirePosition(
  position: Omit<OverseaPosition, 'player' | 'site' | 'wallet'>,
  { stock, precision, tickSize }: NamedOption,
): WireOverseaPosition {
  const { id, option, side, qty, entry, margin, entryCommission, tpTick, slTick } = position;
  const { tp, sl } = tpslPrices(position, tickSize);
  return {
    id,
    overseaOptionId: option,
    stock,
    tradeType: side,
    qty,
    entrySum: String(entry.sum),
    entryOver: String(entry.over),
    entryPrice: entryText(entry, precision),
    margin: print(margin),
    entryCommission: entryCommission === undefined ? null : print(entryCommission),
    tpTick,
    slTick,
    tpPrice: tp === undefined ? null : print(tp),
    slPrice: sl === undefined ? null : print(sl),
    isOvernight: position.overnight,
    heldFor: printDate(position.heldFor),
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

/** A fill with what stands around it, from its event or from the tables. */
export interface MadeFill
  extends Omit<OverseaFill, 'position' | 'quote' | 'tickSize' | 'multiplier' | 'wallet'> {
  readonly id: number;
  readonly order: number;
  /** What profit and commission are paid in. */
  readonly currency: string;
  /** When the closed position was opened. */
  readonly openedAt: Millis | undefined;
  readonly isAfterGap: boolean;
  readonly at: Millis;
}

const wireNet = ({ entryCommission, exitCommission, net }: NetProfit) => ({
  entryCommission: print(entryCommission),
  exitCommission: print(exitCommission),
  net: print(net),
});

export const wireFill = (fill: MadeFill, { stock, precision }: NamedOption): WireOverseaFill => ({
  id: fill.id,
  orderId: fill.order,
  overseaOptionId: fill.option,
  stock,
  tradeType: fill.side,
  marketType: marketTypeOf(fill.cause),
  forcedReason: forcedReasonOf(fill.cause),
  qty: fill.qty,
  price: print(fill.price),
  openedQty: fill.openedQty,
  closedQty: fill.closedQty,
  entryPrice: fill.closedEntry === undefined ? null : entryText(fill.closedEntry, precision),
  openedMillis: fill.closedQty === 0 ? null : (fill.openedAt ?? null),
  ...wireNet(netOfFill(fill)),
  pnl: print(fill.pnl),
  commission: print(fill.commission),
  rate: print(fill.rate),
  currency: fill.currency,
  tradeDate: printDate(fill.tradeDate),
  isAfterGap: fill.isAfterGap,
  createdMillis: fill.at,
});

export function fillsOf(event: OverseaFilled, look: OverseaLook): readonly WireOverseaFill[] {
  const player = event.steps[0]?.player ?? 0;
  return event.fills.map((fill, place) => {
    const own = `${player}:${fill.wallet}:`;
    const moved = event.transfers.find(({ from, to }) => from.startsWith(own) || to.startsWith(own));
    const { closedPosition } = fill;
    return wireFill(
      {
        ...fill,
        id: event.id * FILLS_PER_EVENT + place,
        order: event.order ?? event.id,
        currency: moved?.currency ?? '',
        openedAt: closedPosition === undefined ? undefined : look.position(closedPosition)?.openedAt,
        isAfterGap: event.isAfterGap,
        at: event.at,
      },
      look.option(fill.option) ?? NAMELESS,
    );
  });
}

type OverseaPushType = QueuePushes['oversea']['type'];

export interface TypedOverseaPush {
  readonly type: OverseaPushType;
  readonly data: OverseaPush;
}

const pushOf = (type: OverseaPushType, data: Partial<OverseaPush>): TypedOverseaPush => ({
  type,
  data: { orders: [], positions: [], fills: [], ...data },
});

/** All that the event says to its player: orders first, then what they did to positions. */
export function overseaPushes(event: OverseaEvent, look: OverseaLook): readonly TypedOverseaPush[] {
  const changed = (id: number, by: Partial<OverseaPosition>): readonly WireOverseaPosition[] => {
    const known = look.position(id);
    if (known === undefined) return [];
    return [wirePosition({ ...known, ...by }, look.option(known.option) ?? NAMELESS)];
  };
  switch (event.kind) {
    case 'OVERSEA_ORDER_PLACED': {
      const order = {
        ...event,
        player: event.steps[0]?.player ?? (0 as OverseaOrder['player']),
        isUnpriced: event.isUnpriced === true,
        tpTick: event.tpTick,
        slTick: event.slTick,
        placedAt: event.at,
      };
      return [pushOf('ORDER_SUCCESS', { orders: [wireOrder(order, look.option(event.option) ?? NAMELESS)] })];
    }
    case 'OVERSEA_FILLED':
      return filledPushes(event, look);
    case 'OVERSEA_ORDERS_CANCELLED':
      return [pushOf('ORDER_CANCEL', { orders: cancelledOrders(event, look) })];
    case 'OVERSEA_TPSL_SET': {
      const { tpTick, slTick } = event;
      return [pushOf('POSITION_UPDATE', { positions: changed(event.position, { tpTick, slTick }) })];
    }
    case 'OVERSEA_OVERNIGHT_SET': {
      const positions = changed(event.position, { overnight: event.isActive });
      return [pushOf('OVERNIGHT_UPDATE', { positions })];
    }
    case 'OVERSEA_CARRIED': {
      const positions = event.carried.flatMap(({ position, heldFor }) => changed(position, { heldFor }));
      return [pushOf('OVERNIGHT_UPDATE', { positions })];
    }
  }
}

const cancelledOrders = (
  { cancelled }: Pick<OverseaFilled, 'cancelled'>,
  look: OverseaLook,
): readonly WireOverseaOrder[] =>
  cancelled.flatMap(({ order: id, reason }) => {
    const order = look.order(id);
    if (order === undefined) return [];
    return [wireOrder(order, look.option(order.option) ?? NAMELESS, { status: 'CANCELED', reason })];
  });

function filledPushes(event: OverseaFilled, look: OverseaLook): readonly TypedOverseaPush[] {
  const fills = fillsOf(event, look);
  const order = filledOrder(event, look);
  const pushes: TypedOverseaPush[] = [];
  if (order !== undefined && event.order === undefined)
    pushes.push(pushOf('ORDER_SUCCESS', { orders: [order] }));
  if (order !== undefined) pushes.push(pushOf('ORDER_FILLED', { orders: [order], fills }));
  const places = event.fills.map((_, place) => place);
  for (const [type, own] of Map.groupBy(places, (place) => positionPushType(event, event.fills[place]!))) {
    pushes.push(
      pushOf(type, {
        positions: own.flatMap((place) => positionsAfter(event, event.fills[place]!, look)),
        fills: own.map((place) => fills[place]!),
      }),
    );
  }
  const orders = cancelledOrders(event, look);
  if (orders.length > 0) pushes.push(pushOf('ORDER_CANCEL', { orders }));
  return pushes;
}

/** The order that this event filled: one that rested, or one that never did. What the platform closes has none. */
export function filledOrder(event: OverseaFilled, look: OverseaLook): WireOverseaOrder | undefined {
  if (event.order !== undefined) {
    const order = look.order(event.order);
    return order && wireOrder(order, look.option(order.option) ?? NAMELESS, { status: 'FILLED' });
  }
  const [fill] = event.fills;
  if (fill === undefined || !['MARKET', 'LIMIT', 'STOPMARKET'].includes(fill.cause)) return undefined;
  return {
    id: event.id,
    overseaOptionId: fill.option,
    stock: look.option(fill.option)?.stock ?? '',
    tradeType: fill.side,
    marketType: marketTypeOf(fill.cause),
    status: 'FILLED',
    qty: fill.qty,
    price: null,
    fires: null,
    reduceOnly: false,
    tpTick: null,
    slTick: null,
    margin: '0',
    cancelReason: null,
    createdMillis: event.at,
  };
}

function positionPushType(
  event: OverseaFilled,
  { cause, position, closedQty }: OverseaFill,
): OverseaPushType {
  if (cause === 'LOSSCUT') return 'POSITION_LIQUID';
  if (position === undefined) return 'POSITION_CLOSE';
  return position.id === event.id && closedQty === 0 ? 'POSITION_OPEN' : 'POSITION_UPDATE';
}

/** One that closed has nothing left; where it turned, the new one follows. */
function positionsAfter(
  event: OverseaFilled,
  { option, side, position, closedPosition, closedEntry, tradeDate }: OverseaFill,
  look: OverseaLook,
): readonly WireOverseaPosition[] {
  const named = look.option(option) ?? NAMELESS;
  const after: WireOverseaPosition[] = [];
  if (closedPosition !== undefined && closedEntry !== undefined && closedPosition !== position?.id) {
    const known = look.position(closedPosition);
    const gone = {
      id: closedPosition,
      option,
      side: side === 'LONG' ? ('SHORT' as const) : ('LONG' as const),
      qty: 0,
      entry: closedEntry,
      margin: 0n as Amount,
      entryCommission: 0n as Amount,
      tpTick: 0,
      slTick: 0,
      overnight: false,
      heldFor: known?.heldFor ?? tradeDate,
      openedAt: known?.openedAt ?? event.at,
    };
    after.push(wirePosition(gone, named));
  }
  if (position !== undefined) {
    const openedAt = position.id === event.id ? event.at : (look.position(position.id)?.openedAt ?? event.at);
    after.push(wirePosition({ ...position, option, openedAt }, named));
  }
  return after;
}
