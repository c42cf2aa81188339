// What the tables know about the members whose requests wait: one bounded read for all rows of a page.
import { type Amount, amount, ZERO } from '@maru/engine/amount';
import type { Past } from '@maru/engine/cashier/check/history-checks';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';

/** Further back no history is read: sums are at least these. */
const ROWS_READ = 1_000;
/** With how many earlier sign-ins the last one is compared. */
const SIGN_INS_READ = 20;

interface StoredMember {
  readonly id: PlayerId;
  readonly username: string;
  readonly name: string;
  readonly nick: string;
  readonly partner: string | null;
  readonly joined: Date;
  readonly passwordChanged: Date;
  readonly isContactProven: boolean;
  readonly isPersonProven: boolean;
  readonly hasOwnBank: boolean;
  /** Of everything that protects the account. */
  readonly protectionAt: number | null;
  readonly lockedAt: number | null;
  readonly coolOffUntil: number | null;
  readonly excludedUntil: number | null;
  readonly depositLimit: string | null;
  readonly month: number | null;
  readonly deposited: string | null;
}

export type MemberFacts = StoredMember & { readonly isOtherDevice: boolean };

async function listMemberFacts(
  tx: Tx,
  site: SiteId,
  players: readonly PlayerId[],
): Promise<readonly StoredMember[]> {
  return tx.query<StoredMember>(
    `select player.id, player.username, player.name, player.nick, partner.partner_code as partner,
            player.created_at as joined, player.password_changed_at as "passwordChanged",
            (player.email_verified_at is not null or player.phone_verified_at is not null) as "isContactProven",
            (player.person_verified_at is not null) as "isPersonProven",
            exists (select from payout_account
                     where player_id = player.id and kind = 'BANK' and holder = player.name
                       and confirmed_ms is not null and removed_ms is null) as "hasOwnBank",
            greatest(security.second_factor_ms, security.passkey_ms, security.recovery_code_ms, security.phone_ms)
              as "protectionAt",
            security.locked_ms as "lockedAt",
            own.cool_off_until_ms as "coolOffUntil", own.excluded_until_ms as "excludedUntil",
            own.deposit::text as "depositLimit", used.month, used.deposited::text as deposited
       from player
       left join player as partner on partner.id = player.partner_id
       left join player_security as security on security.player_id = player.id
       left join player_limit as own on own.player_id = player.id
       left join player_limit_use as used on used.player_id = player.id
      where player.site_id = $1 and player.id = any($2::bigint[])`,
    [site, [...players]],
  );
}

/** Whose last sign-in came from an address and a kind of device that none of those before had. */
async function listOnOtherDevices(tx: Tx, players: readonly PlayerId[]): Promise<ReadonlySet<PlayerId>> {
  const rows = await tx.query<{ readonly id: PlayerId }>(
    `select asked.id
       from unnest($1::bigint[]) as asked (id)
       cross join lateral (
         select ip, device_name, id
           from sign_in_audit
          where player_id = asked.id and outcome = 'SIGNED_IN'
          order by id desc
          limit 1
       ) as last
       cross join lateral (
         select count(*) as count,
                count(*) filter (where before.ip = last.ip or before.device_name = last.device_name) as alike
           from (
             select ip, device_name
               from sign_in_audit
              where player_id = asked.id and outcome = 'SIGNED_IN' and id < last.id
              order by id desc
              limit ${SIGN_INS_READ}
           ) as before
       ) as earlier
      where earlier.count > 0 and earlier.alike = 0`,
    [[...players]],
  );
  return new Set(rows.map(({ id }) => id));
}

export interface PastOf {
  readonly came: Past;
  readonly went: Past;
  /** What was asked to leave since the day began, also what waits, by currency. */
  readonly leaving: readonly { readonly currency: string; readonly amount: Amount }[];
}

interface StoredPast {
  readonly player: PlayerId;
  readonly currency: string;
  readonly isOut: boolean;
  readonly count: number;
  readonly largest: string | null;
  readonly total: string | null;
  readonly leaving: string | null;
}

const NO_PAST: Past = { count: 0, largest: ZERO, total: ZERO };

/** Of one player in one currency. */
export type FindPast = (player: PlayerId, currency: string) => PastOf;

async function findPasts(tx: Tx, players: readonly PlayerId[], since: Millis): Promise<FindPast> {
  const rows = await tx.query<StoredPast>(
    `select asked.id as player, line.currency, line.type in ('W', 'WS') as "isOut",
            (count(*) filter (where line.status = 1))::int as count,
            (max(line.amount) filter (where line.status = 1))::text as largest,
            (sum(line.amount) filter (where line.status = 1))::text as total,
            (sum(line.amount) filter (
              where line.type in ('W', 'WS') and line.status in (0, 1, 4) and line.created_ms >= $2
            ))::text as leaving
       from unnest($1::bigint[]) as asked (id)
       cross join lateral (
         select type, status, currency, amount, created_ms
           from cashier_row
          where player_id = asked.id
          order by id desc
          limit ${ROWS_READ}
       ) as line
      where line.type in ('D', 'WB', 'W', 'WS')
      group by 1, 2, 3`,
    [[...players], since],
  );
  const pastOf = (row: StoredPast | undefined): Past =>
    row === undefined
      ? NO_PAST
      : { count: row.count, largest: amount(row.largest ?? '0'), total: amount(row.total ?? '0') };
  return (player, currency) => {
    const own = rows.filter((row) => row.player === player);
    const one = (isOut: boolean) => own.find((row) => row.currency === currency && row.isOut === isOut);
    return {
      came: pastOf(one(false)),
      went: pastOf(one(true)),
      leaving: own.flatMap(({ currency: of, leaving }) =>
        leaving === null ? [] : [{ currency: of, amount: amount(leaving) }],
      ),
    };
  };
}

export interface TableFacts {
  readonly members: ReadonlyMap<PlayerId, MemberFacts>;
  readonly past: FindPast;
}

export async function readTableFacts(
  tx: Tx,
  {
    site,
    players,
    since,
  }: { readonly site: SiteId; readonly players: readonly PlayerId[]; readonly since: Millis },
): Promise<TableFacts> {
  const each = [...new Set(players)];
  const stored = await listMemberFacts(tx, site, each);
  const elsewhere = await listOnOtherDevices(tx, each);
  return {
    members: new Map(
      stored.map((member) => [member.id, { ...member, isOtherDevice: elsewhere.has(member.id) }]),
    ),
    past: await findPasts(tx, each, since),
  };
}

export const millisOf = (at: number | null): Millis | undefined => (at === null ? undefined : millis(at));

/** Staff by their numbers, of whatever site. */
export async function listStaffNames(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ readonly id: number; readonly name: string }>(
    `select id, name from player where id = any($1::bigint[]) and role = 'STAFF'`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
