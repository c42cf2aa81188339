// The tables of the ledger: accounts, their wallets and purses, transfers, and each player's own history.
import type { Amount } from '@maru/engine/amount';
import type { Role } from '@maru/engine/book';
import type { PlayerId, PurseId, SiteId } from '@maru/engine/purse';
import { column, nullable, type RowOf, table } from './table.ts';

export const accounts = table('account', {
  player: column.bigint<PlayerId>('player_id'),
  shard: column.int(),
  site: column.bigint<SiteId>('site_id'),
  role: column.text<Role>(),
  blocked: column.boolean(),
  sessionVersion: column.bigint('session_version'),
  seq: column.bigint(),
  digest: column.whole(),
});

export const wallets = table('wallet', {
  player: column.bigint<PlayerId>('player_id'),
  type: column.text(),
  currency: column.text(),
  places: column.int(),
  run: column.int(),
});

export const purses = table('purse', {
  id: column.text<PurseId>(),
  shard: column.int(),
  site: column.bigint<SiteId>('site_id'),
  /** Absent for the house. */
  owner: nullable(column.bigint<PlayerId>('owner_id')),
  currency: column.text(),
  balance: column.units<Amount>(),
});

export const transfers = table('transfer', {
  event: column.bigint('event_id'),
  leg: column.int(),
  site: column.bigint<SiteId>('site_id'),
  currency: column.text(),
  from: column.text<PurseId>('from_id'),
  to: column.text<PurseId>('to_id'),
  amount: column.units(),
  reason: column.text(),
  at: column.time(),
});

/** What moved on a Korean day between two kinds of purses: `free` of all members, or a purpose of the house. */
export const ledgerDays = table('ledger_day', {
  site: column.bigint<SiteId>('site_id'),
  day: column.int(),
  currency: column.text(),
  from: column.text('from_kind'),
  to: column.text('to_kind'),
  reason: column.text(),
  amount: column.units(),
  moves: column.bigint(),
});

/**
 * What a payment of a round to its players moved altogether, by currency and leg; what it moved of each of them is in the
 * player's own history.
 */
export const paymentSums = table('payment_sum', {
  event: column.bigint('event_id'),
  leg: column.int(),
  site: column.bigint<SiteId>('site_id'),
  round: column.bigint('round_id'),
  currency: column.text(),
  from: column.text('from_kind'),
  to: column.text('to_kind'),
  reason: column.text(),
  amount: column.units(),
  /** How many single movements these are. */
  moves: column.int(),
  at: column.time(),
});

/** What a member under a partner moved on a Korean day of that which partners have a share of (docs/rules.md 7.2). */
export const shareBases = table('share_base', {
  site: column.bigint<SiteId>('site_id'),
  day: column.int(),
  player: column.bigint<PlayerId>('player_id'),
  product: column.text(),
  currency: column.text(),
  counted: column.units(),
  /** Counted before, that day or earlier, and taken back on this one. */
  undone: column.units(),
});

export const accountEvents = table('account_event', {
  player: column.bigint<PlayerId>('player_id'),
  seq: column.bigint(),
  event: column.bigint('event_id'),
  kind: column.text(),
  at: column.time(),
  /** The event as text, which has no unescaped line break. */
  body: column.lines(),
  /** For a plain payment: its amounts are written here, and no transfers beside it. */
  paidWallet: nullable(column.text('paid_wallet')),
  stakeBack: nullable(column.units('stake_back')),
  profit: nullable(column.units()),
  voidBack: nullable(column.units('void_back')),
  lost: nullable(column.units()),
  /**
   * Money that the event moves between two purses of one wallet; then no transfer is written beside it. Above zero from
   * the free purse to the waiting one, below zero back.
   */
  setAsideWallet: nullable(column.text('set_aside_wallet')),
  setAside: nullable(column.units('set_aside')),
  /** The event is the first answer to this key of the player. */
  answerKey: nullable(column.text('answer_key')),
  answerPrint: nullable(column.text('answer_print')),
});

export type AccountRow = Pick<RowOf<typeof accounts>, 'player' | 'site' | 'role'>;
export type WalletRow = Omit<RowOf<typeof wallets>, 'run'>;
export type RunRow = Pick<RowOf<typeof wallets>, 'player' | 'type' | 'run'>;
export type TransferRow = RowOf<typeof transfers>;
export type PaymentSumRow = RowOf<typeof paymentSums>;
export type AccountEventRow = RowOf<typeof accountEvents>;
