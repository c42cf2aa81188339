// A row of the history, and coins on their way, as calls and pushes show them.
import type { CoinArrival } from '@maru/contract/cashier/coin-address';
import type { DnwRow } from '@maru/contract/cashier/wire';
import { type Amount, divide, ONE, parseUnits, toDecimal } from '@maru/engine/amount';
import type { RequestMade } from '@maru/engine/cashier/events';
import { rowNumber } from '@maru/engine/cashier/row-number';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import type { Arrival } from './arrival-store.ts';
import { findMembers, type Member } from './member-store.ts';
import { maskedAccount } from './payout/bank-rules.ts';
import { findPayouts, type PayoutAccount } from './payout/store.ts';
import type { CashierRow } from './row-store.ts';

/** What rows name by number: payout accounts, and other members. */
export interface Names {
  readonly payouts: ReadonlyMap<number, PayoutAccount>;
  readonly members: ReadonlyMap<PlayerId, Member>;
}

const NOBODY: Names = { payouts: new Map(), members: new Map() };

/** Reads no more often than once for all rows of a page. */
export async function namesOf(tx: Tx, site: SiteId, rows: readonly CashierRow[]): Promise<Names> {
  const payoutIds = rows.flatMap(({ payout }) => (payout === undefined ? [] : [payout]));
  const players = rows.flatMap(({ counterpart }) => (counterpart === undefined ? [] : [counterpart]));
  const payouts = await findPayouts(tx, site, payoutIds);
  return {
    payouts: new Map(payouts.map((each) => [each.id, each])),
    members: players.length === 0 ? NOBODY.members : await findMembers(tx, site, players),
  };
}

function counterpartOf(row: CashierRow, { payouts, members }: Names): string {
  if (row.payout !== undefined) {
    const payout = payouts.get(row.payout);
    return payout === undefined ? '' : maskedAccount(payout.kind, payout.account);
  }
  if (row.counterpart !== undefined) return members.get(row.counterpart)?.nick ?? '';
  return row.counterpartWallet ?? '';
}

const ENDS = { 1: 'DONE', 2: 'REJECTED', 3: 'CANCELLED' } as const;

function stepsOf(row: CashierRow): DnwRow['steps'] {
  const steps: DnwRow['steps'] = [{ step: 'REQUESTED', atMillis: row.createdAt }];
  const add = (step: DnwRow['steps'][number]['step'], at: number | undefined) => {
    if (at !== undefined) steps.push({ step, atMillis: at });
  };
  add('TAKEN', row.takenAt);
  add('PAID', row.paidAt);
  add('DISPUTED', row.disputedAt);
  add('CONFIRMED', row.confirmedAt);
  if (row.status === 1 || row.status === 2 || row.status === 3)
    add(row.isExpired ? 'EXPIRED' : ENDS[row.status], row.endedAt);
  return steps.toSorted((a, b) => a.atMillis - b.atMillis);
}

const decimalOrNull = (units: Amount | undefined): string | null =>
  units === undefined ? null : toDecimal(units);

/** To eight places, for the eye: the fraction itself is exact. */
const shownRate = ({ rateNumerator, rateDenominator }: CashierRow): string | null =>
  rateNumerator === undefined || rateDenominator === undefined
    ? null
    : toDecimal(divide(rateNumerator * ONE, rateDenominator, 'half-even'));

export const wireRow = (row: CashierRow, names: Names): DnwRow => ({
  id: row.id,
  type: row.type,
  status: row.status,
  walletType: row.wallet,
  currency: row.currency,
  point: toDecimal(row.amount),
  fee: toDecimal(row.fee),
  change: toDecimal(row.change),
  channel: row.channel,
  counterpart: counterpartOf(row, names),
  won: decimalOrNull(row.won),
  rate: shownRate(row),
  reason: row.reason ?? '',
  undoes: row.undoes ?? null,
  payUntilMillis: row.payUntil ?? null,
  isDisputed: row.disputedAt !== undefined,
  createdMillis: row.createdAt,
  endedMillis: row.endedAt ?? null,
  steps: stepsOf(row),
});

/** From the event and not from the tables: a repeated key gets the first answer again. */
export const madeRow = (
  event: RequestMade,
  { player, currency }: { readonly player: PlayerId; readonly currency: string },
): CashierRow => ({
  id: rowNumber(event.id),
  site: event.site,
  player,
  type: event.type,
  status: 0,
  wallet: event.wallet,
  currency,
  amount: event.amount,
  fee: event.fee,
  change: (event.type === 'W' || event.type === 'WS' ? -(event.amount + event.fee) : 0n) as Amount,
  channel: event.channel,
  won: event.won,
  payout: event.payout,
  rateNumerator: event.rate?.numerator,
  rateDenominator: event.rate?.denominator,
  reason: event.reason,
  askedBy: event.staff,
  payUntil: event.payUntil,
  createdAt: event.at,
  isExpired: false,
});

export const wireArrival = (
  { external, amount, confirmations, at, status }: Arrival,
  needed: number,
): CoinArrival => ({
  external,
  point: toDecimal(parseUnits(amount) ?? 0n),
  confirmations: Math.min(confirmations, needed),
  needed,
  atMillis: at,
  status,
});
