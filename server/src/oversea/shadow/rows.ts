// What the events of overseas futures change in the tables. Orders and positions are collected as they are after this
// run of events, so that a position that many fills changed is written once.

import { assert } from '@maru/engine/assert';
import { placedOrder } from '@maru/engine/oversea/apply';
import type {
  OverseaEvent,
  OverseaFilled,
  OverseaOrdersCancelled,
  PositionState,
} from '@maru/engine/oversea/events';
import { netOfFill } from '@maru/engine/oversea/net-profit';
import type { OverseaOrder } from '@maru/engine/oversea/state';
import type { PlayerId } from '@maru/engine/purse';
import type { Present, RowOf } from '../../shadow/table.ts';
import { FILLS_PER_EVENT } from '../wire.ts';
import type { fills, orders, positions } from './tables.ts';

type OrderRow = RowOf<typeof orders>;
type PositionRow = RowOf<typeof positions>;

export interface OrderChange {
  readonly id: number;
  /** Present when it was placed in this run. */
  placed: OverseaOrder | undefined;
  end: Pick<OrderRow, 'status' | 'cancelReason' | 'endedEvent' | 'endedAt'> | undefined;
}

export interface PositionChange {
  readonly id: number;
  /** Present when it was opened in this run. */
  opened: Pick<PositionRow, 'site' | 'player' | 'instrument' | 'wallet' | 'openedAt'> | undefined;
  /** As the last fill of this run left it. */
  state: PositionState | undefined;
  /** Changes without a fill, after the last fill. */
  patch: Partial<Pick<PositionState, 'tpTick' | 'slTick' | 'overnight' | 'heldFor'>>;
  closed: Present<PositionRow, 'closedEvent' | 'closedAt'> | undefined;
}

export interface FillRow extends Omit<RowOf<typeof fills>, 'currency' | 'places'> {
  /** The position after the fill. */
  readonly position: PositionState | undefined;
}

export interface OverseaRows {
  readonly orders: Map<number, OrderChange>;
  readonly positions: Map<number, PositionChange>;
  readonly fills: FillRow[];
}

export const noOverseaRows = (): OverseaRows => ({ orders: new Map(), positions: new Map(), fills: [] });

export function addOverseaRows(rows: OverseaRows, event: OverseaEvent): void {
  const [step] = event.steps;
  assert(step !== undefined, 'what happens in overseas futures happens to a player');
  const { player, seq } = step;
  switch (event.kind) {
    case 'OVERSEA_ORDER_PLACED':
      rows.orders.set(event.id, { id: event.id, placed: placedOrder(event, player), end: undefined });
      return;
    case 'OVERSEA_FILLED':
      addFills(rows, event, { player, seq });
      return;
    case 'OVERSEA_ORDERS_CANCELLED':
      cancel(rows, event);
      return;
    case 'OVERSEA_TPSL_SET': {
      const { id, tpTick, slTick } = event.position;
      patch(rows, id, { tpTick, slTick });
      return;
    }
    case 'OVERSEA_OVERNIGHT_SET':
      patch(rows, event.position.id, { overnight: event.position.overnight });
      return;
    case 'OVERSEA_CARRIED':
      for (const { position } of event.carried) patch(rows, position.id, { heldFor: position.heldFor });
      return;
  }
}

function addFills(
  rows: OverseaRows,
  event: OverseaFilled,
  { player, seq }: { readonly player: PlayerId; readonly seq: number },
): void {
  const { id, site, at, isAfterGap } = event;
  assert(event.fills.length <= FILLS_PER_EVENT, 'the fills of an event have numbers of their own');
  if (event.order !== undefined)
    orderOf(rows, event.order).end = { status: 'FILLED', endedEvent: id, endedAt: at };
  cancel(rows, event);
  for (const [place, fill] of event.fills.entries()) {
    const { quote, closedEntry, instrument, wallet, position, closedPosition } = fill;
    const { entryCommission, exitCommission, net } = netOfFill(fill);
    rows.fills.push({
      ...fill,
      ...{ event: id, seq, site, player, order: event.order ?? id, isAfterGap, at },
      ...{ entryCommission, exitCommission, net, position },
      id: id * FILLS_PER_EVENT + place,
      tickAt: quote.ts,
      tickSeq: quote.seq,
      tickLast: quote.last,
      tickBid: quote.bid,
      tickAsk: quote.ask,
      closedSum: closedEntry?.sum,
      closedOver: closedEntry?.over,
    });
    if (closedPosition !== undefined && closedPosition !== position?.id) {
      positionOf(rows, closedPosition).closed = { closedEvent: id, closedAt: at };
    }
    if (position === undefined) continue;
    const change = positionOf(rows, position.id);
    if (position.id === id) change.opened = { site, player, instrument, wallet, openedAt: at };
    change.state = position;
    change.patch = {};
  }
}

function cancel(
  rows: OverseaRows,
  { id, at, cancelled }: Pick<OverseaOrdersCancelled, 'id' | 'at' | 'cancelled'>,
): void {
  for (const { order, reason } of cancelled)
    orderOf(rows, order).end = { status: 'CANCELED', cancelReason: reason, endedEvent: id, endedAt: at };
}

function patch(rows: OverseaRows, id: number, change: PositionChange['patch']): void {
  const known = positionOf(rows, id);
  if (known.state === undefined) known.patch = { ...known.patch, ...change };
  else known.state = { ...known.state, ...change };
}

function orderOf(rows: OverseaRows, id: number): OrderChange {
  const known = rows.orders.get(id) ?? { id, placed: undefined, end: undefined };
  rows.orders.set(id, known);
  return known;
}

function positionOf(rows: OverseaRows, id: number): PositionChange {
  const known = rows.positions.get(id) ?? {
    id,
    opened: undefined,
    state: undefined,
    patch: {},
    closed: undefined,
  };
  rows.positions.set(id, known);
  return known;
}
