// Which members a list shows: each statement reads a bounded range of one index.
import { foldNick } from '@maru/contract/account/rules';
import { MOST_COUNTED } from '@maru/contract/staff/badges';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, koreanDay, type Millis } from '@maru/engine/time';
import type { Parameter, Tx } from '../db/database.ts';

export interface MemberPage {
  readonly site: SiteId;
  readonly before: PlayerId | undefined;
  readonly size: number;
}

/** How long a change of what protects an account, or of where its money goes, asks for attention. */
export const ATTENTION_MS = 3 * DAY_MS;
const MOST_FOUND = 100;
/** Sorts behind every text that begins with the same characters. */
const LAST_CHARACTER = '\u{10ffff}';

const idsOf = async (tx: Tx, text: string, parameters: readonly Parameter[]): Promise<readonly PlayerId[]> =>
  (await tx.query<{ id: PlayerId }>(text, parameters)).map(({ id }) => id);

/** Those who were here last come first. */
export const listSeen = (tx: Tx, { site, before, size }: MemberPage): Promise<readonly PlayerId[]> =>
  idsOf(
    tx,
    `select seen.player_id as id
       from player_seen as seen
       join player on player.id = seen.player_id and player.role <> 'STAFF'
      where seen.site_id = $1
        and (seen.seen_ms, seen.player_id) < (
          coalesce((select seen_ms from player_seen where player_id = $2), 9007199254740991),
          coalesce($2::bigint, 9007199254740991)
        )
      order by seen.seen_ms desc, seen.player_id desc
      limit $3`,
    [site, before ?? null, size],
  );

export const listJoined = (tx: Tx, { site, before, size }: MemberPage): Promise<readonly PlayerId[]> =>
  idsOf(
    tx,
    `select id
       from player
      where site_id = $1 and role <> 'STAFF' and id < coalesce($2::bigint, 9007199254740991)
      order by id desc
      limit $3`,
    [site, before ?? null, size],
  );

export const listWaiting = (tx: Tx, { site, before, size }: MemberPage): Promise<readonly PlayerId[]> =>
  idsOf(
    tx,
    `select id
       from player
      where site_id = $1 and status = 'WAITING' and id < coalesce($2::bigint, 9007199254740991)
      order by id desc
      limit $3`,
    [site, before ?? null, size],
  );

/** A closed account is blocked too, and nobody has to look at it. */
export const listBlocked = (tx: Tx, { site, before, size }: MemberPage): Promise<readonly PlayerId[]> =>
  idsOf(
    tx,
    `select account.player_id as id
       from account
       join player on player.id = account.player_id and player.closed_at is null and player.role <> 'STAFF'
      where account.blocked
        and account.site_id = $1
        and account.player_id < coalesce($2::bigint, 9007199254740991)
      order by account.player_id desc
      limit $3`,
    [site, before ?? null, size],
  );

/** Marked by staff, locked, with a blocked device, or with a recent change that withdrawals wait for. */
export const listAttention = (
  tx: Tx,
  { site, before, size }: MemberPage,
  now: Millis,
): Promise<readonly PlayerId[]> =>
  idsOf(
    tx,
    `select distinct found.id
       from (
         (select player_id as id from member_mark where site_id = $1 order by player_id desc limit ${MOST_COUNTED})
         union all
         (select player_id from player_security
           where site_id = $1 and changed_ms > $4 and changed_ms > 0 order by changed_ms desc limit ${MOST_COUNTED})
         union all
         (select player_id from player_security
           where site_id = $1 and locked_ms is not null order by player_id desc limit ${MOST_COUNTED})
         union all
         (select player_id from payout_account
           where site_id = $1 and created_ms > $4 and removed_ms is null order by created_ms desc limit ${MOST_COUNTED})
         union all
         (select id from player where site_id = $1 and block_device <> '' order by id desc limit ${MOST_COUNTED})
       ) as found
       join player on player.id = found.id and player.role <> 'STAFF' and player.closed_at is null
      where found.id < coalesce($2::bigint, 9007199254740991)
      order by found.id desc
      limit $3`,
    [site, before ?? null, size, now - ATTENTION_MS],
  );

/** Those of the given people who are members of the site, newest first. */
export const listAmong = (
  tx: Tx,
  { site, before, size }: MemberPage,
  players: readonly PlayerId[],
): Promise<readonly PlayerId[]> =>
  idsOf(
    tx,
    `select id
       from player
      where id = any($4::bigint[])
        and site_id = $1
        and role <> 'STAFF'
        and id < coalesce($2::bigint, 9007199254740991)
      order by id desc
      limit $3`,
    [site, before ?? null, size, players],
  );

/** By the beginning of a name, the end of a phone number, the number of the account or the code of a partner. */
export async function findMembers(tx: Tx, site: SiteId, text: string): Promise<readonly PlayerId[]> {
  const beginning = (column: string, wanted: string) =>
    idsOf(
      tx,
      `select id from player
        where site_id = $1 and ${column} collate "C" >= $2 and ${column} collate "C" < $3 and role <> 'STAFF'
        order by ${column} collate "C"
        limit ${MOST_FOUND}`,
      [site, wanted, `${wanted}${LAST_CHARACTER}`],
    );
  const found = [
    ...(await beginning('username', text.toLowerCase())),
    ...(await beginning('folded_nick', foldNick(text))),
    ...(await beginning('name', text.normalize('NFC'))),
    ...(await findPartnered(tx, site, text)),
    ...(await findByNumber(tx, site, text.replaceAll(/[ -]/g, ''))),
  ];
  return [...new Set(found)].slice(0, MOST_FOUND);
}

const findPartnered = (tx: Tx, site: SiteId, code: string): Promise<readonly PlayerId[]> =>
  idsOf(
    tx,
    `select member.id
       from player as partner
       join player as member on member.partner_id = partner.id
      where partner.site_id = $1 and partner.partner_code = $2
      order by member.id desc
      limit ${MOST_FOUND}`,
    [site, code],
  );

async function findByNumber(tx: Tx, site: SiteId, digits: string): Promise<readonly PlayerId[]> {
  if (!/^\d{1,15}$/.test(digits)) return [];
  const byId = await idsOf(tx, `select id from player where site_id = $1 and id = $2 and role <> 'STAFF'`, [
    site,
    Number(digits),
  ]);
  if (digits.length < 4) return byId;
  const byPhone = await idsOf(
    tx,
    `select id from player
      where site_id = $1 and right(phone, 4) = $2 and phone is not null and right(phone, $3) = $4 and role <> 'STAFF'
      order by id desc
      limit ${MOST_FOUND}`,
    [site, digits.slice(-4), digits.length, digits],
  );
  return [...byId, ...byPhone];
}

export async function countMembers(tx: Tx, site: SiteId): Promise<number> {
  const [row] = await tx.query<{ members: number }>('select members from member_tally where site_id = $1', [
    site,
  ]);
  return row?.members ?? 0;
}

/** Who signed up since the Korean day began. */
export async function countJoinedToday(tx: Tx, site: SiteId, now: Millis): Promise<number> {
  const [row] = await tx.query<{ joined: number }>(
    `select count(*) as joined
       from (
         select id from player where site_id = $1 and created_at >= $2 and role <> 'STAFF' limit ${MOST_COUNTED}
       ) as member`,
    [site, new Date(koreanDay(now))],
  );
  return row?.joined ?? 0;
}
