// The orders and positions that events of the past name, from the tables: a client that was away hears whole bodies.
import type { OverseaLook } from '@maru/contract/oversea-wire';
import type { AnyEvent } from '@maru/engine/book';
import type { PlayerId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { isOverseaEvent } from './following.ts';
import type { OverseaOptions } from './options.ts';
import { listOrdersById, listPositionsById } from './order-store.ts';

export async function loadPastLook(
  tx: Tx,
  options: OverseaOptions,
  player: PlayerId,
  events: readonly AnyEvent[],
): Promise<OverseaLook> {
  const orderIds = new Set<number>();
  const positionIds = new Set<number>();
  for (const event of events) {
    if (!isOverseaEvent(event)) continue;
    switch (event.kind) {
      case 'OVERSEA_ORDER_PLACED':
        break;
      case 'OVERSEA_ORDERS_CANCELLED':
        for (const { order } of event.cancelled) orderIds.add(order);
        break;
      case 'OVERSEA_FILLED':
        if (event.order !== undefined) orderIds.add(event.order);
        for (const { order } of event.cancelled) orderIds.add(order);
        for (const { position, closedPosition } of event.fills) {
          if (position !== undefined) positionIds.add(position.id);
          if (closedPosition !== undefined) positionIds.add(closedPosition);
        }
        break;
      case 'OVERSEA_TPSL_SET':
      case 'OVERSEA_OVERNIGHT_SET':
        positionIds.add(event.position);
        break;
      case 'OVERSEA_CARRIED':
        for (const { position } of event.carried) positionIds.add(position);
        break;
    }
  }
  const orders = new Map((await listOrdersById(tx, player, [...orderIds])).map((each) => [each.id, each]));
  const found = await listPositionsById(tx, player, [...positionIds]);
  const positions = new Map(found.map((each) => [each.id, each]));
  return {
    option: options.named,
    order: (id) => orders.get(id),
    position: (id) => positions.get(id),
  };
}
