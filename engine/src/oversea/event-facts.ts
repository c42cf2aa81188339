// What an event contains about an order or a position beyond the change itself, so that its pushes are made from it
// alone.
import type { CancelledOrder, CancelReason, EndedOrder, OpenPosition } from './events.ts';
import type { OverseaOrder, OverseaPosition } from './state.ts';

export function openPosition({
  player: _player,
  site: _site,
  instrument: _instrument,
  wallet: _wallet,
  ...position
}: OverseaPosition): OpenPosition {
  return position;
}

export function endedOrder(order: OverseaOrder): EndedOrder {
  const { type, qty, price, fires, reduceOnly, tpTick, slTick, placedAt } = order;
  return {
    qty,
    price,
    ...(type === 'STOPMARKET' ? { fires } : undefined),
    reduceOnly,
    ...(tpTick === undefined ? undefined : { tpTick }),
    ...(slTick === undefined ? undefined : { slTick }),
    placedAt,
  };
}

export function cancelledOrder(order: OverseaOrder, reason: CancelReason): CancelledOrder {
  const { id, instrument, side, type } = order;
  return { order: id, reason, instrument, side, type, ...endedOrder(order) };
}
