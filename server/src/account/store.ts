// Players as the tables keep them. Every statement names the site: a player of another site does not exist here (T-10).
import { assert } from '@maru/engine/assert';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import type { Principal } from '../http/serve.ts';

export type Role = Principal['role'];

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
  readonly isClosed: boolean;
  readonly isTourOver: boolean;
}

export interface Credentials extends Profile {
  readonly passwordHash: string;
}

const PROFILE =
  'id, username, name, phone, email, nick, role, status, etc, block_device as "blockDevice", closed_at is not null as "isClosed", is_tour_over as "isTourOver"';

export async function findProfile(tx: Tx, site: SiteId, player: PlayerId): Promise<Profile | undefined> {
  const [profile] = await tx.query<Profile>(`select ${PROFILE} from player where site_id = $1 and id = $2`, [
    site,
    player,
  ]);
  return profile;
}

export async function findCredentials(
  tx: Tx,
  site: SiteId,
  username: string,
): Promise<Credentials | undefined> {
  const [credentials] = await tx.query<Credentials>(
    `select ${PROFILE}, password_hash as "passwordHash" from player where site_id = $1 and username = $2
        and closed_at is null`,
    [site, username],
  );
  return credentials;
}

/** Locks the row until the transaction ends, so that a sign-in and a change of password are serialized. */
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

/** The same password hashed at a higher cost: `password_changed_at` stays. */
export async function rehashPassword(tx: Tx, player: PlayerId, hash: string): Promise<void> {
  await tx.query('update player set password_hash = $2 where id = $1', [player, hash]);
}

export interface NewPlayer
  extends Omit<Credentials, 'id' | 'status' | 'blockDevice' | 'isClosed' | 'isTourOver'> {
  /** One that `takePlayerId` gave; absent: the next one. */
  readonly id?: PlayerId;
  readonly site: SiteId;
  readonly foldedNick: string;
  readonly partner: PlayerId | null;
  /** The code in a partner's link: /ref/:partnerCode. */
  readonly partnerCode?: string;
  readonly bank: unknown;
  readonly address: unknown;
  /** Which of the values their owner has proven. */
  readonly isPhoneProven?: boolean;
  readonly isEmailProven?: boolean;
  readonly now: Millis;
}

/** The number of somebody who is inserted later, or never: what depends on it can be computed before. */
export async function takePlayerId(tx: Tx): Promise<PlayerId> {
  const [row] = await tx.query<{ id: PlayerId }>(`select nextval('player_id_seq') as id`);
  assert(row !== undefined, 'a sequence has a next number');
  return row.id;
}

/**
 * An id that the journal has seen is never given to another person. The desks of all shards take ids from one sequence,
 * and one that starts must not set back what another has taken meanwhile: the sequence is locked before it is compared.
 */
export async function raisePlayerIdsAbove(tx: Tx, highest: number): Promise<void> {
  const isBehind = async (): Promise<boolean> => {
    const [row] = await tx.query<{ behind: boolean }>(
      'select last_value <= $1::bigint and not (last_value = $1 and is_called) as behind from player_id_seq',
      [highest],
    );
    return row?.behind === true;
  };
  if (highest === 0 || !(await isBehind())) return;
  // Changes nothing; nobody takes a number until this transaction has ended.
  await tx.query('alter sequence player_id_seq no cycle');
  if (await isBehind()) await tx.query(`select setval('player_id_seq', $1::bigint)`, [highest]);
}

/** Undefined when one of its unique names is taken; of many at once exactly one gets an id. */
export async function insertPlayer(tx: Tx, player: NewPlayer): Promise<PlayerId | undefined> {
  const now = new Date(player.now);
  const jsonOrNull = (value: unknown) => (value === undefined || value === null ? null : { json: value });
  const [inserted] = await insertRow<{ id: PlayerId }>(
    tx,
    'player',
    {
      ...(player.id === undefined ? undefined : { id: player.id }),
      site_id: player.site,
      username: player.username,
      password_hash: player.passwordHash,
      name: player.name,
      phone: player.phone,
      email: player.email,
      nick: player.nick,
      folded_nick: player.foldedNick,
      role: player.role,
      partner_id: player.partner,
      bank: jsonOrNull(player.bank),
      address: jsonOrNull(player.address),
      etc: { json: player.etc },
      created_at: now,
      password_changed_at: now,
      partner_code: player.partnerCode,
      phone_verified_at: player.isPhoneProven === true ? now : undefined,
      email_verified_at: player.isEmailProven === true ? now : undefined,
    },
    'on conflict do nothing returning id',
    { isIdGiven: player.id !== undefined },
  );
  return inserted?.id;
}

export interface Names {
  readonly username?: string;
  readonly foldedNick?: string;
}

/** The first of these names that is taken, in the order in which they are refused. */
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
  const [partner] = await tx.query<{ id: PlayerId; nick: string }>(
    `select id, nick from player where site_id = $1 and partner_code = $2 and role = 'PARTNER'`,
    [site, code],
  );
  return partner;
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
): Promise<void> {
  await tx.query('update player set block_device = $3 where site_id = $1 and id = $2', [
    site,
    player,
    blockDevice,
  ]);
}

export async function listBlockedDevices(
  tx: Tx,
): Promise<readonly { readonly id: PlayerId; readonly blockDevice: string }[]> {
  // A partial index has just these few rows. The embedded database has no statistics of it, assumes that it has almost
  // all players and would read the whole table, at every start.
  await tx.query('set local enable_seqscan = off');
  const rows = await tx.query<{ id: PlayerId; blockDevice: string }>(
    `select id, block_device as "blockDevice" from player where block_device <> '' order by id`,
  );
  await tx.query('set local enable_seqscan = on');
  return rows;
}
