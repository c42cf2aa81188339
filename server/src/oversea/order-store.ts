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

const BY_ID = 'where player_id = $1 and id = any($2::bigint[])';

export const listOrdersById = async (
  tx: Tx,
  player: PlayerId,
  ids: readonly number[],
): Promise<readonly OverseaOrder[]> => (ids.length === 0 ? [] : readOrders(tx, BY_ID, [player, ids]));

export const listPositionsById = async (
  tx: Tx,
  player: PlayerId,
  ids: readonly number[],
): Promise<readonly OverseaPosition[]> => (ids.length === 0 ? [] : readPositions(tx, BY_ID, [player, ids]));
