// What each member of staff is, and what they have proven in each of their sign-ins.
import type { OfficeRole } from '@maru/contract/staff/rights';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';

export interface StaffAccount {
  readonly player: PlayerId;
  readonly site: SiteId;
  readonly role: OfficeRole;
  readonly level: number;
  readonly parent: PlayerId | null;
  /** Until when a password that others know may be used, and must be changed. */
  readonly passwordUntil: number | null;
  readonly disabledAt: number | null;
}

const COLUMNS = `account.player_id as player, account.site_id as site, account.role, account.level,
  account.parent_id as parent, account.password_until_ms as "passwordUntil", account.disabled_ms as "disabledAt"`;

export async function findStaffAccount(tx: Tx, player: PlayerId): Promise<StaffAccount | undefined> {
  const [row] = await tx.query<StaffAccount>(
    `select ${COLUMNS} from staff_account account where player_id = $1`,
    [player],
  );
  return row;
}

export const insertStaffAccount = (
  tx: Tx,
  account: Pick<StaffAccount, 'player' | 'site' | 'role' | 'level'> & {
    readonly parent?: PlayerId;
    readonly passwordUntil?: Millis;
    readonly createdBy?: PlayerId;
    readonly now: Millis;
  },
): Promise<unknown> =>
  insertRow(tx, 'staff_account', {
    player_id: account.player,
    site_id: account.site,
    role: account.role,
    level: account.level,
    parent_id: account.parent,
    password_until_ms: account.passwordUntil,
    created_ms: account.now,
    created_by: account.createdBy,
  });

/** The password is known to its owner alone from now on. */
export async function clearFirstPassword(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query('update staff_account set password_until_ms = null where player_id = $1', [player]);
}

export interface OfficeSession {
  readonly factorAt: number | null;
  readonly seenAt: number | null;
}

/** Undefined when the sign-in has ended, or is nobody of staff. */
export async function findOfficeSession(
  tx: Tx,
  { player, family }: { readonly player: PlayerId; readonly family: string },
): Promise<(StaffAccount & OfficeSession) | undefined> {
  const [row] = await tx.query<StaffAccount & OfficeSession>(
    `select ${COLUMNS}, family.factor_ms as "factorAt", family.seen_ms as "seenAt"
       from refresh_family family
       join staff_account account on account.player_id = family.player_id
      where family.id = $1
        and family.player_id = $2
        and family.ended_at is null`,
    [family, player],
  );
  return row;
}

export async function saveSeen(tx: Tx, family: string, now: Millis): Promise<void> {
  await tx.query('update refresh_family set seen_ms = $2 where id = $1 and ended_at is null', [family, now]);
}

export async function saveFactor(tx: Tx, family: string, now: Millis): Promise<void> {
  await tx.query(
    'update refresh_family set factor_ms = $2, seen_ms = $2 where id = $1 and ended_at is null',
    [family, now],
  );
}

/** After the last factor was removed: nothing counts as proven any more. */
export async function forgetFactors(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query('update refresh_family set factor_ms = null where player_id = $1 and ended_at is null', [
    player,
  ]);
}

export async function endIdle(tx: Tx, family: string, now: Millis): Promise<void> {
  await tx.query(
    `update refresh_family set ended_at = $2, ended_why = 'IDLE' where id = $1 and ended_at is null`,
    [family, new Date(now)],
  );
}

export interface NamedSite {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

const MOST_SITES = 500;

/** The sites that somebody may act on: their own, or all. */
export const listActedSites = (
  tx: Tx,
  { site, level }: Pick<StaffAccount, 'site' | 'level'>,
): Promise<readonly NamedSite[]> =>
  tx.query<NamedSite>(`select id, code, name from site where id = $1 or $2 order by id limit ${MOST_SITES}`, [
    site,
    level === 1,
  ]);
