// Members as the tables describe them to staff, and what staff keep about them.
import type { Amount } from '@maru/engine/amount';
import { amount } from '@maru/engine/amount';
import type { Currency, PlayerId, SiteId } from '@maru/engine/purse';
import { koreanDate, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';

export interface StoredMember {
  readonly id: PlayerId;
  readonly username: string;
  readonly name: string;
  readonly nick: string;
  readonly role: 'PLAYER' | 'PARTNER';
  readonly status: 'ACTIVE' | 'WAITING';
  readonly blockDevice: string;
  readonly createdAt: Date;
  readonly closedAt: Date | null;
  readonly isBlocked: boolean;
  readonly partnerCode: string | null;
  readonly seenMs: number | null;
  readonly securityMs: number | null;
  readonly lockedMs: number | null;
  readonly payoutMs: number | null;
  readonly markedMs: number | null;
  readonly newDeviceAt: Date | null;
  /** Until when the member wants to rest, or be kept out. */
  readonly restsUntilMs: number | null;
  readonly excludedUntilMs: number | null;
  /** Asked for a withdrawal, and had none before. */
  readonly isFirstWithdrawal: boolean;
  /** Names of the bank accounts that withdrawals may go to. */
  readonly holders: readonly string[];
}

/** In the order of the ids. */
export async function listMembers(
  tx: Tx,
  site: SiteId,
  players: readonly PlayerId[],
): Promise<readonly StoredMember[]> {
  const rows = await tx.query<StoredMember>(
    `select player.id, player.username, player.name, player.nick, player.role, player.status,
            player.block_device as "blockDevice", player.created_at as "createdAt", player.closed_at as "closedAt",
            coalesce(account.blocked, false) as "isBlocked", partner.partner_code as "partnerCode",
            seen.seen_ms as "seenMs", security.changed_ms as "securityMs", security.locked_ms as "lockedMs",
            (select max(created_ms) from payout_account
              where player_id = player.id and removed_ms is null) as "payoutMs",
            mark.at_ms as "markedMs",
            (select max(created_at) from refresh_family
              where player_id = player.id and ended_at is null and is_new_device) as "newDeviceAt",
            own_limit.cool_off_until_ms as "restsUntilMs", own_limit.excluded_until_ms as "excludedUntilMs",
            exists (select from withdrawal
                     where player_id = player.id and type = 'W' and status in (0, 4))
              and not exists (select from withdrawal where player_id = player.id and status = 1)
              as "isFirstWithdrawal",
            array(select holder from payout_account
                   where player_id = player.id and removed_ms is null and holder is not null
                   order by id desc limit 10) as holders
       from player
       left join account on account.player_id = player.id
       left join player as partner on partner.id = player.partner_id
       left join player_seen as seen on seen.player_id = player.id
       left join player_security as security on security.player_id = player.id
       left join member_mark as mark on mark.player_id = player.id
       left join player_limit as own_limit on own_limit.player_id = player.id
      where player.id = any($2::bigint[]) and player.site_id = $1 and player.role <> 'STAFF'`,
    [site, players],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return players.flatMap((id) => byId.get(id) ?? []);
}

export interface HeldSum {
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly held: Amount;
}

/** What the purses of each hold, by currency. */
export async function listHeld(tx: Tx, players: readonly PlayerId[]): Promise<readonly HeldSum[]> {
  const rows = await tx.query<Omit<HeldSum, 'held'> & { readonly held: string }>(
    `select owner_id as player, currency, sum(balance)::text as held
       from purse
      where owner_id = any($1::bigint[])
      group by owner_id, currency`,
    [players],
  );
  return rows.map(({ held, ...row }) => ({ ...row, held: amount(held) }));
}

export interface StoredProfile {
  readonly phone: string | null;
  readonly email: string | null;
  readonly bank: object | null;
  readonly address: object | null;
  readonly isPhoneProven: boolean;
  readonly isEmailProven: boolean;
  readonly passwordChangedAt: Date;
  readonly joinPath: string | null;
  readonly partnerId: PlayerId | null;
  readonly partnerNick: string | null;
  readonly hasSecondFactor: boolean;
  readonly markReason: string | null;
  readonly markStaff: string | null;
  readonly sessionVersion: number | null;
}

export async function findMemberProfile(
  tx: Tx,
  site: SiteId,
  player: PlayerId,
): Promise<StoredProfile | undefined> {
  const [row] = await tx.query<StoredProfile>(
    `select player.phone, player.email, player.bank, player.address,
            player.phone_verified_at is not null as "isPhoneProven",
            player.email_verified_at is not null as "isEmailProven",
            player.password_changed_at as "passwordChangedAt", player.etc->>'joinPath' as "joinPath",
            partner.id as "partnerId", partner.nick as "partnerNick",
            exists (select from second_factor
                     where player_id = player.id and enabled_ms is not null) as "hasSecondFactor",
            mark.reason as "markReason", staff.name as "markStaff", account.session_version as "sessionVersion"
       from player
       left join player as partner on partner.id = player.partner_id
       left join member_mark as mark on mark.player_id = player.id
       left join player as staff on staff.id = mark.staff_id
       left join account on account.player_id = player.id
      where player.site_id = $1 and player.id = $2 and player.role <> 'STAFF'`,
    [site, player],
  );
  return row;
}

export interface WaitingRequest {
  readonly id: number;
  readonly kind: string;
  readonly requestedMillis: number;
}

export const listWaitingRequests = (
  tx: Tx,
  site: SiteId,
  player: PlayerId,
): Promise<readonly WaitingRequest[]> =>
  tx.query<WaitingRequest>(
    `select id, kind, requested_ms as "requestedMillis"
       from staff_request
      where site_id = $1 and subject = $2 and approved_by is null and withdrawn_by is null
        and kind = any('{MEMBER_UNBLOCK,SECOND_FACTOR_RESET}')
      order by id desc
      limit 10`,
    [site, subjectOf(player)],
  );

/** What the history of staff calls a member. */
export const subjectOf = (player: PlayerId): string => `player ${player}`;

/** Locks the row: what staff do to one member is done one after the other. */
export async function lockMember(
  tx: Tx,
  site: SiteId,
  player: PlayerId,
): Promise<{ readonly status: 'ACTIVE' | 'WAITING'; readonly isClosed: boolean } | undefined> {
  const [row] = await tx.query<{ status: 'ACTIVE' | 'WAITING'; isClosed: boolean }>(
    `select status, closed_at is not null as "isClosed"
       from player
      where site_id = $1 and id = $2 and role <> 'STAFF'
        for update`,
    [site, player],
  );
  return row;
}

/** As far as the tables have followed the desk. */
export async function isBlocked(tx: Tx, player: PlayerId): Promise<boolean> {
  const [row] = await tx.query<{ blocked: boolean }>('select blocked from account where player_id = $1', [
    player,
  ]);
  return row?.blocked ?? false;
}

export const admit = (tx: Tx, player: PlayerId) =>
  tx.query(`update player set status = 'ACTIVE' where id = $1`, [player]);

export async function insertMark(
  tx: Tx,
  mark: {
    readonly site: SiteId;
    readonly player: PlayerId;
    readonly staff: PlayerId;
    readonly reason: string;
    readonly now: Millis;
  },
): Promise<boolean> {
  const { site, player, staff, reason, now } = mark;
  const row = { player_id: player, site_id: site, staff_id: staff, reason, at_ms: now };
  const made = await insertRow(tx, 'member_mark', row, 'on conflict do nothing returning player_id');
  return made.length > 0;
}

export async function deleteMark(tx: Tx, player: PlayerId): Promise<boolean> {
  const ended = await tx.query('delete from member_mark where player_id = $1 returning player_id', [player]);
  return ended.length > 0;
}

interface Page {
  readonly before?: number | undefined;
  readonly size: number;
}

/** How many looks are left after this one; undefined when none was. A new day begins anew. */
export async function countLook(
  tx: Tx,
  { staff, most, now }: { readonly staff: PlayerId; readonly most: number; readonly now: Millis },
): Promise<number | undefined> {
  const [row] = await tx.query<{ looks: number }>(
    `insert into reveal_tally as tally (staff_id, day, looks)
     values ($1, $2, 1)
     on conflict (staff_id) do update
       set looks = case when tally.day = excluded.day then tally.looks + 1 else 1 end, day = excluded.day
       where tally.day <> excluded.day or tally.looks < $3
     returning looks`,
    [staff, koreanDate(now), most],
  );
  return row === undefined ? undefined : most - row.looks;
}

export interface ChangeOfMember {
  readonly id: number;
  readonly at: Date;
  readonly area: string;
  readonly action: string;
  readonly after: string;
  readonly reason: string;
  readonly staff: string;
  readonly confirmedBy: string | null;
}

export const listChangesOf = (
  tx: Tx,
  { site, player }: { readonly site: SiteId; readonly player: PlayerId },
  { before, size }: Page,
): Promise<readonly ChangeOfMember[]> =>
  tx.query<ChangeOfMember>(
    `select change.number as id, change.at, change.area, change.action, change.after, change.reason, coalesce(staff.name, '') as staff,
            second.name as "confirmedBy"
       from staff_change as change
       left join player as staff on staff.id = change.staff_id
       left join player as second on second.id = change.confirmed_by
      where change.site_id = $1 and change.subject = $2 and change.number < coalesce($3::bigint, 9007199254740991)
      order by change.number desc
      limit $4`,
    [site, subjectOf(player), before ?? null, size],
  );
