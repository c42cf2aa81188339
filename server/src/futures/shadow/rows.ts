// What the events of coin futures change in the tables. Orders and positions are collected as they are after this run
// of events, so that a position that many fills changed is written once.
import type { Amount, Qty } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { playerOf } from '@maru/engine/futures/apply';
import type {
  CancelledOrder,
  FuturesEvent,
  FuturesFill,
  FuturesFilled,
  FuturesFunded,
  FuturesLeverageSet,
  FuturesWarned,
  PositionState,
  RestingOrder,
} from '@maru/engine/futures/events';
import { isFunded } from '@maru/engine/futures/gates';
import { netOfFill } from '@maru/engine/futures/net-profit';
import type { FuturesOrder } from '@maru/engine/futures/state';
import { orderId } from '@maru/engine/futures/terms';
import { fundingPayment, UNIT } from '@maru/engine/futures/value';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Present, RowOf } from '../../shadow/table.ts';
import { FILLS_PER_EVENT } from '../wire.ts';
import { writeMarks } from './judged-marks.ts';
import type { fills, fundings, leverages, liquidations, orders, positions, warnings } from './tables.ts';

type OrderRow = RowOf<typeof orders>;
type PositionRow = RowOf<typeof positions>;

export interface OrderChange {
  /** As it is after this run, or as it was when it ended. */
  order: FuturesOrder;
  /** It was placed in this run. */
  readonly isNew: boolean;
  end: Pick<OrderRow, 'endedAs' | 'cancelReason' | 'endedEvent' | 'endedAt'> | undefined;
}

export interface PositionChange {
  readonly id: number;
  readonly site: SiteId;
  readonly instrument: number;
  /** Present when it was opened in this run. */
  opened: Pick<PositionRow, 'player' | 'wallet'> | undefined;
  /** As it is after this run, once an event has said all of it. */
  state: PositionState | undefined;
  /** A warning before any event said the rest of it. */
  warnedAt: Millis | undefined;
  closed: Present<PositionRow, 'closedEvent' | 'closedAt'> | undefined;
}

export type FillRow = Omit<RowOf<typeof fills>, 'currency'>;
export type FundingRow = Omit<RowOf<typeof fundings>, 'shard'>;

export interface FuturesRows {
  readonly orders: Map<number, OrderChange>;
  readonly positions: Map<number, PositionChange>;
  readonly fills: FillRow[];
  /**
   * In their order. Positions whose state is known here have them in it already; for all others they are still to be
   * accrued, on the rows as they were before this run: what it says of them later replaces that.
   */
  readonly fundings: FundingRow[];
  /** By player and instrument. */
  readonly leverages: Map<string, RowOf<typeof leverages>>;
  readonly warnings: RowOf<typeof warnings>[];
  readonly liquidations: RowOf<typeof liquidations>[];
}

export const noFuturesRows = (): FuturesRows => ({
  orders: new Map(),
  positions: new Map(),
  fills: [],
  fundings: [],
  leverages: new Map(),
  warnings: [],
  liquidations: [],
});

/** Whose event it is, and where it stands in the player's own history. */
interface Whose {
  readonly player: PlayerId;
  readonly site: SiteId;
  readonly seq: number;
}

export function addFuturesRows(rows: FuturesRows, event: FuturesEvent): void {
  if (event.kind === 'FUTURES_FUNDED') {
    addFunding(rows, event);
    return;
  }
  const { site } = event;
  const whose: Whose = { player: playerOf(event), site, seq: event.steps[0]?.seq ?? 0 };
  switch (event.kind) {
    case 'FUTURES_ORDER_PLACED':
      cancel(rows, whose, event);
      place(rows, whose, event.order);
      return;
    case 'FUTURES_ORDER_CHANGED':
      changeOrder(rows, whose, event.order);
      return;
    case 'FUTURES_FILLED':
      addFilled(rows, whose, event);
      return;
    case 'FUTURES_ORDERS_CANCELLED':
      cancel(rows, whose, event);
      return;
    case 'FUTURES_EXITS_SET':
      cancel(rows, whose, event);
      for (const order of event.placed) place(rows, whose, order);
      return;
    case 'FUTURES_LEVERAGE_SET':
      addLeverage(rows, whose, event);
      return;
    case 'FUTURES_MARGIN_MOVED': {
      const { instrument, position } = event;
      positionOf(rows, { id: position.id, site, instrument }).state = position;
      return;
    }
    case 'FUTURES_WARNED':
      addWarning(rows, whose, event);
      return;
  }
}

function place(rows: FuturesRows, { player, site }: Whose, order: RestingOrder): void {
  rows.orders.set(order.id, { order: { ...order, player, site }, isNew: true, end: undefined });
}

function changeOrder(rows: FuturesRows, { player, site }: Whose, order: RestingOrder): OrderChange {
  const known = rows.orders.get(order.id);
  const after = { ...order, player, site };
  if (known !== undefined) {
    known.order = after;
    return known;
  }
  const change: OrderChange = { order: after, isNew: false, end: undefined };
  rows.orders.set(order.id, change);
  return change;
}

function cancel(
  rows: FuturesRows,
  whose: Whose,
  event: { readonly id: number; readonly at: Millis; readonly cancelled: readonly CancelledOrder[] },
): void {
  const { id: endedEvent, at: endedAt } = event;
  for (const { reason: cancelReason, ...order } of event.cancelled)
    changeOrder(rows, whose, order).end = { endedAs: 'CANCELED', cancelReason, endedEvent, endedAt };
}

function addFilled(rows: FuturesRows, whose: Whose, event: FuturesFilled): void {
  const { id, at, order } = event;
  assert(event.fills.length <= FILLS_PER_EVENT, 'the fills of an event have numbers of their own');
  if (order !== undefined)
    changeOrder(rows, whose, order).end = { endedAs: 'FILLED', endedEvent: id, endedAt: at };
  cancel(rows, whose, event);
  for (const [index, fill] of event.fills.entries()) {
    rows.fills.push(fillRow(fill, index, event, whose));
    addPosition(rows, whose, fill, event);
  }
  for (const exit of event.placed) place(rows, whose, exit);
  if (event.liquidation !== undefined) addLiquidation(rows, whose, event, event.liquidation);
}

/** A fill closes or opens, so it changes one position. */
function changedBy({ closedPosition, position }: FuturesFill): number {
  const id = closedPosition ?? position?.id;
  assert(id !== undefined, 'a fill changes a position');
  return id;
}

function fillRow(
  fill: FuturesFill,
  index: number,
  { id, at, order, isAfterGap }: FuturesFilled,
  { player, site, seq }: Whose,
): FillRow {
  const { quote, closedEntry, position } = fill;
  return {
    ...fill,
    ...{ event: id, seq, site, player, isAfterGap, at },
    id: id * FILLS_PER_EVENT + index,
    order: order?.id ?? orderId(id),
    position: changedBy(fill),
    positionQty: position?.qty ?? (0n as Qty),
    tickAt: quote.ts,
    tickSeq: quote.seq,
    tickLast: quote.last,
    tickBid: quote.bid,
    tickAsk: quote.ask,
    tickMark: quote.mark,
    closedSum: closedEntry?.sum,
    closedOver: closedEntry?.over,
    net: netOfFill(fill).net,
  };
}

function addPosition(
  rows: FuturesRows,
  { player, site }: Whose,
  fill: FuturesFill,
  { id, at }: FuturesFilled,
): void {
  const { instrument, wallet, position } = fill;
  const change = positionOf(rows, { id: changedBy(fill), site, instrument });
  if (position === undefined) {
    change.closed = { closedEvent: id, closedAt: at };
    return;
  }
  if (position.id === id) change.opened = { player, wallet };
  change.state = position;
}

function addLiquidation(
  rows: FuturesRows,
  { player, site, seq }: Whose,
  { id, at, fills: [fill], cancelled, topUp }: FuturesFilled,
  report: NonNullable<FuturesFilled['liquidation']>,
): void {
  assert(fill !== undefined, 'a liquidation closes something');
  // The positions that were judged are for the receipt, which reads them from the event itself.
  const { marks, judged: _judged, ...standing } = report;
  const cancelledOrders = cancelled.filter(({ reason }) => reason === 'LIQUIDATION').length;
  rows.liquidations.push({
    ...standing,
    ...{ id, seq, site, player, wallet: fill.wallet, cancelledOrders, topUp, at },
    marks: writeMarks(marks),
  });
}

function addLeverage(rows: FuturesRows, whose: Whose, event: FuturesLeverageSet): void {
  const { player, site } = whose;
  const { id, instrument, leverage, marginType, position } = event;
  rows.leverages.set(`${player}/${instrument}`, {
    player,
    instrument,
    site,
    leverage,
    marginType,
    event: id,
  });
  if (position !== undefined) positionOf(rows, { id: position.id, site, instrument }).state = position;
  for (const order of event.orders) changeOrder(rows, whose, order);
}

function addWarning(rows: FuturesRows, { player, site }: Whose, event: FuturesWarned): void {
  const { id, at, wallet, marginType, ratio, standing } = event;
  const { balance, maintenance } = standing;
  assert(event.positions.length <= FILLS_PER_EVENT, 'the positions of a warning have numbers of their own');
  for (const [index, { id: position, instrument, quote }] of event.positions.entries()) {
    rows.warnings.push({
      id: id * FILLS_PER_EVENT + index,
      ...{ site, player, instrument, wallet, marginType, position, ratio, balance, maintenance, at },
      tickAt: quote.ts,
      tickSeq: quote.seq,
      mark: quote.mark,
    });
    const change = positionOf(rows, { id: position, site, instrument });
    if (change.state === undefined) change.warnedAt = at;
    else change.state = { ...change.state, warnedAt: at };
  }
}

function addFunding(rows: FuturesRows, event: FuturesFunded): void {
  const { id, site, instrument, contract, dueAt, rate, mark, at } = event;
  rows.fundings.push({ id, site, instrument, contract, dueAt, rate, mark, at });
  if (rate === 0n) return;
  for (const change of rows.positions.values()) {
    const { state } = change;
    if (state === undefined || change.closed !== undefined) continue;
    if (change.site !== site || change.instrument !== instrument || !isFunded(state, dueAt)) continue;
    const paid = fundingPayment(state, event, event, UNIT);
    change.state = { ...state, funding: (state.funding + paid) as Amount };
  }
}

function positionOf(
  rows: FuturesRows,
  which: Pick<PositionChange, 'id' | 'site' | 'instrument'>,
): PositionChange {
  const known = rows.positions.get(which.id) ?? {
    ...which,
    opened: undefined,
    state: undefined,
    warnedAt: undefined,
    closed: undefined,
  };
  rows.positions.set(which.id, known);
  return known;
}
