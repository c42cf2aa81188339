// Orders and positions as the tables have them, also those that have ended.
import type { ExitLevel, Trailing } from '@maru/engine/futures/events';
import type { FuturesOrder, FuturesPosition } from '@maru/engine/futures/state';
import type { PlayerId } from '@maru/engine/purse';
import type { Parameter, Tx } from '../db/database.ts';
import { fieldsOf, selectFrom } from '../shadow/statements.ts';
import { orders, positions } from './shadow/tables.ts';

const readOrderRows = selectFrom(
  orders,
  fieldsOf(orders, 'shard', 'endedAs', 'cancelReason', 'endedEvent', 'endedAt'),
);
type OrderRow = Awaited<ReturnType<typeof readOrderRows>>[number];

/** As they rest, or as they did when they ended. */
export async function readOrders(
  tx: Tx,
  clauses: string,
  parameters: readonly Parameter[],
): Promise<readonly FuturesOrder[]> {
  return (await readOrderRows(tx, clauses, parameters)).map(orderOf);
}

function orderOf(row: OrderRow): FuturesOrder {
  const { qty, price, trigger, position, tpPrice, tpBy, slPrice, slBy, callback, ...more } = row;
  const { activation, extremePrice, extremeAt, extremeSeq, ...order } = more;
  const takeProfit = levelOf(tpPrice, tpBy);
  const stopLoss = levelOf(slPrice, slBy);
  const trailing = trailingOf(row);
  return {
    ...order,
    ...(qty === undefined ? undefined : { qty }),
    ...(price === undefined ? undefined : { price }),
    ...(trigger === undefined ? undefined : { trigger }),
    ...(position === undefined ? undefined : { position }),
    ...(takeProfit === undefined ? undefined : { takeProfit }),
    ...(stopLoss === undefined ? undefined : { stopLoss }),
    ...(trailing === undefined ? undefined : { trailing }),
  };
}

const levelOf = (
  price: ExitLevel['price'] | undefined,
  by: ExitLevel['by'] | undefined,
): ExitLevel | undefined => (price === undefined || by === undefined ? undefined : { price, by });

function trailingOf(row: OrderRow): Trailing | undefined {
  const { callback, activation, extremePrice: price, extremeAt: ts, extremeSeq: seq } = row;
  if (callback === undefined) return undefined;
  return {
    callback,
    ...(activation === undefined ? undefined : { activation }),
    ...(price === undefined || ts === undefined || seq === undefined
      ? undefined
      : { extreme: { price, ts, seq } }),
  };
}

const readPositionRows = selectFrom(positions, fieldsOf(positions, 'shard', 'closedEvent', 'closedAt'));

/** As they are; a closed one has nothing left and otherwise what it had last. */
export async function readPositions(
  tx: Tx,
  clauses: string,
  parameters: readonly Parameter[],
): Promise<readonly FuturesPosition[]> {
  const rows = await readPositionRows(tx, clauses, parameters);
  return rows.map(({ entrySum: sum, entryOver: over, warnedAt, ...position }) => ({
    ...position,
    entry: { sum, over },
    ...(warnedAt === undefined ? undefined : { warnedAt }),
  }));
}

const BY_ID = 'where player_id = $1 and id = $2';

export async function findOrder(tx: Tx, player: PlayerId, id: number): Promise<FuturesOrder | undefined> {
  const [order] = await readOrders(tx, BY_ID, [player, id]);
  return order;
}

export async function findPosition(
  tx: Tx,
  player: PlayerId,
  id: number,
): Promise<FuturesPosition | undefined> {
  const [position] = await readPositions(tx, BY_ID, [player, id]);
  return position;
}
