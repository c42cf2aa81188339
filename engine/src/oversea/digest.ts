// Orders that rest and positions that are open in the book's digest, each with all that decides about it.
import { addNumber, addOptional, addText, addUnits, begin, finish, ORDER, POSITION } from '../digest.ts';
import type { OverseaOrder, OverseaPosition, OverseaState } from './state.ts';

export function orderDigest(order: OverseaOrder): bigint {
  begin(ORDER);
  addNumber(order.id);
  addNumber(order.player);
  addNumber(order.site);
  addNumber(order.instrument);
  addText(order.wallet);
  addText(order.side);
  addText(order.type);
  addNumber(order.qty);
  addUnits(order.price);
  addText(order.fires);
  addNumber(order.reduceOnly ? 1 : 0);
  addOptional(order.tpTick);
  addOptional(order.slTick);
  addUnits(order.margin);
  addNumber(order.tradeDate);
  addNumber(order.placedAt);
  addNumber(order.isUnpriced ? 1 : 0);
  return finish();
}

export function positionDigest(position: OverseaPosition): bigint {
  begin(POSITION);
  addNumber(position.id);
  addNumber(position.player);
  addNumber(position.site);
  addNumber(position.instrument);
  addText(position.wallet);
  addText(position.side);
  addNumber(position.qty);
  addUnits(position.entry.sum);
  addUnits(position.entry.over);
  addUnits(position.margin);
  addOptional(position.tpTick);
  addOptional(position.slTick);
  addNumber(position.overnight ? 1 : 0);
  addNumber(position.heldFor);
  addNumber(position.openedAt);
  addUnits(position.entryCommission);
  return finish();
}

export function weighOversea({ orders, positions, digest }: OverseaState): bigint {
  let sum = 0n;
  for (const order of orders.values()) sum += orderDigest(order);
  for (const position of positions.values()) sum += positionDigest(position);
  digest[0] = sum;
  return digest[0];
}
