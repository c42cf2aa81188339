// Orders, positions and fills of overseas futures in the shadow's tables as plain maps, with the constraints of the
// real ones, and the book's part loaded from them.
import type { Book } from '@maru/engine/book';
import { putOrder, putPosition } from '@maru/engine/oversea/apply';
import type { PositionState } from '@maru/engine/oversea/events';
import type { FillRow, OrderChange, OverseaRows, PositionChange } from '@maru/server/oversea/shadow/rows';
import { addNew, existing } from '../map-rows.ts';
import { Violation } from '../violation.ts';

interface PositionLine {
  readonly opened: NonNullable<PositionChange['opened']>;
  state: PositionState;
  closed: PositionChange['closed'];
}

export interface OverseaTables {
  readonly orders: Map<
    number,
    { readonly placed: NonNullable<OrderChange['placed']>; end: OrderChange['end'] }
  >;
  readonly positions: Map<number, PositionLine>;
  readonly fills: Map<number, FillRow>;
}

export const emptyOverseaTables = (): OverseaTables => ({
  orders: new Map(),
  positions: new Map(),
  fills: new Map(),
});

export function writeOverseaRows(tables: OverseaTables, rows: OverseaRows): void {
  for (const { id, placed, end } of rows.orders.values()) {
    if (placed !== undefined) addNew(tables.orders, id, { placed, end: undefined }, 'order');
    const line = existing(tables.orders, id, 'order');
    if (end === undefined) continue;
    if (line.end !== undefined) throw new Violation('I-13', `order ${id} ends twice`);
    line.end = end;
  }
  for (const change of rows.positions.values()) writePosition(tables, change);
  for (const fill of rows.fills) addNew(tables.fills, fill.id, fill, 'fill');
  const nets = new Set<string>();
  for (const { opened, closed } of tables.positions.values()) {
    if (closed !== undefined) continue;
    const net = `${opened.player}/${opened.instrument}`;
    if (nets.has(net)) throw new Violation('I-06', `the table would show two positions of ${net}`);
    nets.add(net);
  }
}

function writePosition(tables: OverseaTables, { id, opened, state, patch, closed }: PositionChange): void {
  if (opened !== undefined && state !== undefined) {
    addNew(tables.positions, id, { opened, state: { ...state, ...patch }, closed }, 'position');
    return;
  }
  const known = existing(tables.positions, id, 'position');
  if (known.closed !== undefined) throw new Violation('I-13', `position ${id} changes after its end`);
  known.state = { ...(state ?? known.state), ...patch };
  known.closed = closed;
}

export function loadOverseaRows({ orders, positions }: OverseaTables, book: Book): void {
  for (const [, { placed, end }] of [...orders].sort(([a], [b]) => a - b))
    if (end === undefined) putOrder(book.oversea, placed);
  for (const [, { opened, state, closed }] of [...positions].sort(([a], [b]) => a - b))
    if (closed === undefined) putPosition(book.oversea, { ...state, ...opened });
}

/** May this purse be below zero? While the table shows a position of its wallet as open. */
export function isCoveredRow({ positions }: OverseaTables, purse: string): boolean {
  for (const { opened, closed } of positions.values())
    if (closed === undefined && purse === `${opened.player}:${opened.wallet}:free`) return true;
  return false;
}

/** Each order that is filled has its fill, and a position is what its fills have left of it. */
export function checkOverseaTables({ orders, positions, fills }: OverseaTables): void {
  const filled = new Set([...fills.values()].map(({ order }) => order));
  for (const [id, { end }] of orders)
    if ((end?.status === 'FILLED') !== filled.has(id))
      throw new Violation('I-03', `order ${id} shows ${end?.status ?? 'OPEN'} and ${filled.has(id)} fills`);
  const left = new Map<number, number>();
  for (const { position, closedPosition, openedQty, closedQty } of fills.values()) {
    if (closedPosition !== undefined) left.set(closedPosition, (left.get(closedPosition) ?? 0) - closedQty);
    if (position !== undefined && openedQty > 0)
      left.set(position.id, (left.get(position.id) ?? 0) + openedQty);
  }
  for (const [id, { state, closed }] of positions)
    if ((left.get(id) ?? 0) !== (closed === undefined ? state.qty : 0))
      throw new Violation('I-03', `position ${id} shows ${state.qty}, its fills ${left.get(id)}`);
}
