import type { readAdmin } from '@maru/contract/accounts/calls';
import type { ReplyOf } from '@maru/contract/call';
import type { StaffRole } from '@maru/contract/staff/rights';
import { type PlayerId, playerId, type SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Parameter, Tx } from '../db/database.ts';
import { MOST_LISTED } from '../http/paging.ts';
import { findStaffAccount, type StaffAccount } from '../staff/account-store.ts';

type Admin = ReplyOf<typeof readAdmin>;

/** What is stored of a first password: who sees which half, and whether they did. */
export interface FirstPasswordRow {
  readonly nonce: string | null;
  readonly firstBy: number | null;
  readonly secondBy: number | null;
  readonly firstShown: number | null;
  readonly secondShown: number | null;
  readonly passwordUntil: number | null;
}

interface AdminRow extends Omit<Admin, 'half'>, FirstPasswordRow {}

export const FIRST_PASSWORD_COLUMNS = `account.first_nonce as nonce, account.first_by as "firstBy",
  account.second_by as "secondBy", account.first_shown_ms as "firstShown",
  account.second_shown_ms as "secondShown", account.password_until_ms as "passwordUntil"`;

const COLUMNS = `account.player_id as id, player.username, player.name, account.role, account.level,
  account.parent_id as "parentId", account.disabled_ms is not null as "isDisabled",
  account.password_until_ms is not null as "isNew", account.created_ms as "createdMillis", ${FIRST_PASSWORD_COLUMNS}`;

const select = (where: string) =>
  `select ${COLUMNS} from staff_account account join player on player.id = account.player_id ${where}`;

/** Partners have accounts of the office too, and a tree of their own. */
const IS_STAFF = `account.role <> 'PARTNER'`;

export async function findAdmin(tx: Tx, site: SiteId, id: number): Promise<AdminRow | undefined> {
  const [row] = await tx.query<AdminRow>(
    select(`where account.site_id = $1 and account.player_id = $2 and ${IS_STAFF}`),
    [site, id],
  );
  return row;
}

export async function listAdminRows(
  tx: Tx,
  asked: {
    readonly site: SiteId;
    readonly level?: number | undefined;
    readonly parentId?: number | undefined;
    readonly before?: number | undefined;
  },
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: readonly AdminRow[]; readonly total: number }> {
  const { site, level, parentId, before } = asked;
  const parameters: readonly Parameter[] = [site, level ?? null, parentId ?? null, before ?? null];
  const where = `where account.site_id = $1
        and ${IS_STAFF}
        and ($2::int is null or account.level = $2)
        and ($3::bigint is null or account.parent_id = $3)
        and ($4::bigint is null or account.player_id < $4)`;
  const [count] = await tx.query<{ total: number }>(
    `select count(*)::int as total
     from (select 1 from staff_account as account ${where} limit ${MOST_LISTED}) as counted`,
    parameters,
  );
  const total = count?.total ?? 0;
  if (offset >= total) return { rows: [], total };
  const rows = await tx.query<AdminRow>(
    select(`${where}
      order by account.player_id desc
      offset $5 limit $6`),
    [...parameters, offset, limit],
  );
  return { rows, total };
}

/** The half that waits for this person. */
export function halfFor(row: FirstPasswordRow, player: number, now: Millis): Admin['half'] {
  if (row.nonce === null || row.passwordUntil === null || now >= row.passwordUntil) return null;
  if (row.firstBy === player && row.firstShown === null) return 'FIRST';
  return row.secondBy === player && row.secondShown === null ? 'SECOND' : null;
}

export function adminOf(row: AdminRow, player: number, now: Millis): Admin {
  const { id, username, name, role, level, parentId, isDisabled, isNew, createdMillis } = row;
  const half = halfFor(row, player, now);
  return { id, username, name, role, level, parentId, isDisabled, isNew, half, createdMillis };
}

/** False when it was shown before. */
export async function noteShown(
  tx: Tx,
  { id, half, now }: { readonly id: number; readonly half: 'FIRST' | 'SECOND'; readonly now: Millis },
): Promise<boolean> {
  const column = half === 'FIRST' ? 'first_shown_ms' : 'second_shown_ms';
  const rows = await tx.query(
    `update staff_account set ${column} = $2 where player_id = $1 and ${column} is null returning player_id`,
    [id, now],
  );
  return rows.length === 1;
}

export async function saveFirstPassword(
  tx: Tx,
  made: {
    readonly player: PlayerId;
    readonly nonce: string;
    readonly by: readonly [first: number, second: number];
    readonly until: Millis;
  },
): Promise<void> {
  await tx.query(
    `update staff_account
        set first_nonce = $2, first_by = $3, second_by = $4, first_shown_ms = null, second_shown_ms = null,
            password_until_ms = $5
      where player_id = $1`,
    [made.player, made.nonce, ...made.by, made.until],
  );
}

export async function saveRole(
  tx: Tx,
  { player, role, level }: { readonly player: PlayerId; readonly role: StaffRole; readonly level: number },
): Promise<void> {
  await tx.query('update staff_account set role = $2, level = $3 where player_id = $1', [
    player,
    role,
    level,
  ]);
}

export async function saveDisabled(tx: Tx, player: PlayerId, at: Millis | null): Promise<void> {
  await tx.query('update staff_account set disabled_ms = $2 where player_id = $1', [player, at]);
}

const MOST_LEVELS = 4;

/** Whether somebody stands above an account in its line. Those who run the platform are above all others. */
export async function isAbove(
  tx: Tx,
  who: StaffAccount | undefined,
  target: Pick<StaffAccount, 'level' | 'parent'>,
): Promise<boolean> {
  if (who === undefined || who.level >= target.level) return false;
  if (who.level === 1) return true;
  let { parent } = target;
  for (let step = 0; step < MOST_LEVELS && parent !== null; step += 1) {
    if (parent === who.player) return true;
    parent = (await findStaffAccount(tx, playerId(parent)))?.parent ?? null;
  }
  return false;
}
