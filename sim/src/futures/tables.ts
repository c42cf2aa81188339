// Coin futures in the shadow's tables as plain maps, with the constraints of the real ones, and the book's part loaded
// from them. Funding is accrued on rows with the twin's own arithmetic, as the real tables do it in SQL.
import type { Book } from '@maru/engine/book';
import { putFunded, putOrder, putPosition } from '@maru/engine/futures/apply';
import type { PositionState } from '@maru/engine/futures/events';
import type { FuturesOrder } from '@maru/engine/futures/state';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type {
  FillRow,
  FundingRow,
  FuturesRows,
  OrderChange,
  PositionChange,
} from '@maru/server/futures/shadow/rows';
import { addNew, existing } from '../map-rows.ts';
import { Violation } from '../violation.ts';
import { fundedOf } from './twin.ts';
import { fundingOf } from './twin-value.ts';

interface PositionLine {
  readonly site: SiteId;
  readonly instrument: number;
  readonly opened: NonNullable<PositionChange['opened']>;
  state: PositionState;
  closed: PositionChange['closed'];
}

export interface FuturesTables {
  readonly orders: Map<number, { order: FuturesOrder; end: OrderChange['end'] }>;
  readonly positions: Map<number, PositionLine>;
  readonly fills: Map<number, FillRow>;
  readonly fundings: Map<number, FundingRow>;
  /** By site and instrument. */
  readonly funded: Map<string, Millis>;
  /** By player and instrument. */
  readonly leverages: Map<string, object>;
  readonly warnings: Map<number, object>;
  readonly liquidations: Map<number, object>;
}

export const emptyFuturesTables = (): FuturesTables => ({
  orders: new Map(),
  positions: new Map(),
  fills: new Map(),
  fundings: new Map(),
  funded: new Map(),
  leverages: new Map(),
  warnings: new Map(),
  liquidations: new Map(),
});

export function writeFuturesRows(tables: FuturesTables, rows: FuturesRows): void {
  for (const change of rows.orders.values()) writeOrder(tables, change);
  for (const funding of rows.fundings) writeFunding(tables, funding);
  for (const change of rows.positions.values()) writePosition(tables, change);
  for (const fill of rows.fills) addNew(tables.fills, fill.id, fill, 'fill');
  for (const [key, row] of rows.leverages) tables.leverages.set(key, row);
  for (const row of rows.warnings) addNew(tables.warnings, row.id, row, 'warning');
  for (const row of rows.liquidations) addNew(tables.liquidations, row.id, row, 'liquidation');
  const nets = new Set<string>();
  for (const { opened, instrument, closed } of tables.positions.values()) {
    if (closed !== undefined) continue;
    const net = `${opened.player}/${instrument}`;
    if (nets.has(net)) throw new Violation('I-06', `the table would show two positions of ${net}`);
    nets.add(net);
  }
}

function writeOrder({ orders }: FuturesTables, { order, isNew, end }: OrderChange): void {
  if (isNew) {
    addNew(orders, order.id, { order, end }, 'order');
    return;
  }
  const line = existing(orders, order.id, 'order');
  if (line.end !== undefined) throw new Violation('I-13', `order ${order.id} changes after its end`);
  orders.set(order.id, { order, end });
}

/** Once for each time; on what was open then. What this run says of a position later replaces it. */
function writeFunding({ fundings, funded, positions }: FuturesTables, funding: FundingRow): void {
  const { id, site, instrument, dueAt } = funding;
  addNew(fundings, id, funding, 'funding');
  const key = fundedOf(site, instrument);
  if ((funded.get(key) ?? -1) >= dueAt)
    throw new Violation('I-50', `the table would show ${key} funded again`);
  funded.set(key, dueAt);
  for (const line of positions.values()) {
    const { state } = line;
    if (line.site !== site || line.instrument !== instrument || line.closed !== undefined) continue;
    if (state.openedAt > dueAt) continue;
    const accrued = (state.funding + fundingOf(state, funding)) as PositionState['funding'];
    line.state = { ...state, funding: accrued };
  }
}

function writePosition({ positions }: FuturesTables, change: PositionChange): void {
  const { id, site, instrument, opened, state, warnedAt, closed } = change;
  if (opened !== undefined && state !== undefined) {
    const left = closed === undefined ? state : nothingLeft(state);
    addNew(positions, id, { site, instrument, opened, state: left, closed }, 'position');
    return;
  }
  const known = existing(positions, id, 'position');
  if (known.closed !== undefined) throw new Violation('I-13', `position ${id} changes after its end`);
  const warned = state === undefined && warnedAt !== undefined ? { warnedAt } : {};
  const after = { ...(state ?? known.state), ...warned };
  known.state = closed === undefined ? after : nothingLeft(after);
  known.closed = closed;
}

const NONE = { qty: 0n, margin: 0n, funding: 0n, entryFee: 0n };

/** A closed position has nothing left, and otherwise what it had last. */
const nothingLeft = (state: PositionState): PositionState => ({ ...state, ...NONE }) as PositionState;

export function loadFuturesRows({ orders, positions, funded }: FuturesTables, { futures }: Book): void {
  for (const [, { order, end }] of [...orders].sort(([a], [b]) => a - b))
    if (end === undefined) putOrder(futures, order);
  for (const [, { site, instrument, opened, state, closed }] of [...positions].sort(([a], [b]) => a - b))
    if (closed === undefined) putPosition(futures, { ...state, ...opened, site, instrument });
  for (const [key, at] of funded) putFunded(futures, key, at);
}

/** May this purse be below zero? While the table shows a cross position of its wallet as open. */
export function isCoveredRow({ positions }: FuturesTables, purse: string): boolean {
  for (const { opened, state, closed } of positions.values())
    if (
      closed === undefined &&
      state.marginType === 'CROSS' &&
      purse === `${opened.player}:${opened.wallet}:free`
    )
      return true;
  return false;
}

/** Each order that is filled has its fill, and a position is what its fills have left of it. */
export function checkFuturesTables({ orders, positions, fills }: FuturesTables): void {
  const filled = new Set([...fills.values()].map(({ order }) => order));
  for (const [id, { end }] of orders)
    if ((end?.endedAs === 'FILLED') !== filled.has(id))
      throw new Violation('I-03', `order ${id} shows ${end?.endedAs ?? 'OPEN'} and ${filled.has(id)} fills`);
  const left = new Map<number, bigint>();
  for (const { position, openedQty, closedQty } of fills.values())
    left.set(position, (left.get(position) ?? 0n) + openedQty - closedQty);
  for (const [id, { state, closed }] of positions)
    if ((left.get(id) ?? 0n) !== (closed === undefined ? state.qty : 0n))
      throw new Violation('I-03', `position ${id} shows ${state.qty}, its fills ${left.get(id)}`);
}

export function* rowsOfFutures(tables: FuturesTables) {
  for (const [id, row] of tables.orders) yield ['order', id, row] as const;
  for (const [id, row] of tables.positions) yield ['position', id, row] as const;
  for (const [id, row] of tables.fills) yield ['fill', id, row] as const;
  for (const [id, row] of tables.fundings) yield ['funding', id, row] as const;
  for (const [id, row] of tables.funded) yield ['funded', id, row] as const;
  for (const [id, row] of tables.leverages) yield ['leverage', id, row] as const;
  for (const [id, row] of tables.warnings) yield ['warning', id, row] as const;
  for (const [id, row] of tables.liquidations) yield ['liquidation', id, row] as const;
}
