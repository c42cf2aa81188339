// What the events of overseas futures change in the tables. Orders and positions are gathered as they are after this
// run of events, so that a position which many fills moved is written once.
import type { Amount } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type {
  CancelReason,
  OverseaEvent,
  OverseaFill,
  OverseaFilled,
  OverseaOrderPlaced,
  PositionState,
} from '@maru/engine/oversea/events';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';

/** A fill's number is that of its event times this, and its place in it. */
export const FILLS_PER_EVENT = 32;

interface OrderEnd {
  readonly status: 'FILLED' | 'CANCELED';
  readonly reason: CancelReason | undefined;
  readonly event: number;
  readonly at: Millis;
}

export interface OrderChange {
  readonly id: number;
  /** Present when it was placed in this run. */
  placed: (OverseaOrderPlaced & { readonly player: PlayerId }) | undefined;
  end: OrderEnd | undefined;
}

export interface PositionChange {
  readonly id: number;
  /** Present when it was opened in this run. */
  opened:
    | {
        readonly site: SiteId;
        readonly player: PlayerId;
        readonly option: number;
        readonly wallet: string;
        readonly at: Millis;
      }
    | undefined;
  /** As the last fill of this run left it. */
  state: PositionState | undefined;
  /** Set without a fill, after the last of them. */
  patch: Partial<Pick<PositionState, 'tpTick' | 'slTick' | 'overnight' | 'heldFor'>>;
  closed: { readonly event: number; readonly at: Millis } | undefined;
}

export interface FillRow extends OverseaFill {
  readonly id: number;
  readonly event: number;
  readonly seq: number;
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly order: number;
  readonly isAfterGap: boolean;
  readonly at: Millis;
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
      rows.orders.set(event.id, { id: event.id, placed: { ...event, player }, end: undefined });
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
  const { id, site, at, isAfterGap, fills } = event;
  assert(fills.length <= FILLS_PER_EVENT, 'the fills of an event have numbers of their own');
  if (event.order !== undefined) {
    orderOf(rows, event.order).end = { status: 'FILLED', reason: undefined, event: id, at };
  }
  cancel(rows, event);
  for (const [place, fill] of fills.entries()) {
    const order = event.order ?? id;
    rows.fills.push({
      ...fill,
      id: id * FILLS_PER_EVENT + place,
      event: id,
      seq,
      site,
      player,
      order,
      isAfterGap,
      at,
    });
    const { option, wallet, position, closedPosition } = fill;
    if (closedPosition !== undefined && closedPosition !== position?.id) {
      positionOf(rows, closedPosition).closed = { event: id, at };
    }
    if (position === undefined) continue;
    const change = positionOf(rows, position.id);
    if (position.id === id) change.opened = { site, player, option, wallet, at };
    change.state = position;
    change.patch = {};
  }
}

function cancel(
  rows: OverseaRows,
  { id, at, cancelled }: Pick<OverseaFilled, 'id' | 'at' | 'cancelled'>,
): void {
  for (const { order, reason } of cancelled) {
    orderOf(rows, order).end = { status: 'CANCELED', reason, event: id, at };
  }
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

/** What a position that is closed still has: nothing is locked, nothing is open. */
export const leftOf = ({
  state,
  closed,
}: PositionChange): { readonly qty: number; readonly margin: Amount } | undefined => {
  if (closed !== undefined) return { qty: 0, margin: 0n as Amount };
  return state && { qty: state.qty, margin: state.margin };
};
