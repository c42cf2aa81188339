// The tables of coin futures that are written from the journal.
import type { Amount, Price, Qty, Rate } from '@maru/engine/amount';
import type { CancelReason, FillCause, RestingOrder } from '@maru/engine/futures/events';
import type { Contract, MarginType, OrderSide, TriggerPrice } from '@maru/engine/futures/terms';
import type { Fires } from '@maru/engine/market/trigger-index';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { fieldsOf } from '../../shadow/statements.ts';
import { column, nullable, table } from '../../shadow/table.ts';

const owner = {
  site: column.bigint<SiteId>('site_id'),
  player: column.bigint<PlayerId>('player_id'),
};
const traded = {
  ...owner,
  instrument: column.int('option_id'),
  wallet: column.text(),
};
const margined = {
  leverage: column.int(),
  marginType: column.text<MarginType>('margin_type'),
};

/** Orders that rested. An order that was filled at once has only its fill. */
export const orders = table('futures_order', {
  id: column.bigint(),
  shard: column.int(),
  ...traded,
  side: column.text<OrderSide>(),
  type: column.text<RestingOrder['type']>(),
  state: column.text<RestingOrder['state']>(),
  qty: nullable(column.units<Qty>()),
  price: nullable(column.units<Price>()),
  trigger: nullable(column.units<Price>('trigger_price')),
  by: column.text<TriggerPrice>('trigger_by'),
  fires: column.text<Fires>(),
  reduceOnly: column.boolean('reduce_only'),
  postOnly: column.boolean('post_only'),
  isUnpriced: column.boolean('is_unpriced'),
  ...margined,
  cost: column.units<Amount>(),
  position: nullable(column.bigint('position_id')),
  tpPrice: nullable(column.units<Price>('tp_price')),
  tpBy: nullable(column.text<TriggerPrice>('tp_by')),
  slPrice: nullable(column.units<Price>('sl_price')),
  slBy: nullable(column.text<TriggerPrice>('sl_by')),
  callback: nullable(column.units<Rate>('callback_rate')),
  activation: nullable(column.units<Price>('activation_price')),
  extremePrice: nullable(column.units<Price>('extreme_price')),
  extremeAt: nullable(column.bigint<Millis>('extreme_ms')),
  extremeSeq: nullable(column.bigint('extreme_seq')),
  placedAt: column.bigint<Millis>('placed_ms'),
  endedAs: nullable(column.text<'FILLED' | 'CANCELED'>('ended_as')),
  cancelReason: nullable(column.text<CancelReason>('cancel_reason')),
  endedEvent: nullable(column.bigint('ended_event')),
  endedAt: nullable(column.bigint<Millis>('ended_ms')),
});

/** The fields of an order that never change, whatever becomes of it. */
export const FIXED = [
  ...(['id', 'site', 'player', 'instrument', 'wallet', 'side', 'type'] as const),
  ...(['reduceOnly', 'postOnly', 'position', 'placedAt'] as const),
];

export const positions = table('futures_position', {
  id: column.bigint(),
  shard: column.int(),
  ...traded,
  side: column.text<OrderSide>(),
  qty: column.units<Qty>(),
  entrySum: column.whole('entry_sum'),
  entryOver: column.whole('entry_over'),
  ...margined,
  margin: column.units<Amount>(),
  funding: column.units<Amount>(),
  entryFee: column.units<Amount>('entry_fee'),
  openedAt: column.bigint<Millis>('opened_ms'),
  warnedAt: nullable(column.bigint<Millis>('warned_ms')),
  closedEvent: nullable(column.bigint('closed_event')),
  closedAt: nullable(column.bigint<Millis>('closed_ms')),
});

export const fills = table('futures_fill', {
  id: column.bigint(),
  event: column.bigint('event_id'),
  seq: column.bigint(),
  ...traded,
  order: column.bigint('order_id'),
  contract: column.text<Contract>(),
  side: column.text<OrderSide>(),
  qty: column.units<Qty>(),
  price: column.units<Price>(),
  cause: column.text<FillCause>(),
  isAfterGap: column.boolean('after_gap'),
  tickAt: column.bigint<Millis>('tick_ms'),
  tickSeq: column.bigint('tick_seq'),
  tickLast: column.units<Price>('tick_last'),
  tickBid: column.units<Price>('tick_bid'),
  tickAsk: column.units<Price>('tick_ask'),
  tickMark: column.units<Price>('tick_mark'),
  ...margined,
  feeRate: column.units<Rate>('fee_rate'),
  closedQty: column.units<Qty>('closed_qty'),
  openedQty: column.units<Qty>('opened_qty'),
  /** The one that it opened, enlarged, reduced or closed, and how much of it is open afterwards. */
  position: column.bigint('position_id'),
  positionQty: column.units<Qty>('position_qty'),
  openedAt: nullable(column.bigint<Millis>('opened_ms')),
  closedSum: nullable(column.whole('closed_sum')),
  closedOver: nullable(column.whole('closed_over')),
  pnl: column.units<Amount>(),
  funding: column.units<Amount>(),
  fee: column.units<Amount>(),
  liquidationFee: column.units<Amount>('liquidation_fee'),
  entryFee: column.units<Amount>('entry_fee'),
  exitFee: column.units<Amount>('exit_fee'),
  released: column.units<Amount>(),
  margin: column.units<Amount>(),
  insured: column.units<Amount>(),
  net: column.units<Amount>(),
  at: column.bigint<Millis>('at_ms'),
  /** Copied from the wallet, final. */
  currency: column.text(),
});

/** The fields of a fill that its event contains. */
export const FILLED = fieldsOf(fills, 'currency');

export const fundings = table('futures_funding', {
  id: column.bigint(),
  shard: column.int(),
  site: column.bigint<SiteId>('site_id'),
  instrument: column.int('option_id'),
  contract: column.text<Contract>(),
  dueAt: column.bigint<Millis>('due_ms'),
  rate: column.units<Rate>(),
  mark: column.units<Price>(),
  at: column.bigint<Millis>('at_ms'),
});

/** The last time for which each instrument of each site was funded. */
export const funded = table('futures_funded', {
  shard: column.int(),
  site: column.bigint<SiteId>('site_id'),
  instrument: column.int('option_id'),
  dueAt: column.bigint<Millis>('due_ms'),
});

export const leverages = table('futures_leverage', {
  player: owner.player,
  instrument: column.int('option_id'),
  site: owner.site,
  ...margined,
  event: column.bigint('event_id'),
});

export const warnings = table('futures_warning', {
  id: column.bigint(),
  ...traded,
  marginType: margined.marginType,
  position: column.bigint('position_id'),
  tickAt: column.bigint<Millis>('tick_ms'),
  tickSeq: column.bigint('tick_seq'),
  mark: column.units<Price>(),
  ratio: column.units<Rate>(),
  balance: column.units<Amount>(),
  maintenance: column.units<Amount>(),
  at: column.bigint<Millis>('at_ms'),
});

export const liquidations = table('futures_liquidation', {
  id: column.bigint(),
  seq: column.bigint(),
  ...owner,
  wallet: column.text(),
  marginType: margined.marginType,
  cash: column.units<Amount>(),
  pnl: column.units<Amount>(),
  funding: column.units<Amount>(),
  balance: column.units<Amount>(),
  maintenance: column.units<Amount>(),
  /** As `judged-marks.ts` writes them. */
  marks: column.text(),
  cancelledOrders: column.int('cancelled_orders'),
  topUp: column.units<Amount>('top_up'),
  at: column.bigint<Millis>('at_ms'),
});
