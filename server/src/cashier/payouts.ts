// To which account a withdrawal may go now, and until when it has to wait (docs/rules.md 6.5, T-26).
import type { PayoutWait } from '@maru/engine/cashier/commands';
import type { Level } from '@maru/engine/cashier/levels';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { koreanDay, later, type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { findIdentity, levelOf } from '../identity/level-store.ts';
import type { CashierParts, CashierSite } from './deps.ts';
import { listPayouts, passwordChangedAt } from './payout/store.ts';
import { firstDepositAt, type LeavingSum, sumLeaving } from './row-store.ts';

interface Owner {
  readonly site: SiteId;
  readonly player: PlayerId;
}

export interface PayoutChoice {
  /** A confirmed account; undefined when there is none. */
  readonly payout: number | undefined;
  /** There are accounts, but none that the owner has confirmed. */
  readonly isUnconfirmed: boolean;
  /** The end of every waiting time, also of those that are over. */
  readonly waits: readonly PayoutWait[];
  /** What the owner has proven, which limits what may go in a day, and what was asked for today. */
  readonly level: Level;
  readonly leaving: readonly LeavingSum[];
}

const waitAfter = (
  reason: PayoutWait['reason'],
  at: number | null | undefined,
  waitMs: number,
): readonly PayoutWait[] =>
  at === null || at === undefined ? [] : [{ reason, until: later(millis(at), waitMs) }];

export interface Waiting {
  readonly site: CashierSite;
  readonly protection: CashierParts['protection'];
}

/** Of any money that leaves a member. A first deposit waits as the site says, a change as the member has chosen. */
async function waitsOf(tx: Tx, owner: Owner, { site, protection }: Waiting) {
  const usualMs = site.money.waitMs;
  const { waitMs, waits } = await protection(tx, owner, usualMs);
  const leaving = [
    ...waitAfter('FIRST_DEPOSIT', await firstDepositAt(tx, owner.player), usualMs),
    ...waitAfter('PASSWORD', await passwordChangedAt(tx, owner), waitMs),
    ...waits,
  ];
  return { waitMs, leaving };
}

export const leavingWaits = async (tx: Tx, owner: Owner, waiting: Waiting): Promise<readonly PayoutWait[]> =>
  (await waitsOf(tx, owner, waiting)).leaving;

/** The account that was asked for, or the one that was confirmed first. */
export async function choosePayout(
  tx: Tx,
  owner: Owner,
  {
    wallet,
    payoutId,
    now,
    ...waiting
  }: Waiting & { readonly wallet: string; readonly payoutId?: number | undefined; readonly now: Millis },
): Promise<PayoutChoice> {
  const own = await listPayouts(tx, owner, wallet);
  const candidates = own.filter(({ id }) => payoutId === undefined || id === payoutId);
  const confirmed = candidates
    .filter(({ confirmedAt }) => confirmedAt !== null)
    .toSorted((a, b) => (a.confirmedAt ?? 0) - (b.confirmedAt ?? 0) || a.id - b.id)[0];
  const { waitMs, leaving } = await waitsOf(tx, owner, waiting);
  const waits = [...leaving, ...waitAfter('PAYOUT_ACCOUNT', confirmed?.confirmedAt, waitMs)];
  return {
    payout: confirmed?.id,
    isUnconfirmed: confirmed === undefined && candidates.length > 0,
    waits,
    level: levelOf(await findIdentity(tx, owner)),
    leaving: await sumLeaving(tx, { player: owner.player, since: koreanDay(now) }),
  };
}

/** When the last of them is over. */
export const lastUntil = (waits: readonly PayoutWait[]): number =>
  Math.max(...waits.map(({ until }) => until));

export const stillWaiting = (waits: readonly PayoutWait[], now: Millis): readonly PayoutWait[] =>
  waits.filter(({ until }) => now < until);
