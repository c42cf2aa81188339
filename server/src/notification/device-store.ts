// The statements of the browsers that get a web push, each as long as its sign-in lasts.
import type { NotificationSetting } from '@maru/contract/notification/calls';
import type { Language } from '@maru/contract/refusals';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import { bySite } from '../shadow/of-shard.ts';
import type { Owner } from './store.ts';

const MOST_DEVICES = 5;

export interface AskedDevice {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly name: string;
  readonly language: Language;
  /** The sign-in that asked for it. */
  readonly family: string;
}

export interface PushDevice extends AskedDevice {
  readonly id: number;
  readonly site: SiteId;
  readonly player: PlayerId;
  /** The version of the sign-ins that the family belongs to. */
  readonly session: number;
  readonly createdMillis: number;
  /** Pushes in a row that its service failed to take. */
  readonly failures: number;
}

/** A sign-in lasts until it is ended, or until its last token was not used in time. */
const LASTS = `family.ended_at is null
  and exists (
    select from refresh_token token
    where token.family_id = family.id and token.used_at is null and token.expires_at > $1
  )`;

/** Only those whose sign-in lasts. */
export async function listDevices(
  tx: Tx,
  { site, player }: Owner,
  now: Millis,
): Promise<readonly PushDevice[]> {
  return tx.query<PushDevice>(
    `select device.id, device.site_id as "site", device.player_id as "player", endpoint, p256dh, auth, name, language,
       family_id as "family", family.session_version as "session", created_ms as "createdMillis", failures
     from push_device device
     join refresh_family family on family.id = family_id
     where device.site_id = $2 and device.player_id = $3 and ${LASTS}
     order by device.id desc`,
    [new Date(now), site, player],
  );
}

/** A browser belongs to who signed in there last. Of more than five the one that reported longest ago leaves. */
export async function putDevice(
  tx: Tx,
  { site, player }: Owner,
  device: AskedDevice,
  now: Millis,
): Promise<void> {
  const { endpoint, p256dh, auth, name, language, family } = device;
  await insertRow(
    tx,
    'push_device',
    {
      ...{ site_id: site, player_id: player, endpoint, p256dh, auth, name, language },
      ...{ family_id: family, created_ms: now, seen_ms: now },
    },
    `on conflict (endpoint) do update
     set site_id = excluded.site_id, player_id = excluded.player_id, p256dh = excluded.p256dh,
         auth = excluded.auth, name = excluded.name, language = excluded.language,
         family_id = excluded.family_id, seen_ms = excluded.seen_ms`,
  );
  await tx.query(
    `delete from push_device
     where player_id = $1
       and id not in (
         select id from push_device where player_id = $1 order by seen_ms desc, id desc limit ${MOST_DEVICES}
       )`,
    [player],
  );
}

export async function deleteDevice(
  tx: Tx,
  { site, player }: Owner,
  by: { readonly id?: number | undefined; readonly endpoint?: string | undefined },
): Promise<boolean> {
  const rows = await tx.query(
    `delete from push_device
     where site_id = $1 and player_id = $2 and (id = $3 or endpoint = $4)
     returning id`,
    [site, player, by.id ?? null, by.endpoint ?? null],
  );
  return rows.length > 0;
}

/** The push service does not know it any more. */
export async function deleteGone(tx: Tx, id: number): Promise<void> {
  await tx.query('delete from push_device where id = $1', [id]);
}

/** Both must be reached: a busy member gets many pushes in one bad hour of a service, and another gets few in a month. */
const MOST_FAILURES = 10;
const FAILING_MS = 3 * DAY_MS;

/** The push service answered with errors of its own until the push was given up. */
export async function noteFailure(tx: Tx, id: number, now: Millis): Promise<void> {
  await tx.query(
    `update push_device
     set failures = failures + 1, failing_since_ms = coalesce(failing_since_ms, $2)
     where id = $1`,
    [id, now],
  );
  await tx.query(
    `delete from push_device
     where id = $1 and failures >= ${MOST_FAILURES} and failing_since_ms <= $2`,
    [id, now - FAILING_MS],
  );
}

/** The push service took a push after it had failed. */
export async function forgetFailures(tx: Tx, id: number): Promise<void> {
  await tx.query('update push_device set failures = 0, failing_since_ms = null where id = $1', [id]);
}

/** Those that did not report since then, and those whose sign-in is over. */
export async function deleteOldDevices(
  tx: Tx,
  { before, now }: { readonly before: number; readonly now: Millis },
): Promise<void> {
  await tx.query('delete from push_device where seen_ms < $1', [before]);
  await tx.query(
    `delete from push_device
     where not exists (select from refresh_family family where family.id = family_id and ${LASTS})`,
    [new Date(now)],
  );
}

export interface DeviceWithSetting extends PushDevice {
  /** Null: the usual. */
  readonly setting: Partial<NotificationSetting> | null;
}

const WITH_SETTING = `d.id, d.site_id as "site", d.player_id as "player", d.endpoint, d.p256dh, d.auth, d.name,
    d.language, d.created_ms as "createdMillis", d.family_id as "family", family.session_version as "session",
    d.failures, s.setting
  from push_device as d
  join refresh_family family on family.id = d.family_id
  left join notification_setting as s on s.player_id = d.player_id`;

/**
 * The next devices of all members of a site whose sign-in lasts, each with what its member wants to be told. The desk is
 * not asked: what goes to everybody is no secret, and a million questions would keep it from trading.
 */
export function listDevicesOfSite(
  tx: Tx,
  {
    site,
    after,
    most,
    now,
  }: { readonly site: SiteId; readonly after: number; readonly most: number; readonly now: Millis },
): Promise<readonly DeviceWithSetting[]> {
  return tx.query<DeviceWithSetting>(
    `select ${WITH_SETTING}
     where d.site_id = $2 and d.id > $3 and ${LASTS}
     order by d.id
     limit $4`,
    [new Date(now), site, after, most],
  );
}

/** Those of some members of any site, each with what its member wants to be told. */
export async function listDevicesOfPlayers(
  tx: Tx,
  players: readonly PlayerId[],
  now: Millis,
): Promise<readonly DeviceWithSetting[]> {
  if (players.length === 0) return [];
  return tx.query<DeviceWithSetting>(
    `select ${WITH_SETTING}
     where d.player_id = any($2::bigint[]) and ${LASTS}
     order by d.id`,
    [new Date(now), players],
  );
}

export interface Subscriber {
  readonly player: PlayerId;
  readonly site: SiteId;
}

/** Which members of the shard's sites have a device, in slices by player. */
export function listSubscribers(
  tx: Tx,
  { shard, after, most }: { readonly shard: number; readonly after: number; readonly most: number },
): Promise<readonly Subscriber[]> {
  return tx.query<Subscriber>(
    `select distinct player_id as "player", site_id as "site"
     from push_device
     where player_id > $1 and ${bySite(shard, 'push_device')}
     order by player_id
     limit $2`,
    [after, most],
  );
}
