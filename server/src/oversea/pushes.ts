// The pushes to a player for an event of overseas futures, from the event alone: orders first, then the changes of
// positions.
import type { WireOverseaFill, WireOverseaOrder, WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { OverseaPush, QueuePushes } from '@maru/contract/realtime';
import type { Amount, Price } from '@maru/engine/amount';
import type { FillCause, OverseaEvent, OverseaFill, OverseaFilled } from '@maru/engine/oversea/events';
import { otherSide } from '@maru/engine/oversea/pricing';
import { oversea } from '@maru/engine/oversea/product';
import { ownsEvent } from '@maru/engine/product';
import type { AnyEvent } from '@maru/engine/products';
import type { InstrumentById, PushesOf } from '../push/event-pushes.ts';
import { FILLS_PER_EVENT, type ShownInstrument, wireFill, wireOrder, wirePosition } from './wire.ts';

export const isOverseaEvent = (event: AnyEvent): event is OverseaEvent => ownsEvent(oversea, event);

type PushType = QueuePushes['oversea']['type'];

const pushOf = (type: PushType, data: Partial<OverseaPush>) => ({
  queue: 'oversea' as const,
  type,
  data: { orders: [], positions: [], fills: [], ...data },
});
type OwnPush = ReturnType<typeof pushOf>;

const UNKNOWN_INSTRUMENT: ShownInstrument = { code: '', precision: 6, tickSize: 1n as Price };

export const overseaPushes: PushesOf = (event, _player, instruments) =>
  isOverseaEvent(event) ? pushesOfEvent(event, instruments) : [];

function pushesOfEvent(event: OverseaEvent, instruments: InstrumentById): readonly OwnPush[] {
  const shown = (id: number): ShownInstrument => instruments.get(id) ?? UNKNOWN_INSTRUMENT;
  switch (event.kind) {
    case 'OVERSEA_ORDER_PLACED': {
      const order = wireOrder({ ...event, placedAt: event.at }, shown(event.instrument));
      return [pushOf('ORDER_SUCCESS', { orders: [order] })];
    }
    case 'OVERSEA_FILLED':
      return filledPushes(event, instruments);
    case 'OVERSEA_ORDERS_CANCELLED':
      return [pushOf('ORDER_CANCEL', { orders: cancelledOrders(event, instruments) })];
    case 'OVERSEA_TPSL_SET':
    case 'OVERSEA_OVERNIGHT_SET': {
      const { instrument, position } = event;
      const type = event.kind === 'OVERSEA_TPSL_SET' ? 'POSITION_UPDATE' : 'OVERNIGHT_UPDATE';
      return [pushOf(type, { positions: [wirePosition({ ...position, instrument }, shown(instrument))] })];
    }
    case 'OVERSEA_CARRIED': {
      const positions = event.carried.map(({ instrument, position }) =>
        wirePosition({ ...position, instrument }, shown(instrument)),
      );
      return [pushOf('OVERNIGHT_UPDATE', { positions })];
    }
  }
}

const cancelledOrders = (
  { cancelled }: Pick<OverseaFilled, 'cancelled'>,
  instruments: InstrumentById,
): readonly WireOverseaOrder[] =>
  cancelled.map(({ order: id, reason, ...order }) =>
    wireOrder({ id, ...order }, instruments.get(order.instrument) ?? UNKNOWN_INSTRUMENT, {
      status: 'CANCELED',
      reason,
    }),
  );

function filledPushes(event: OverseaFilled, instruments: InstrumentById): readonly OwnPush[] {
  const fills = fillsOf(event, instruments);
  const order = filledOrder(event, instruments);
  const pushes: OwnPush[] = [];
  if (order !== undefined && event.order === undefined)
    pushes.push(pushOf('ORDER_SUCCESS', { orders: [order] }));
  if (order !== undefined) pushes.push(pushOf('ORDER_FILLED', { orders: [order], fills }));
  const places = event.fills.map((_, place) => place);
  for (const [type, own] of Map.groupBy(places, (place) => positionPushType(event, event.fills[place]!))) {
    pushes.push(
      pushOf(type, {
        positions: own.flatMap((place) => positionsAfter(event, event.fills[place]!, instruments)),
        fills: own.map((place) => fills[place]!),
      }),
    );
  }
  const orders = cancelledOrders(event, instruments);
  if (orders.length > 0) pushes.push(pushOf('ORDER_CANCEL', { orders }));
  return pushes;
}

export function fillsOf(event: OverseaFilled, instruments: InstrumentById): readonly WireOverseaFill[] {
  const player = event.steps[0]?.player ?? 0;
  return event.fills.map((fill, place) => {
    const own = `${player}:${fill.wallet}:`;
    const moved = event.transfers.find(({ from, to }) => from.startsWith(own) || to.startsWith(own));
    return wireFill(
      {
        ...fill,
        id: event.id * FILLS_PER_EVENT + place,
        order: event.order ?? event.id,
        currency: moved?.currency ?? '',
        openedAt: fill.openedAt,
        isAfterGap: event.isAfterGap,
        at: event.at,
      },
      instruments.get(fill.instrument) ?? UNKNOWN_INSTRUMENT,
    );
  });
}

type OrderCause = 'MARKET' | 'LIMIT' | 'STOPMARKET';
const isOrderCause = (cause: FillCause): cause is OrderCause =>
  cause === 'MARKET' || cause === 'LIMIT' || cause === 'STOPMARKET';

/** The order that this event filled: one that rested, or one that was filled at once. A forced close has none. */
export function filledOrder(event: OverseaFilled, instruments: InstrumentById): WireOverseaOrder | undefined {
  const [fill] = event.fills;
  if (fill === undefined || !isOrderCause(fill.cause)) return undefined;
  const { instrument, side, qty, cause: type } = fill;
  const { id, order = id, ended, at } = event;
  return wireOrder(
    { id: order, instrument, side, type, qty, reduceOnly: false, placedAt: at, ...ended },
    instruments.get(instrument) ?? UNKNOWN_INSTRUMENT,
    { status: 'FILLED' },
  );
}

function positionPushType(event: OverseaFilled, { cause, position, closedQty }: OverseaFill): PushType {
  if (cause === 'LOSSCUT') return 'POSITION_LIQUID';
  if (position === undefined) return 'POSITION_CLOSE';
  return position.id === event.id && closedQty === 0 ? 'POSITION_OPEN' : 'POSITION_UPDATE';
}

/** A closed position has no contracts left; where the fill reversed it, the new one follows. */
function positionsAfter(
  event: OverseaFilled,
  fill: OverseaFill,
  instruments: InstrumentById,
): readonly WireOverseaPosition[] {
  const { instrument, side, position, closedPosition, closedEntry, closedHeldFor, tradeDate } = fill;
  const { openedAt = event.at } = fill;
  const known = instruments.get(instrument) ?? UNKNOWN_INSTRUMENT;
  const after: WireOverseaPosition[] = [];
  if (closedPosition !== undefined && closedEntry !== undefined && closedPosition !== position?.id) {
    const closed = {
      id: closedPosition,
      instrument,
      side: otherSide(side),
      qty: 0,
      entry: closedEntry,
      margin: 0n as Amount,
      entryCommission: 0n as Amount,
      tpTick: 0,
      slTick: 0,
      overnight: false,
      heldFor: closedHeldFor ?? tradeDate,
      openedAt,
    };
    after.push(wirePosition(closed, known));
  }
  if (position !== undefined) {
    const since = position.id === event.id ? event.at : openedAt;
    after.push(wirePosition({ ...position, instrument, openedAt: since }, known));
  }
  return after;
}
