// Players as the tables keep them. Every statement names the site: a player of another site does not exist here (T-10).
import { type PlayerId, playerId, type SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';

export type Role = 'PLAYER' | 'PARTNER' | 'STAFF';

export interface Profile {
  readonly id: PlayerId;
  readonly username: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly nick: string;
  readonly role: Role;
  readonly status: 'ACTIVE' | 'WAITING';
  readonly etc: Readonly<Record<string, unknown>>;
  readonly blockDevice: string;
}

export interface Credentials extends Profile {
  readonly passwordHash: string;
}

const PROFILE = 'id, username, name, phone, email, nick, role, status, etc, block_device as "blockDevice"';

const readRow = <Row extends Profile>(row: Row | undefined): Row | undefined =>
  row && { ...row, id: playerId(Number(row.id)) };

export async function findProfile(tx: Tx, site: SiteId, player: PlayerId): Promise<Profile | undefined> {
  const rows = await tx.query<Profile>(`select ${PROFILE} from player where site_id = $1 and id = $2`, [
    site,
    player,
  ]);
  return readRow(rows[0]);
}

export async function findCredentials(
  tx: Tx,
  site: SiteId,
  username: string,
): Promise<Credentials | undefined> {
  const rows = await tx.query<Credentials>(
    `select ${PROFILE}, password_hash as "passwordHash" from player where site_id = $1 and username = $2`,
    [site, username],
  );
  return readRow(rows[0]);
}

/** Locks the row until the transaction ends, so that a sign-in and a change of password take turns. */
export async function lockPasswordHash(tx: Tx, player: PlayerId): Promise<string | undefined> {
  const rows = await tx.query<{ password_hash: string }>(
    'select password_hash from player where id = $1 for update',
    [player],
  );
  return rows[0]?.password_hash;
}

export async function updatePasswordHash(
  tx: Tx,
  { player, hash, now }: { readonly player: PlayerId; readonly hash: string; readonly now: Millis },
): Promise<void> {
  await tx.query('update player set password_hash = $2, password_changed_at = $3 where id = $1', [
    player,
    hash,
    new Date(now),
  ]);
}

/** The same password under a higher cost: nothing changed for its owner. */
export async function rehashPassword(tx: Tx, player: PlayerId, hash: string): Promise<void> {
  await tx.query('update player set password_hash = $2 where id = $1', [player, hash]);
}

export interface NewPlayer {
  readonly site: SiteId;
  readonly username: string;
  readonly passwordHash: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly nick: string;
  readonly foldedNick: string;
  readonly role: Role;
  readonly partner: PlayerId | null;
  /** What a partner's link carries: /ref/:partnerCode. */
  readonly partnerCode?: string;
  readonly bank: unknown;
  readonly address: unknown;
  readonly etc: unknown;
  readonly now: Millis;
}

/** Undefined when a unique name of it is taken; of many at once exactly one gets an id. */
export async function insertPlayer(tx: Tx, player: NewPlayer): Promise<PlayerId | undefined> {
  const rows = await tx.query<{ id: number }>(
    `insert into player (site_id, username, password_hash, name, phone, email, nick, folded_nick, role, partner_id,
                         bank, address, etc, created_at, password_changed_at, partner_code)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::text::jsonb, $12::text::jsonb, $13::text::jsonb, $14, $14, $15)
     on conflict do nothing
     returning id`,
    [
      player.site,
      player.username,
      player.passwordHash,
      player.name,
      player.phone,
      player.email,
      player.nick,
      player.foldedNick,
      player.role,
      player.partner,
      jsonOrNull(player.bank),
      jsonOrNull(player.address),
      JSON.stringify(player.etc),
      new Date(player.now),
      player.partnerCode ?? null,
    ],
  );
  return rows[0] && playerId(Number(rows[0].id));
}

const jsonOrNull = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);

export interface Names {
  readonly username?: string;
  readonly foldedNick?: string;
}

/** Which of these names somebody has already, in the order in which they are refused. */
export async function findTaken(
  tx: Tx,
  site: SiteId,
  names: Names,
): Promise<'USERNAME_TAKEN' | 'NICK_TAKEN' | undefined> {
  const [row] = await tx.query<{ username: boolean; nick: boolean }>(
    `select exists (select from player where site_id = $1 and username = $2) as username,
            exists (select from player where site_id = $1 and folded_nick = $3) as nick`,
    [site, names.username ?? null, names.foldedNick ?? null],
  );
  if (row?.username) return 'USERNAME_TAKEN';
  if (row?.nick) return 'NICK_TAKEN';
  return undefined;
}

export async function findPartner(
  tx: Tx,
  site: SiteId,
  code: string,
): Promise<{ readonly id: PlayerId; readonly nick: string } | undefined> {
  const [row] = await tx.query<{ id: number; nick: string }>(
    `select id, nick from player where site_id = $1 and partner_code = $2 and role = 'PARTNER'`,
    [site, code],
  );
  return row && { id: playerId(Number(row.id)), nick: row.nick };
}

/** False when somebody else has a nickname that looks the same. */
export async function updateNick(
  tx: Tx,
  change: {
    readonly site: SiteId;
    readonly player: PlayerId;
    readonly nick: string;
    readonly foldedNick: string;
  },
): Promise<boolean> {
  const { site, player, nick, foldedNick } = change;
  const rows = await tx.query(
    `update player
        set nick = $3, folded_nick = $4
      where site_id = $1
        and id = $2
        and not exists (select from player where site_id = $1 and folded_nick = $4 and id <> $2)
     returning id`,
    [site, player, nick, foldedNick],
  );
  return rows.length === 1;
}

export async function updateBlockDevice(
  tx: Tx,
  {
    site,
    player,
    blockDevice,
  }: { readonly site: SiteId; readonly player: PlayerId; readonly blockDevice: string },
): Promise<boolean> {
  const rows = await tx.query(
    'update player set block_device = $3 where site_id = $1 and id = $2 returning id',
    [site, player, blockDevice],
  );
  return rows.length === 1;
}

export async function listBlockedDevices(
  tx: Tx,
): Promise<readonly { readonly id: PlayerId; readonly blockDevice: string }[]> {
  // There is an index of just these few. The embedded database never counts its rows, takes them for almost all players
  // and would read the whole table, at every start.
  await tx.query('set local enable_seqscan = off');
  const rows = await tx.query<{ id: number; blockDevice: string }>(
    `select id, block_device as "blockDevice" from player where block_device <> '' order by id`,
  );
  await tx.query('set local enable_seqscan = on');
  return rows.map((row) => ({ ...row, id: playerId(Number(row.id)) }));
}

export async function insertStaffAction(
  tx: Tx,
  act: {
    readonly site: SiteId;
    readonly staff: PlayerId;
    readonly player: PlayerId;
    readonly action: string;
    readonly now: Millis;
  },
): Promise<void> {
  await tx.query(
    'insert into staff_action (at, site_id, staff_id, player_id, action) values ($1, $2, $3, $4, $5)',
    [new Date(act.now), act.site, act.staff, act.player, act.action],
  );
}

export interface EventRow {
  readonly seq: number;
  readonly kind: string;
  readonly at: Date;
  readonly body: string;
}

export function listEvents(
  tx: Tx,
  { player, since, size }: { readonly player: PlayerId; readonly since: number; readonly size: number },
): Promise<readonly EventRow[]> {
  return tx.query<EventRow>(
    `select seq, kind, at, body
       from account_event
      where player_id = $1
        and seq > $2
      order by seq
      limit $3`,
    [player, since, size],
  );
}

/** The newest number of the player's own sequence; 0 for somebody without an account. */
export async function findNewestSeq(tx: Tx, player: PlayerId): Promise<number> {
  const [row] = await tx.query<{ seq: number }>('select seq from account where player_id = $1', [player]);
  return row?.seq ?? 0;
}
