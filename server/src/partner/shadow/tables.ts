// The shares of partners that were confirmed, which are written from the journal. What is accrued is in tables of the
// server alone: it is no money yet.
import type { Amount } from '@maru/engine/amount';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { column, nullable, table } from '../../shadow/table.ts';

export const partnerShares = table('partner_share', {
  /** The number of the event that confirmed it. */
  id: column.bigint(),
  shard: column.int(),
  site: column.bigint<SiteId>('site_id'),
  player: column.bigint<PlayerId>('player_id'),
  settlement: column.bigint('settlement_id'),
  wallet: column.text(),
  amount: column.units<Amount>(),
  fromDay: column.int('from_day'),
  throughDay: column.int('through_day'),
  requestedBy: column.bigint('requested_by'),
  approvedBy: column.bigint('approved_by'),
  confirmedAt: column.bigint<Millis>('confirmed_ms'),
  paidEvent: nullable(column.bigint('paid_event')),
  paidBy: nullable(column.bigint('paid_by')),
  paidAt: nullable(column.bigint<Millis>('paid_ms')),
});
