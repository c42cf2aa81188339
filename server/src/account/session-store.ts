// Sign-ins and their refresh tokens. Only fingerprints of tokens are stored.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, earlier, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import type { DeviceClass } from '../http/serve.ts';
import type { Device } from './device.ts';

export interface Family {
  readonly id: string;
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly sessionVersion: number;
  readonly deviceKey: string | null;
  readonly expiresAt: Millis;
  readonly isEnded: boolean;
  readonly isOffice: boolean;
}

export interface TokenUse {
  readonly family: Family;
  readonly expiresAt: Millis;
  readonly usedAt: Millis | undefined;
  readonly usedBy: string | null;
}

const millisOf = (date: Date): Millis => date.getTime() as Millis;

/** Locks the whole family, so that refreshes with tokens of one sign-in are serialized. */
export async function lockToken(tx: Tx, fingerprint: string): Promise<TokenUse | undefined> {
  const [row] = await tx.query<
    Omit<Family, 'expiresAt'> & { readonly familyExpiresAt: Date; readonly expiresAt: Date }
  >(
    `select family.id, family.site_id as site, family.player_id as player, family.device_key as "deviceKey",
            family.session_version as "sessionVersion", family.expires_at as "familyExpiresAt",
            family.ended_at is not null as "isEnded",
            family.seen_ms is not null as "isOffice", token.expires_at as "expiresAt"
       from refresh_token token
       join refresh_family family on family.id = token.family_id
      where token.print = $1
        for update of family`,
    [fingerprint],
  );
  if (row === undefined) return undefined;
  // Read after the lock was acquired, so that it includes what another refresh wrote meanwhile.
  const [use] = await tx.query<{ readonly usedAt: Date | null; readonly usedBy: string | null }>(
    'select used_at as "usedAt", used_by as "usedBy" from refresh_token where print = $1',
    [fingerprint],
  );
  const { familyExpiresAt, expiresAt, ...family } = row;
  return {
    family: { ...family, expiresAt: millisOf(familyExpiresAt) },
    expiresAt: millisOf(expiresAt),
    usedAt: use?.usedAt ? millisOf(use.usedAt) : undefined,
    usedBy: use?.usedBy ?? null,
  };
}

export interface NewFamily extends Pick<Family, 'site' | 'player' | 'sessionVersion'> {
  readonly device: Device;
  readonly isNewDevice: boolean;
  /** Of a sign-in to the office: when the second factor was given. */
  readonly office?: { readonly factorAt: Millis | undefined } | undefined;
  readonly now: Millis;
}

export async function insertFamily(
  tx: Tx,
  { site, player, sessionVersion, device, isNewDevice, office, now }: NewFamily,
  { id, expiresAt }: Pick<Family, 'id' | 'expiresAt'>,
): Promise<void> {
  await insertRow(tx, 'refresh_family', {
    id,
    site_id: site,
    player_id: player,
    session_version: sessionVersion,
    device_key: device.key,
    device_class: device.class,
    ip: device.ip,
    device_name: device.name,
    is_new_device: isNewDevice,
    created_at: new Date(now),
    expires_at: new Date(expiresAt),
    factor_ms: office?.factorAt,
    seen_ms: office === undefined ? undefined : now,
  });
}

/** The member was here: at a sign-in, and whenever a device gets new tokens. Staff have no row. */
export async function noteSeen(
  tx: Tx,
  { player, now }: { readonly player: PlayerId; readonly now: Millis },
): Promise<void> {
  await tx.query('update player_seen set seen_ms = $2 where player_id = $1 and seen_ms < $2', [player, now]);
}

export async function insertToken(
  tx: Tx,
  token: {
    readonly fingerprint: string;
    readonly family: string;
    readonly now: Millis;
    readonly expiresAt: Millis;
  },
): Promise<void> {
  await tx.query(
    'insert into refresh_token (print, family_id, created_at, expires_at) values ($1, $2, $3, $4)',
    [token.fingerprint, token.family, new Date(token.now), new Date(token.expiresAt)],
  );
}

export async function markUsed(
  tx: Tx,
  { fingerprint, by, now }: { readonly fingerprint: string; readonly by: string; readonly now: Millis },
): Promise<void> {
  await tx.query('update refresh_token set used_at = $2, used_by = $3 where print = $1', [
    fingerprint,
    new Date(now),
    by,
  ]);
}

export async function isTokenUsed(tx: Tx, fingerprint: string): Promise<boolean> {
  const rows = await tx.query('select print from refresh_token where print = $1 and used_at is not null', [
    fingerprint,
  ]);
  return rows.length > 0;
}

/** Ends every sign-in of the player, or only this one, or all others; returns those that had not ended before. */
export async function endFamilies(
  tx: Tx,
  {
    player,
    family,
    exceptFamily,
    why,
    now,
  }: {
    readonly player: PlayerId;
    readonly family?: string;
    readonly exceptFamily?: string;
    readonly why: string;
    readonly now: Millis;
  },
): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    `update refresh_family set ended_at = $2, ended_why = $3
      where player_id = $1
        and ($4::text is null or id = $4)
        and ($5::text is null or id <> $5)
        and ended_at is null
     returning id`,
    [player, new Date(now), why, family ?? null, exceptFamily ?? null],
  );
  return rows.map((row) => row.id);
}

export interface OpenSession {
  readonly id: string;
  readonly device: DeviceClass;
  readonly name: string;
  readonly isNew: boolean;
  readonly ip: string;
  readonly signedInAt: Millis;
  readonly lastUsedAt: Millis;
}

/** Sign-ins that have neither ended nor expired. */
export async function listOpenSessions(
  tx: Tx,
  { player, version, now }: { readonly player: PlayerId; readonly version: number; readonly now: Millis },
): Promise<readonly OpenSession[]> {
  const rows = await tx.query<
    Omit<OpenSession, 'signedInAt' | 'lastUsedAt'> & Record<'begun' | 'used', Date>
  >(
    `select family.id, family.device_class as device, family.device_name as name, family.ip,
            family.is_new_device and family.created_at > $4 as "isNew", family.created_at as begun,
            token.created_at as used
       from refresh_family family
       join refresh_token token on token.family_id = family.id and token.used_at is null
      where family.player_id = $1
        and family.session_version = $2
        and family.ended_at is null
        and family.expires_at > $3
        and token.expires_at > $3
      order by token.created_at desc, family.id
      limit 100`,
    [player, version, new Date(now), new Date(earlier(now, DAY_MS))],
  );
  return rows.map(({ begun, used, ...row }) => ({
    ...row,
    signedInAt: millisOf(begun),
    lastUsedAt: millisOf(used),
  }));
}

export async function listEndedSince(tx: Tx, since: Millis): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>('select id from refresh_family where ended_at >= $1', [
    new Date(since),
  ]);
  return rows.map((row) => row.id);
}

/** Sign-ins that ended a day ago: no answer depends on them any more. */
export async function forgetOldSessions(tx: Tx, before: Millis): Promise<void> {
  await tx.query('delete from refresh_family where expires_at < $1 or ended_at < $1', [new Date(before)]);
}
