// What must happen to orders and positions of coin futures sometimes, read from the journal.
import type { CancelReason, FillCause, FuturesFill, FuturesFilled } from '@maru/engine/futures/events';
import type { AnyEvent } from '@maru/engine/products';
import type { TwinState } from '../twin.ts';
import { fundedOf, netOf, positionsOf } from './twin.ts';

export const futuresGoals = [
  'futures: position turned',
  'futures: part of a position closed',
  'futures: mean entry off the grid',
  'futures: inverse position added to',
  'futures: limit filled at its first price',
  'futures: stop-limit triggered',
  'futures: take-profit',
  'futures: stop-loss',
  'futures: trailing stop followed',
  'futures: trailing stop fired',
  'futures: exits came with a fill',
  'futures: reduce-only order shrank',
  'futures: everything closed at once',
  'futures: order amended',
  'futures: leverage raised on a position',
  'futures: isolated margin added',
  'futures: isolated margin taken back',
  'futures: isolated liquidation',
  'futures: insurance gained by a liquidation',
  'futures: insurance paid for a liquidation',
  'futures: insurance paid for a close',
  'futures: margin that stays paid for a partial close',
  'futures: cross liquidation',
  'futures: several positions liquidated at once',
  'futures: a liquidation left a position open',
  'futures: liquidation with orders',
  'futures: liquidation fee cut to what was left',
  'futures: account raised to zero',
  'futures: closed loss covered by an open position',
  'futures: liquidated in a higher tier',
  'futures: position that stood without a price judged',
  'futures: filled after a gap',
  'futures: warned',
  'futures: warned twice',
  'futures: funding accrued',
  'futures: funding posted with a part',
  'futures: funding made up after a stop',
  'futures: liquidated by funding alone',
  'futures: order ended with its position',
  'futures: order ended for want of money',
  'futures: order ended at the cap of its leverage',
  'futures: order ended where only reducing goes',
  'futures: order ended because it would take',
  'futures: orders ended with the connection',
  'futures: several accounts liquidated by one tick',
  'futures: crash between the batches of a cascade',
  'futures: crash between tick and fill',
] as const;
export type FuturesGoal = (typeof futuresGoals)[number];

const CAUSES: Readonly<Partial<Record<FillCause, FuturesGoal>>> = {
  TAKEPROFIT: 'futures: take-profit',
  STOPLOSS: 'futures: stop-loss',
  TRAILINGSTOP: 'futures: trailing stop fired',
  CLOSE_ALL: 'futures: everything closed at once',
};

const ENDS: Readonly<Partial<Record<CancelReason, FuturesGoal>>> = {
  POSITION_GONE: 'futures: order ended with its position',
  INSUFFICIENT_BALANCE: 'futures: order ended for want of money',
  ABOVE_LEVERAGE_CAP: 'futures: order ended at the cap of its leverage',
  REDUCE_ONLY: 'futures: order ended where only reducing goes',
  WOULD_TAKE: 'futures: order ended because it would take',
  DISCONNECT: 'futures: orders ended with the connection',
  LIQUIDATION: 'futures: liquidation with orders',
};

/** A funding that comes later than this was not asked for when it was due. */
const LATE_MS = 4_000;

export function createFuturesGoals(reached: (goal: FuturesGoal) => void) {
  /** Under which owner each instrument was last funded. */
  const epochs = new Map<string, number>();

  function noteFill(event: FuturesFilled, fill: FuturesFill): void {
    const { cause, closedQty, openedQty, position, contract, funding, insured, marginType } = fill;
    const goal = CAUSES[cause];
    if (goal !== undefined) reached(goal);
    if (position !== undefined && closedQty > 0n) {
      reached('futures: part of a position closed');
      if (funding !== 0n) reached('futures: funding posted with a part');
    }
    if (openedQty > 0n && fill.openedAt !== undefined && contract === 'INVERSE')
      reached('futures: inverse position added to');
    if (position !== undefined && position.entry.over > 1n) reached('futures: mean entry off the grid');
    if (cause !== 'LIQUIDATION' && insured > 0n) reached('futures: insurance paid for a close');
    if (cause === 'LIQUIDATION' && marginType === 'ISOLATED') {
      reached('futures: isolated liquidation');
      if (insured < 0n) reached('futures: insurance gained by a liquidation');
      if (insured > 0n) reached('futures: insurance paid for a liquidation');
    }
    if (event.order?.isUnpriced === true && event.order.price !== fill.price)
      reached('futures: limit filled at its first price');
    if (event.order?.qty !== undefined && event.order.reduceOnly && fill.qty < event.order.qty)
      reached('futures: reduce-only order shrank');
  }

  /** What an isolated loss took beyond the share that is released. */
  function noteMargin(
    state: TwinState,
    player: number,
    { instrument, closedQty, released }: FuturesFill,
  ): void {
    const before = state.futures.positions.get(netOf(player, instrument));
    if (before === undefined || closedQty === 0n || closedQty === before.qty) return;
    if (released > (before.margin * closedQty) / before.qty + 1n)
      reached('futures: margin that stays paid for a partial close');
  }

  function noteLiquidation({ liquidation, fills }: FuturesFilled, state: TwinState, player: number): void {
    if (liquidation === undefined) return;
    if (liquidation.judged.some(({ deduction }) => deduction > 0n))
      reached('futures: liquidated in a higher tier');
    const newest = Math.max(...liquidation.marks.map(({ quote }) => quote.ts));
    if (liquidation.marks.some(({ quote }) => newest - quote.ts > 6_000))
      reached('futures: position that stood without a price judged');
    const owed = liquidation.judged.reduce((sum, { funding }) => sum + funding, 0n);
    if (owed < 0n && liquidation.balance - owed > liquidation.maintenance)
      reached('futures: liquidated by funding alone');
    if (liquidation.marginType === 'ISOLATED') return;
    reached('futures: cross liquidation');
    if (fills.length > 1) reached('futures: several positions liquidated at once');
    const open = positionsOf(state.futures, player).filter(
      ({ wallet, marginType }) => wallet === fills[0]?.wallet && marginType === 'CROSS',
    );
    if (open.length > fills.length) reached('futures: a liquidation left a position open');
    for (const { fee, liquidationFee } of fills)
      if (liquidationFee < fee) reached('futures: liquidation fee cut to what was left');
  }

  /** Called before the twin applies the event: the state is as it was. */
  return (event: AnyEvent, epoch: number, state: TwinState): void => {
    const { futures } = state;
    const player = event.steps[0]?.player ?? 0;
    if ('cancelled' in event && event.kind.startsWith('FUTURES_'))
      for (const { reason } of event.cancelled) {
        const goal = ENDS[reason as CancelReason];
        if (goal !== undefined) reached(goal);
      }
    switch (event.kind) {
      case 'FUTURES_FILLED':
        for (const fill of event.fills) {
          noteFill(event, fill);
          noteMargin(state, player, fill);
        }
        if (event.fills.length === 2 && event.fills[0]?.instrument === event.fills[1]?.instrument)
          reached('futures: position turned');
        if (event.placed.length > 0) reached('futures: exits came with a fill');
        if (event.topUp > 0n) reached('futures: account raised to zero');
        if (event.isAfterGap) reached('futures: filled after a gap');
        if (event.after.some(({ purse, balance }) => balance < 0n && purse.endsWith(':free')))
          reached('futures: closed loss covered by an open position');
        noteLiquidation(event, state, player);
        return;
      case 'FUTURES_ORDER_CHANGED':
        if (event.cause === 'AMENDED') reached('futures: order amended');
        if (event.cause === 'TRIGGERED') reached('futures: stop-limit triggered');
        if (event.cause === 'TRAILED') reached('futures: trailing stop followed');
        return;
      case 'FUTURES_LEVERAGE_SET':
        if (event.position !== undefined) reached('futures: leverage raised on a position');
        return;
      case 'FUTURES_MARGIN_MOVED':
        reached(event.amount > 0n ? 'futures: isolated margin added' : 'futures: isolated margin taken back');
        return;
      case 'FUTURES_WARNED':
        reached('futures: warned');
        for (const { instrument } of event.positions)
          if (futures.positions.get(netOf(player, instrument))?.warnedAt !== undefined)
            reached('futures: warned twice');
        return;
      case 'FUTURES_FUNDED': {
        const key = fundedOf(event.site, event.instrument);
        if (event.rate !== 0n) reached('futures: funding accrued');
        const before = epochs.get(key);
        if (before !== undefined && before < epoch && event.at - event.dueAt > LATE_MS)
          reached('futures: funding made up after a stop');
        epochs.set(key, epoch);
        return;
      }
      default:
    }
  };
}
