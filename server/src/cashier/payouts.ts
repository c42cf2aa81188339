// To which account a withdrawal may go now, and until when it has to wait (docs/rules.md 6.5, T-26).
import type { PayoutWait } from '@maru/engine/cashier/commands';
import type { Level } from '@maru/engine/cashier/levels';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { later, type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { findIdentity, levelOf } from '../identity/level-store.ts';
import type { CashierSite } from './deps.ts';
import { listPayouts, passwordChangedAt } from './payout/store.ts';
import { firstDepositAt } from './row-store.ts';

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
  /** What the owner has proven, which limits what may go at once. */
  readonly level: Level;
}

const waitAfter = (
  reason: PayoutWait['reason'],
  at: number | null | undefined,
  { money: { waitMs } }: CashierSite,
): readonly PayoutWait[] =>
  at === null || at === undefined ? [] : [{ reason, until: later(millis(at), waitMs) }];

/** Of any money that leaves a member. A change of a second factor will wait as well; there is none yet. */
export const leavingWaits = async (
  tx: Tx,
  owner: Owner,
  site: CashierSite,
): Promise<readonly PayoutWait[]> => [
  ...waitAfter('FIRST_DEPOSIT', await firstDepositAt(tx, owner.player), site),
  ...waitAfter('PASSWORD', await passwordChangedAt(tx, owner), site),
];

/** The account that was asked for, or the one that was confirmed first. */
export async function choosePayout(
  tx: Tx,
  owner: Owner,
  {
    site,
    wallet,
    payoutId,
  }: { readonly site: CashierSite; readonly wallet: string; readonly payoutId?: number | undefined },
): Promise<PayoutChoice> {
  const own = await listPayouts(tx, owner, wallet);
  const candidates = own.filter(({ id }) => payoutId === undefined || id === payoutId);
  const confirmed = candidates
    .filter(({ confirmedAt }) => confirmedAt !== null)
    .toSorted((a, b) => (a.confirmedAt ?? 0) - (b.confirmedAt ?? 0) || a.id - b.id)[0];
  const waits = [
    ...(await leavingWaits(tx, owner, site)),
    ...waitAfter('PAYOUT_ACCOUNT', confirmed?.confirmedAt, site),
  ];
  return {
    payout: confirmed?.id,
    isUnconfirmed: confirmed === undefined && candidates.length > 0,
    waits,
    level: levelOf(await findIdentity(tx, owner)),
  };
}

export const stillWaiting = (waits: readonly PayoutWait[], now: Millis): readonly PayoutWait[] =>
  waits.filter(({ until }) => now < until);
