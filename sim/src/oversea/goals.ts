// What must happen to orders and positions of overseas futures sometimes, read from the journal.
import type { CancelReason, OverseaFill, OverseaFilled } from '@maru/engine/oversea/events';
import type { AnyEvent } from '@maru/engine/products';
import type { TwinState } from '../twin.ts';
import { pursesOf, unitsIn } from '../twin-legs.ts';
import { netOf, type TwinPosition } from './twin.ts';

export const overseaGoals = [
  'position turned',
  'added after a reduction',
  'mean entry off the grid',
  'filled below zero',
  'limit filled beyond its price',
  'limit filled at its first price',
  'trigger filled away from its price',
  'filled after a gap',
  'margin added at the fill',
  'margin given back at the fill',
  'reduce-only order shrank',
  'take-profit',
  'stop-loss',
  'loss-cut',
  'several positions closed at once',
  'flat account lifted to zero',
  'closed loss covered by an open position',
  'closed at the end of a trade date',
  'closed on the last trading day',
  'closed by staff',
  'carried overnight',
  'overnight short',
  'order ended with its position',
  'order ended for want of money',
  'order ended at the contract limit',
  'order ended where only reducing goes',
  'order ended with its trade date',
  'order ended by an own limit',
  'crash between tick and fill',
] as const;
export type OverseaGoal = (typeof overseaGoals)[number];

const CAUSES: Readonly<Partial<Record<OverseaFill['cause'], OverseaGoal>>> = {
  TP: 'take-profit',
  SL: 'stop-loss',
  SESSION_END: 'closed at the end of a trade date',
  EXPIRY: 'closed on the last trading day',
  OVERNIGHT_SHORT: 'overnight short',
  STAFF_CLOSE: 'closed by staff',
  LOSSCUT: 'loss-cut',
};

const ENDS: Readonly<Partial<Record<CancelReason, OverseaGoal>>> = {
  POSITION_GONE: 'order ended with its position',
  INSUFFICIENT_BALANCE: 'order ended for want of money',
  TOO_MANY_CONTRACTS: 'order ended at the contract limit',
  REDUCE_ONLY: 'order ended where only reducing goes',
  SESSION_END: 'order ended with its trade date',
  OWN_LIMIT: 'order ended by an own limit',
};

export function createOverseaGoals(reached: (goal: OverseaGoal) => void) {
  const reduced = new Set<number>();

  function noteFill(event: OverseaFilled, fill: OverseaFill, before: TwinPosition | undefined): void {
    const { position, closedQty, openedQty, price, cause } = fill;
    const goal = CAUSES[cause];
    if (goal !== undefined) reached(goal);
    if (price < 0n) reached('filled below zero');
    if (closedQty > 0 && openedQty > 0) reached('position turned');
    if (before !== undefined && position?.id === before.id) {
      if (closedQty > 0) reduced.add(before.id);
      else if (reduced.has(before.id)) reached('added after a reduction');
    }
    if (position !== undefined && position.entry.sum % (position.entry.over * fill.tickSize) !== 0n)
      reached('mean entry off the grid');
    if (event.order === undefined) return;
    if (fill.cause === 'STOPMARKET' && fill.quote.last !== price)
      reached('trigger filled away from its price');
    if (fill.cause === 'LIMIT' && (fill.side === 'LONG' ? fill.quote.ask < price : fill.quote.bid > price))
      reached('limit filled beyond its price');
  }

  /** Called before the twin applies the event: the state is as it was. */
  return (event: AnyEvent, _epoch: number, state: TwinState): void => {
    const { oversea } = state;
    const player = event.steps[0]?.player ?? 0;
    if (event.kind === 'OVERSEA_CARRIED') reached('carried overnight');
    if (event.kind !== 'OVERSEA_FILLED' && event.kind !== 'OVERSEA_ORDERS_CANCELLED') return;
    for (const { reason } of event.cancelled) {
      const goal = ENDS[reason];
      if (goal !== undefined) reached(goal);
    }
    if (event.kind === 'OVERSEA_ORDERS_CANCELLED') return;
    for (const fill of event.fills)
      noteFill(event, fill, oversea.positions.get(netOf(player, fill.instrument)));
    if (event.fills.length > 1) reached('several positions closed at once');
    if (event.topUp > 0n) reached('flat account lifted to zero');
    if (event.isAfterGap) reached('filled after a gap');
    if (event.after.some(({ purse, balance }) => balance < 0n && purse.endsWith(':free')))
      reached('closed loss covered by an open position');
    const order = oversea.orders.get(event.order ?? -1);
    const [fill] = event.fills;
    if (order === undefined || fill === undefined) return;
    if (order.isUnpriced && fill.price !== order.price) reached('limit filled at its first price');
    if (fill.qty < order.qty) reached('reduce-only order shrank');
    const { wait } = pursesOf(player, fill.wallet);
    const waits = event.after.find(({ purse }) => purse === wait)?.balance ?? 0n;
    const waited = unitsIn(state, wait);
    if (fill.closedQty === 0 && waits > waited) reached('margin added at the fill');
    if (fill.closedQty === 0 && waits < waited) reached('margin given back at the fill');
  };
}
