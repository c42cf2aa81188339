// Take-profit and stop-loss as orders that close a position, and the rules of their prices (docs/rules.md 3.5, 3.7).
import { isMultiple, type Price, ZERO } from '../amount.ts';
import type { Millis } from '../time.ts';
import type { AttachedExits, ExitLevel, PositionState, RestingOrder } from './events.ts';
import { type FuturesTerms, type OrderSide, orderId, otherSide, type Quote } from './terms.ts';

type ExitKind = 'TAKEPROFIT' | 'STOPLOSS';

export interface ExitOf {
  readonly id: number;
  readonly type: ExitKind;
  readonly level: ExitLevel;
  readonly qty?: RestingOrder['qty'];
  readonly now: Millis;
}

/** An exit as it waits: of the whole position where no quantity is given. */
export function exitOrder(
  position: Pick<PositionState, 'id' | 'side' | 'leverage' | 'marginType'>,
  { instrument, wallet }: Pick<FuturesTerms, 'instrument' | 'wallet'>,
  { id, type, level, qty, now }: ExitOf,
): RestingOrder {
  const isAbove = (position.side === 'LONG') === (type === 'TAKEPROFIT');
  return {
    id,
    instrument,
    wallet,
    side: otherSide(position.side),
    type,
    state: 'WAITING',
    ...(qty === undefined ? undefined : { qty }),
    trigger: level.price,
    by: level.by,
    fires: isAbove ? 'AT_OR_ABOVE' : 'AT_OR_BELOW',
    reduceOnly: true,
    postOnly: false,
    leverage: position.leverage,
    marginType: position.marginType,
    cost: ZERO,
    position: position.id,
    isUnpriced: false,
    placedAt: now,
  };
}

/** Those that an order brings, numbered after the order itself. */
export function attachedExits(
  { takeProfit, stopLoss }: AttachedExits,
  position: PositionState,
  terms: Pick<FuturesTerms, 'instrument' | 'wallet'>,
  { eventId, now }: { readonly eventId: number; readonly now: Millis },
): readonly RestingOrder[] {
  const placed: RestingOrder[] = [];
  const place = (type: ExitKind, level: ExitLevel | undefined) => {
    if (level === undefined) return;
    const id = orderId(eventId, placed.length + 1);
    placed.push(exitOrder(position, terms, { id, type, level, now }));
  };
  place('TAKEPROFIT', takeProfit);
  place('STOPLOSS', stopLoss);
  return placed;
}

/** Would it fire at this price? */
function isReached(side: OrderSide, type: ExitKind, level: Price, at: Price): boolean {
  const isAbove = (side === 'LONG') === (type === 'TAKEPROFIT');
  return isAbove ? at >= level : at <= level;
}

export type ExitFault = 'PRICE_OFF_TICK' | 'TPSL_REJECTED' | 'TPSL_BEYOND_LIQUIDATION';

/** The first rule that the exits of a position of this side break. */
export function exitFault(
  { takeProfit, stopLoss }: AttachedExits,
  side: OrderSide,
  at: Pick<Quote, 'last' | 'mark'>,
  { tickSize, liquidation }: { readonly tickSize: Price; readonly liquidation: Price | undefined },
): ExitFault | undefined {
  for (const level of [takeProfit, stopLoss])
    if (level !== undefined && (level.price <= 0n || !isMultiple(level.price, tickSize)))
      return 'PRICE_OFF_TICK';
  const fires = (type: ExitKind, level: ExitLevel | undefined) =>
    level !== undefined && isReached(side, type, level.price, at[level.by]);
  if (fires('TAKEPROFIT', takeProfit) || fires('STOPLOSS', stopLoss)) return 'TPSL_REJECTED';
  return stopLoss !== undefined && isBeyond(side, stopLoss.price, liquidation)
    ? 'TPSL_BEYOND_LIQUIDATION'
    : undefined;
}

/** A stop-loss there could never fire: the position is liquidated first. */
const isBeyond = (side: OrderSide, stop: Price, liquidation: Price | undefined): boolean =>
  liquidation !== undefined && (side === 'LONG' ? stop <= liquidation : stop >= liquidation);
