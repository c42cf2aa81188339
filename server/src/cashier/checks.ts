// What speaks for or against requests: facts of the tables and the book, given to the checks of the engine.
import { type Amount, amount, divide, plus, ZERO } from '@maru/engine/amount';
import { accountChecks } from '@maru/engine/cashier/check/account-checks';
import { type Check, isOutgoing } from '@maru/engine/cashier/check/check';
import { historyChecks } from '@maru/engine/cashier/check/history-checks';
import { moneyChecks } from '@maru/engine/cashier/check/money-checks';
import { securityChecks } from '@maru/engine/cashier/check/security-checks';
import { type Level, MOST_WON_A_DAY } from '@maru/engine/cashier/levels';
import { koreanMonth } from '@maru/engine/market/calendar-date';
import { koreanDay, type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { CashierParts, CashierSite } from './deps.ts';
import { type MemberFacts, millisOf, type PastOf, readTableFacts } from './facts-store.ts';
import { findPayouts, type PayoutAccount } from './payout/store.ts';
import { readWaitingWallets } from './reads.ts';
import type { CashierRow } from './row-store.ts';

export interface CheckedRow {
  readonly row: CashierRow;
  readonly member: MemberFacts;
  readonly past: PastOf;
  readonly payout: PayoutAccount | undefined;
  readonly free: Amount;
  readonly reserved: Amount;
  readonly checks: readonly Check[];
}

type Parts = Pick<CashierParts, 'desk' | 'rates' | 'reservedFor'>;

function levelOf({ isContactProven, isPersonProven, hasOwnBank }: MemberFacts): Level {
  if (isPersonProven) return hasOwnBank ? 3 : 2;
  return isContactProven ? 1 : 0;
}

/** For the eye, by the last known rate; undefined when nobody ever said one. */
export function wonOf(
  { rates }: Pick<Parts, 'rates'>,
  { currency, amount: units }: { readonly currency: string; readonly amount: Amount },
  now: Millis,
): Amount | undefined {
  if (currency === 'KRW') return units;
  const found = rates.latest(currency, 'KRW', now);
  return found && (divide(units * found.worth.base, found.worth.counter, 'up') as Amount);
}

function changedPassword({ joined, passwordChanged }: MemberFacts): Millis | undefined {
  return passwordChanged > joined ? millis(passwordChanged.getTime()) : undefined;
}

function ownDeposit({ depositLimit, month, deposited }: MemberFacts, now: Millis) {
  if (depositLimit === null) return undefined;
  const used = month === koreanMonth(now) ? amount(deposited ?? '0') : ZERO;
  return { used, most: amount(depositLimit) };
}

const laterOf = (one: number | null, other: number | null): Millis | undefined =>
  one === null && other === null ? undefined : millis(Math.max(one ?? 0, other ?? 0));

interface Standing {
  readonly free: Amount;
  readonly turnoverLeft: Amount;
  readonly reserved: Amount;
}

function checksOf(
  parts: Parts,
  {
    site,
    row,
    member,
    past,
    payout,
    now,
  }: Omit<CheckedRow, 'checks' | 'free' | 'reserved'> & {
    readonly site: CashierSite;
    readonly now: Millis;
  },
  standing: Standing,
): readonly Check[] {
  const { type, amount: units, currency } = row;
  const level = levelOf(member);
  // What nobody can value now may have been all of the day's limit.
  const dayUsed = past.leaving.reduce<Amount>(
    (sum, each) => plus(sum, wonOf(parts, each, now) ?? MOST_WON_A_DAY[level] ?? ZERO),
    ZERO,
  );
  return [
    ...accountChecks({
      ...{ type, now, name: member.name },
      payout: payout && {
        kind: payout.kind,
        holder: payout.holder ?? undefined,
        confirmedAt: millisOf(payout.confirmedAt),
      },
    }),
    ...historyChecks({
      ...{ type, amount: units, twoFrom: site.money.twoFrom(currency, row.createdAt) },
      ...{ came: past.came, went: past.went },
    }),
    ...securityChecks({
      ...{ type, now, passwordAt: changedPassword(member), protectionAt: millisOf(member.protectionAt) },
      ...{ isLocked: member.lockedAt !== null, isOtherDevice: member.isOtherDevice },
    }),
    ...moneyChecks({
      ...{ type, now, ...standing, dayUsed, dayMost: MOST_WON_A_DAY[level] },
      ownDeposit: ownDeposit(member, now),
      pausedUntil: laterOf(member.coolOffUntil, member.excludedUntil),
    }),
  ];
}

/** Undefined while the desk cannot answer. Rows whose member is gone are left out. */
export async function checkRows(
  parts: Parts,
  tx: Tx,
  {
    site,
    rows,
    now,
  }: { readonly site: CashierSite; readonly rows: readonly CashierRow[]; readonly now: Millis },
): Promise<readonly CheckedRow[] | undefined> {
  if (rows.length === 0) return [];
  const players = rows.map(({ player }) => player);
  const facts = await readTableFacts(tx, { site: site.id, players, since: koreanDay(now) });
  const payouts = await findPayouts(
    tx,
    site.id,
    rows.flatMap(({ payout }) => (payout === undefined ? [] : [payout])),
  );
  const read = await parts.desk.read(readWaitingWallets, {
    wallets: rows.map(({ player, wallet }) => ({ player, wallet })),
  });
  if (read === undefined) return undefined;
  return rows.flatMap((row, place) => {
    const member = facts.members.get(row.player);
    const seen = read.seen[place];
    if (member === undefined || seen === undefined) return [];
    const reserved = isOutgoing(row.type) ? parts.reservedFor(row.player, row.wallet, now) : ZERO;
    const of = {
      ...{ row, member, past: facts.past(row.player, row.currency) },
      payout: payouts.find(({ id }) => id === row.payout),
    };
    const checks = checksOf(parts, { ...of, site, now }, { ...seen, reserved });
    return [{ ...of, free: seen.free, reserved, checks }];
  });
}
