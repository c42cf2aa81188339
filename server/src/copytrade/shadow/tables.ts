// The tables of copy trading that are written from the journal.
import type { Amount, Price, Qty, Rate } from '@maru/engine/amount';
import type { CopyEnded, MissedReason } from '@maru/engine/copytrade/events';
import type { CopyLead, FollowState, TraderStatus } from '@maru/engine/copytrade/state';
import type { MarginType, OrderSide } from '@maru/engine/futures/terms';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { column, nullable, table } from '../../shadow/table.ts';

const site = column.bigint<SiteId>('site_id');
const ofTrader = column.bigint<PlayerId>('trader_id');
const ofFollower = column.bigint<PlayerId>('follower_id');
const at = column.bigint<Millis>('at_ms');

export const traders = table('copy_trader', {
  player: column.bigint<PlayerId>('player_id'),
  shard: column.int(),
  site,
  status: column.text<TraderStatus>(),
  isAccepting: column.boolean('is_accepting'),
  quota: column.int(),
  rate: column.units<Rate>(),
  pairs: column.ints(),
  since: column.bigint<Millis>('since_ms'),
  /** Staff switched it off, and staff alone switch it on. */
  isHeld: column.boolean('is_held'),
  deletedOn: nullable(column.int('deleted_on')),
  lastLead: column.bigint('last_lead'),
  /** Own trades that are open, as `own-trades-text.ts` writes them. */
  open: column.words('open_trades'),
});

export const follows = table('copy_follow', {
  id: column.bigint(),
  shard: column.int(),
  site,
  follower: ofFollower,
  trader: ofTrader,
  state: column.text<FollowState | 'ENDED'>(),
  pairs: column.ints(),
  multiplyPer: column.int('multiply_per'),
  isPaused: column.boolean('is_paused'),
  maxBet: column.units<Amount>('max_bet'),
  oneMaxBet: column.units<Amount>('one_max_bet'),
  maxLeverage: nullable(column.int('max_leverage')),
  lossLimit: nullable(column.units<Amount>('loss_limit')),
  entryGuard: nullable(column.units<Rate>('entry_guard')),
  exitGuard: column.units<Rate>('exit_guard'),
  rate: column.units<Rate>(),
  total: column.units<Amount>(),
  shared: column.units<Amount>(),
  handled: column.bigint(),
  copied: column.int(),
  missed: column.int(),
  used: column.units<Amount>(),
  usedSince: column.bigint<Millis>('used_since_ms'),
  /** In units of 1e-8 times milliseconds. */
  usedSum: column.whole('used_sum'),
  usedMs: column.bigint('used_ms'),
  startedAt: column.bigint<Millis>('started_ms'),
  detachedAt: nullable(column.bigint<Millis>('detached_ms')),
  detachedBy: nullable(column.bigint('detached_by')),
  endedAt: nullable(column.bigint<Millis>('ended_ms')),
  endedBy: nullable(column.text<CopyEnded['by']>('ended_by')),
  waived: nullable(column.units<Amount>()),
});

/** What never changes of a follow, whatever becomes of it. */
export const FIXED_OF_FOLLOW = ['id', 'site', 'follower', 'trader', 'rate', 'startedAt'] as const;

export const openCopies = table('copy_open', {
  follow: column.bigint('follow_id'),
  instrument: column.int('option_id'),
  position: column.bigint('position_id'),
  traderPosition: column.bigint('trader_position_id'),
  qty: column.units<Qty>(),
  margin: column.units<Amount>(),
  openedAt: column.bigint<Millis>('opened_ms'),
  leadQty: column.units<Qty>('lead_qty'),
  leadSum: column.whole('lead_sum'),
});

export const leads = table('copy_lead', {
  id: column.bigint(),
  shard: column.int(),
  site,
  trader: ofTrader,
  event: column.bigint('event_id'),
  kind: column.text<CopyLead['kind']>(),
  instrument: column.int('option_id'),
  side: column.text<OrderSide>(),
  price: column.units<Price>(),
  leverage: column.int(),
  marginType: column.text<MarginType>('margin_type'),
  margin: column.units<Amount>(),
  closed: column.units<Qty>('closed_qty'),
  of: column.units<Qty>('of_qty'),
  position: column.bigint('position_id'),
  at,
  copied: column.int(),
  missed: column.int(),
  slippage: column.units<Rate>(),
});

export const misses = table('copy_miss', {
  lead: column.bigint('lead_id'),
  reason: column.text<MissedReason>(),
  site,
  trader: ofTrader,
  misses: column.int(),
  at,
});

export const records = table('copy_record', {
  id: column.bigint(),
  seq: column.bigint(),
  site,
  follow: column.bigint('follow_id'),
  follower: ofFollower,
  trader: ofTrader,
  kind: column.text<CopyLead['kind']>(),
  /** MIRROR, OWN and LOSS_LIMIT, or the cause of the fill of coin futures. */
  cause: column.text(),
  lead: nullable(column.bigint('lead_id')),
  leadPrice: nullable(column.units<Price>('lead_price')),
  leadAt: nullable(column.bigint<Millis>('lead_ms')),
  instrument: column.int('option_id'),
  side: column.text<OrderSide>(),
  position: nullable(column.bigint('position_id')),
  qty: nullable(column.units<Qty>()),
  price: nullable(column.units<Price>()),
  slippage: nullable(column.units<Rate>()),
  fee: nullable(column.units<Amount>()),
  net: nullable(column.units<Amount>()),
  margin: nullable(column.units<Amount>()),
  reason: nullable(column.text<MissedReason>()),
  found: nullable(column.units()),
  allowed: nullable(column.units()),
  detail: nullable(column.text()),
  /** As `sizing-text.ts` writes it. */
  sizing: nullable(column.text()),
  at,
});

export const shares = table('copy_share', {
  id: column.bigint(),
  site,
  follow: column.bigint('follow_id'),
  follower: ofFollower,
  trader: ofTrader,
  kind: column.text<'DAILY' | 'END'>(),
  share: column.units<Amount>(),
  total: column.units<Amount>(),
  shared: column.units<Amount>(),
  waived: column.units<Amount>(),
  at,
});

export const days = table('copy_day', {
  trader: ofTrader,
  day: column.int(),
  site,
  growth: nullable(column.bigint()),
  closed: column.int(),
  wins: column.int(),
  net: column.units<Amount>(),
  gains: column.units<Amount>(),
  heldMs: column.bigint('held_ms'),
  openedValue: column.units<Amount>('opened_value'),
  openedMargin: column.units<Amount>('opened_margin'),
  liquidatedAt: nullable(column.bigint<Millis>('liquidated_ms')),
  copied: column.int(),
  missed: column.int(),
  copyNet: column.units<Amount>('copy_net'),
  copyMargin: column.units<Amount>('copy_margin'),
  shared: column.units<Amount>(),
  copyValue: column.units<Amount>('copy_value'),
  copySlipped: column.units<Amount>('copy_slipped'),
  updatedAt: column.bigint<Millis>('updated_ms'),
});

export const followDays = table('copy_follow_day', {
  follow: column.bigint('follow_id'),
  day: column.int(),
  net: column.units<Amount>(),
  fees: column.units<Amount>(),
  funding: column.units<Amount>(),
  shared: column.units<Amount>(),
  entryValue: column.units<Amount>('entry_value'),
  entrySlipped: column.units<Amount>('entry_slipped'),
  exitValue: column.units<Amount>('exit_value'),
  exitSlipped: column.units<Amount>('exit_slipped'),
});
