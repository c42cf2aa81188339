// Orders that rest and positions that are open in the book's digest, each with all that decides about it, and when each
// instrument was funded.
import {
  addNumber,
  addOptional,
  addText,
  addUnits,
  begin,
  FUTURES_FUNDED,
  FUTURES_FUNDING,
  FUTURES_ORDER,
  FUTURES_POSITION,
  finish,
} from '../digest.ts';
import type { Millis } from '../time.ts';
import type { ExitLevel, Trailing } from './events.ts';
import type { FuturesOrder, FuturesPosition, FuturesState } from './state.ts';

export function orderDigest(order: FuturesOrder): bigint {
  begin(FUTURES_ORDER);
  addNumber(order.id);
  addNumber(order.player);
  addNumber(order.site);
  addNumber(order.instrument);
  addText(order.wallet);
  addText(order.side);
  addText(order.type);
  addText(order.state);
  addOptionalUnits(order.qty);
  addOptionalUnits(order.price);
  addOptionalUnits(order.trigger);
  addText(order.by);
  addText(order.fires);
  addFlags(order);
  addNumber(order.leverage);
  addText(order.marginType);
  addUnits(order.cost);
  addOptional(order.position);
  addLevel(order.takeProfit);
  addLevel(order.stopLoss);
  addTrailing(order.trailing);
  addNumber(order.placedAt);
  return finish();
}

const addFlags = ({ reduceOnly, postOnly, isUnpriced }: FuturesOrder): void =>
  addNumber((reduceOnly ? 1 : 0) + (postOnly ? 2 : 0) + (isUnpriced ? 4 : 0));

/** No price and no quantity is zero: that stands for one that is absent. */
const addOptionalUnits = (units: bigint | undefined): void => addUnits(units ?? 0n);

function addLevel(level: ExitLevel | undefined): void {
  addOptionalUnits(level?.price);
  addText(level?.by ?? '');
}

function addTrailing(trailing: Trailing | undefined): void {
  addOptionalUnits(trailing?.callback);
  addOptionalUnits(trailing?.activation);
  addOptionalUnits(trailing?.extreme?.price);
  addOptional(trailing?.extreme?.ts);
  addOptional(trailing?.extreme?.seq);
}

/** What is accrued is a figure of its own and not hashed with the rest: see `accrue`. */
export const positionDigest = (position: FuturesPosition): bigint =>
  unfundedDigest(position) + fundingWeight(position.id) * position.funding;

/** Odd, so that no change of less than 2^64 is lost. */
export function fundingWeight(position: number): bigint {
  begin(FUTURES_FUNDING);
  addNumber(position);
  return finish() | 1n;
}

function unfundedDigest(position: FuturesPosition): bigint {
  begin(FUTURES_POSITION);
  addNumber(position.id);
  addNumber(position.player);
  addNumber(position.site);
  addNumber(position.instrument);
  addText(position.wallet);
  addText(position.side);
  addUnits(position.qty);
  addUnits(position.entry.sum);
  addUnits(position.entry.over);
  addNumber(position.leverage);
  addText(position.marginType);
  addUnits(position.margin);
  addUnits(position.entryFee);
  addNumber(position.openedAt);
  addOptional(position.warnedAt);
  return finish();
}

/** Of one instrument of one site, as `fundedKey` names it. */
export function fundedDigest(key: string, at: Millis): bigint {
  begin(FUTURES_FUNDED);
  addText(key);
  addNumber(at);
  return finish();
}

export function weighFutures({ orders, positions, funded, digest }: FuturesState): bigint {
  let sum = 0n;
  for (const order of orders.values()) sum += orderDigest(order);
  for (const position of positions.values()) sum += positionDigest(position);
  for (const [key, at] of funded) sum += fundedDigest(key, at);
  digest[0] = sum;
  return digest[0];
}
