// The take-profit and stop-loss that an order gives to its position. One that was filled at once has no row of its own:
// its event placed them.
import type { AttachedExits } from '@maru/engine/futures/events';
import { ORDERS_PER_EVENT } from '@maru/engine/futures/terms';
import type { PlayerId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { findOrder, readOrders } from './order-store.ts';

/** Undefined where the player has no such order. */
export async function findAttachedExits(
  tx: Tx,
  player: PlayerId,
  order: number,
): Promise<AttachedExits | undefined> {
  const rested = await findOrder(tx, player, order);
  if (rested !== undefined) return rested;
  const filled = await tx.query(
    'select 1 from futures_fill where id = $1 and order_id = $1 and player_id = $2',
    [order, player],
  );
  if (filled.length === 0) return undefined;
  const placed = await readOrders(tx, 'where player_id = $1 and id > $2 and id < $3', [
    player,
    order,
    order + ORDERS_PER_EVENT,
  ]);
  const levelOf = (type: 'TAKEPROFIT' | 'STOPLOSS') => {
    const exit = placed.find((each) => each.type === type);
    return exit?.trigger === undefined ? undefined : { price: exit.trigger, by: exit.by };
  };
  const [takeProfit, stopLoss] = [levelOf('TAKEPROFIT'), levelOf('STOPLOSS')];
  return {
    ...(takeProfit === undefined ? undefined : { takeProfit }),
    ...(stopLoss === undefined ? undefined : { stopLoss }),
  };
}
