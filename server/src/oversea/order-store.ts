// Orders and positions as the tables have them, also those that have ended.
import type { OverseaOrder, OverseaPosition } from '@maru/engine/oversea/state';
import type { PlayerId } from '@maru/engine/purse';
import type { Parameter, Tx } from '../db/database.ts';
import { fieldsOf, selectFrom } from '../shadow/statements.ts';
import { orders, PLACED, positions } from './shadow/tables.ts';

/** As they were placed. */
export const readOrders = selectFrom(orders, PLACED);

const readPositionRows = selectFrom(positions, fieldsOf(positions, 'shard', 'closedEvent', 'closedAt'));

/** As they are; a closed one has no contracts left and otherwise what it had last. */
export async function readPositions(
  tx: Tx,
  clauses: string,
  parameters: readonly Parameter[],
): Promise<readonly OverseaPosition[]> {
  const rows = await readPositionRows(tx, clauses, parameters);
  return rows.map(({ entrySum: sum, entryOver: over, ...position }) => ({
    ...position,
    entry: { sum, over },
  }));
}

const BY_ID = 'where player_id = $1 and id = $2';

export async function findOrder(tx: Tx, player: PlayerId, id: number): Promise<OverseaOrder | undefined> {
  const [order] = await readOrders(tx, BY_ID, [player, id]);
  return order;
}

export async function findPosition(
  tx: Tx,
  player: PlayerId,
  id: number,
): Promise<OverseaPosition | undefined> {
  const [position] = await readPositions(tx, BY_ID, [player, id]);
  return position;
}
