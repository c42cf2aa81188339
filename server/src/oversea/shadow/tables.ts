// The tables of overseas futures that are written from the journal.
import type { Amount, Price, Qty, Rate } from '@maru/engine/amount';
import type { DayNumber } from '@maru/engine/market/calendar-date';
import type { Fires } from '@maru/engine/market/trigger-index';
import type { CancelReason, FillCause } from '@maru/engine/oversea/events';
import type { OrderSide } from '@maru/engine/oversea/terms';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { fieldsOf } from '../../shadow/statements.ts';
import { column, nullable, table } from '../../shadow/table.ts';

const owner = {
  site: column.bigint<SiteId>('site_id'),
  player: column.bigint<PlayerId>('player_id'),
  instrument: column.int('option_id'),
  wallet: column.text(),
  side: column.text<OrderSide>(),
};

/** Orders that rested. An order that was filled at once has only its fill. */
export const orders = table('oversea_order', {
  id: column.bigint(),
  shard: column.int(),
  ...owner,
  type: column.text<'LIMIT' | 'STOPMARKET'>(),
  qty: column.int(),
  price: column.units<Price>(),
  fires: column.text<Fires>(),
  reduceOnly: column.boolean('reduce_only'),
  isUnpriced: column.boolean('is_unpriced'),
  tpTick: nullable(column.int('tp_tick')),
  slTick: nullable(column.int('sl_tick')),
  margin: column.units<Amount>(),
  tradeDate: column.int<DayNumber>('trade_day'),
  placedAt: column.bigint<Millis>('placed_ms'),
  status: column.text<'OPEN' | 'FILLED' | 'CANCELED'>(),
  cancelReason: nullable(column.text<CancelReason>('cancel_reason')),
  endedEvent: nullable(column.bigint('ended_event')),
  endedAt: nullable(column.bigint<Millis>('ended_ms')),
});

/** The fields of an order that never change after it was placed. */
export const PLACED = fieldsOf(orders, 'shard', 'status', 'cancelReason', 'endedEvent', 'endedAt');

export const positions = table('oversea_position', {
  id: column.bigint(),
  shard: column.int(),
  ...owner,
  qty: column.int(),
  entrySum: column.whole('entry_sum'),
  entryOver: column.whole('entry_over'),
  margin: column.units<Amount>(),
  entryCommission: column.units<Amount>('entry_commission'),
  tpTick: column.int('tp_tick'),
  slTick: column.int('sl_tick'),
  overnight: column.boolean(),
  heldFor: column.int<DayNumber>('held_day'),
  openedAt: column.bigint<Millis>('opened_ms'),
  closedEvent: nullable(column.bigint('closed_event')),
  closedAt: nullable(column.bigint<Millis>('closed_ms')),
});

export const fills = table('oversea_fill', {
  id: column.bigint(),
  event: column.bigint('event_id'),
  seq: column.bigint(),
  ...owner,
  order: column.bigint('order_id'),
  qty: column.int(),
  price: column.units<Price>(),
  cause: column.text<FillCause>(),
  isAfterGap: column.boolean('after_gap'),
  tickAt: column.bigint<Millis>('tick_ms'),
  tickSeq: column.bigint('tick_seq'),
  tickLast: column.units<Price>('tick_last'),
  tickBid: column.units<Price>('tick_bid'),
  tickAsk: column.units<Price>('tick_ask'),
  tradeDate: column.int<DayNumber>('trade_day'),
  tickSize: column.units<Price>('tick_size'),
  multiplier: column.units<Qty>(),
  rate: column.units<Rate>(),
  closedQty: column.int('closed_qty'),
  closedSum: nullable(column.whole('closed_sum')),
  closedOver: nullable(column.whole('closed_over')),
  closedPosition: nullable(column.bigint('closed_position_id')),
  openedQty: column.int('opened_qty'),
  pnl: column.units<Amount>(),
  commission: column.units<Amount>(),
  entryCommission: column.units<Amount>('entry_commission'),
  exitCommission: column.units<Amount>('exit_commission'),
  net: column.units<Amount>(),
  at: column.bigint<Millis>('at_ms'),
  /** Copied from the wallet, final. */
  currency: column.text(),
  places: column.int(),
});

/** The fields of a fill that its event contains. */
export const FILLED = fieldsOf(fills, 'currency', 'places');
