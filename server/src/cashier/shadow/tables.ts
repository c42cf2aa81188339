// The tables of the cashier, which are written from the journal.
import type { Amount } from '@maru/engine/amount';
import type { RowType } from '@maru/engine/cashier/request-machine';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { fieldsOf } from '../../shadow/statements.ts';
import { column, nullable, table } from '../../shadow/table.ts';

const owner = {
  shard: column.int(),
  site: column.bigint<SiteId>('site_id'),
  player: column.bigint<PlayerId>('player_id'),
};

/** 0 requested, 1 done, 2 rejected, 3 cancelled, 4 processing. */
export type RowStatus = 0 | 1 | 2 | 3 | 4;

export const cashierRows = table('cashier_row', {
  id: column.bigint(),
  ...owner,
  type: column.text<RowType>(),
  status: column.smallint<RowStatus>(),
  wallet: column.text(),
  /** Copied from the wallet, final. */
  currency: column.text(),
  amount: column.units<Amount>(),
  fee: column.units<Amount>(),
  change: column.units<Amount>(),
  channel: column.text(),
  counterpartWallet: nullable(column.text('counterpart_wallet')),
  counterpart: nullable(column.bigint<PlayerId>('counterpart_id')),
  payout: nullable(column.bigint('payout_id')),
  won: nullable(column.units<Amount>()),
  rateNumerator: nullable(column.units<Amount>('rate_numerator')),
  rateDenominator: nullable(column.units<Amount>('rate_denominator')),
  rateAt: nullable(column.bigint<Millis>('rate_ms')),
  rateSource: nullable(column.text('rate_source')),
  spread: nullable(column.units<Amount>()),
  turnover: nullable(column.units<Amount>()),
  reason: nullable(column.text()),
  undoes: nullable(column.bigint()),
  askedBy: nullable(column.bigint('asked_by')),
  takenBy: nullable(column.bigint('taken_by')),
  confirmedBy: nullable(column.bigint('confirmed_by')),
  decidedBy: nullable(column.bigint('decided_by')),
  provider: nullable(column.text()),
  external: nullable(column.text('external_id')),
  createdAt: column.bigint<Millis>('created_ms'),
  payUntil: nullable(column.bigint<Millis>('pay_until_ms')),
  takenAt: nullable(column.bigint<Millis>('taken_ms')),
  paidAt: nullable(column.bigint<Millis>('paid_ms')),
  disputedAt: nullable(column.bigint<Millis>('disputed_ms')),
  confirmedAt: nullable(column.bigint<Millis>('confirmed_ms')),
  endedAt: nullable(column.bigint<Millis>('ended_ms')),
  isExpired: column.boolean('is_expired'),
});

/** The fields of a row that its first event contains and nothing changes. */
export const FIXED = fieldsOf(
  cashierRows,
  ...(['shard', 'currency', 'status', 'change', 'turnover', 'reason', 'takenBy', 'confirmedBy'] as const),
  ...(['decidedBy', 'provider', 'external', 'takenAt', 'paidAt', 'disputedAt', 'confirmedAt'] as const),
  ...(['endedAt', 'isExpired'] as const),
);

export const coupons = table('cashier_coupon', {
  id: column.bigint(),
  shard: column.int(),
  site: column.bigint<SiteId>('site_id'),
  coupon: column.text(),
  wallets: column.words(),
  currency: column.text(),
  amount: column.units<Amount>(),
  uses: column.int(),
  turnover: column.units<Amount>(),
  from: column.bigint<Millis>('from_ms'),
  until: column.bigint<Millis>('until_ms'),
  askedBy: column.bigint('asked_by'),
  approvedBy: column.bigint('approved_by'),
  issuedAt: column.bigint<Millis>('issued_ms'),
  endedBy: nullable(column.bigint('ended_by')),
  endedAt: nullable(column.bigint<Millis>('ended_ms')),
});

export const ISSUED = fieldsOf(coupons, 'shard', 'endedBy', 'endedAt');

export const couponUses = table('cashier_coupon_use', {
  id: column.bigint(),
  coupon: column.bigint('coupon_id'),
  player: column.bigint<PlayerId>('player_id'),
  at: column.bigint<Millis>('at_ms'),
});

export const bonuses = table('cashier_bonus', {
  id: column.bigint(),
  ...owner,
  wallet: column.text(),
  amount: column.units<Amount>(),
  turnover: column.units<Amount>(),
  locked: column.units<Amount>(),
  turnoverLeft: column.units<Amount>('turnover_left'),
  givenAt: column.bigint<Millis>('given_ms'),
  endedAt: nullable(column.bigint<Millis>('ended_ms')),
});

export const GIVEN = fieldsOf(bonuses, 'shard', 'locked', 'turnoverLeft', 'endedAt');
