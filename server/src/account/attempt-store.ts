// How often a name was tried, from which devices its owner signs in, and who signed in when.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, earlier, MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import type { Device } from './device.ts';

const FAILURE_WINDOW_MS = 15 * MINUTE_MS;

/** Checks of a password per name and window: for all strangers together, and for each known device by itself. */
const ATTEMPTS = 5;

/**
 * When the five attempts of all strangers are used up, a device that has not guessed at this name yet still gets one of
 * these, each from its time in the window on. So one guessing stranger keeps the owner out of a new device for a minute
 * at most, and many strangers together get no more than nine checks in fifteen minutes.
 */
const RESERVED_AFTER_MS = [0, 1, 3, 7].map((minutes) => minutes * MINUTE_MS);

/**
 * When those are used up too, an address that has not tried this name for a day gets one attempt, whatever other
 * addresses do: each of them can take one attempt before it, once. The attempts open one after the other and are
 * limited, so that passwords of one name are checked at most some hundred times a day above the rest.
 */
const ADDRESS_WINDOW_MS = DAY_MS;
export const ADDRESS_TRIES = 600;
export const ADDRESS_TRY_EVERY_MS = 200;

export interface DeviceOfName {
  readonly site: SiteId;
  readonly username: string;
  /** The fingerprint of the device. */
  readonly device: string;
}

export interface AttemptBy extends DeviceOfName {
  /** The address as limits count it. */
  readonly address: string;
  readonly isKnown: boolean;
}

/** The rows that an attempt was counted in, or how long to wait until a password may be checked. */
export type Begun = { readonly counted: readonly string[] } | { readonly waitMs: number };

/**
 * Attempts that are limited together: the row `all` counts those of everybody, the row `own` those of this device or
 * address.
 */
interface Pool {
  readonly all: string;
  readonly own: string;
  readonly windowMs: number;
  waitMs(count: PoolCount): number | undefined;
}

interface PoolCount {
  readonly failures: number;
  readonly hasTried: boolean;
  readonly elapsedMs: number;
}

/** A fingerprint never holds a blank, so none of these is the count of a known device. */
const ALL_ADDRESSES = 'all addresses';
const strangers = (device: string): Pool => ({
  all: '',
  own: `stranger ${device}`,
  windowMs: FAILURE_WINDOW_MS,
  waitMs: strangersWaitMs,
});
const addresses = (address: string): Pool => ({
  all: ALL_ADDRESSES,
  own: `address ${address}`,
  windowMs: ADDRESS_WINDOW_MS,
  waitMs: addressWaitMs,
});

interface CountRow {
  readonly failures: number;
  readonly window_started_at: Date;
}

/**
 * Counts an attempt before the password is checked, so that many at once cannot share one free attempt. The right
 * password clears the count. Returns how long the device has to wait when the password may not be checked.
 */
export async function beginAttempt(tx: Tx, by: AttemptBy, now: Millis): Promise<Begun> {
  if (by.isKnown) return beginKnown(tx, by, now);
  // The first statement locks the row of all strangers, so attempts on one name are serialized from here on.
  const begun = await beginIn(tx, by, strangers(by.device), now);
  if ('counted' in begun) return begun;
  const late = await beginIn(tx, by, addresses(by.address), now);
  return 'counted' in late ? late : { waitMs: Math.min(begun.waitMs, late.waitMs) };
}

async function beginKnown(tx: Tx, { site, username, device }: AttemptBy, now: Millis): Promise<Begun> {
  const [row] = await tx.query<CountRow>(
    `insert into login_failure as known (site_id, username, device, window_started_at, failures)
     values ($1, $2, $3, $4, 1)
     on conflict (site_id, username, device) do update
        set failures = case when known.window_started_at <= $5 then 1 else known.failures + 1 end,
            window_started_at = case when known.window_started_at <= $5 then $4 else known.window_started_at end
     returning failures, window_started_at`,
    [site, username, device, new Date(now), new Date(earlier(now, FAILURE_WINDOW_MS))],
  );
  if (Number(row?.failures ?? 1) <= ATTEMPTS) return { counted: [device] };
  return { waitMs: startOf(row, now) + FAILURE_WINDOW_MS - now };
}

const startOf = (row: CountRow | undefined, now: Millis): number => row?.window_started_at.getTime() ?? now;

async function beginIn(tx: Tx, { site, username }: AttemptBy, pool: Pool, now: Millis): Promise<Begun> {
  const [row] = await tx.query<CountRow & { readonly own: number | null }>(
    `insert into login_failure as known (site_id, username, device, window_started_at, failures)
     values ($1, $2, $3, $4, 0)
     on conflict (site_id, username, device) do update
        set failures = case when known.window_started_at <= $5 then 0 else known.failures end,
            window_started_at = case when known.window_started_at <= $5 then $4 else known.window_started_at end
     returning failures, window_started_at,
               (select own.failures
                  from login_failure own
                 where own.site_id = $1
                   and own.username = $2
                   and own.device = $6
                   and own.window_started_at >= known.window_started_at) as own`,
    [site, username, pool.all, new Date(now), new Date(earlier(now, pool.windowMs)), pool.own],
  );
  const startedAt = startOf(row, now);
  const waitMs = pool.waitMs({
    failures: Number(row?.failures ?? 0),
    hasTried: Number(row?.own ?? 0) > 0,
    elapsedMs: now - startedAt,
  });
  if (waitMs !== undefined) return { waitMs };
  await tx.query(
    `insert into login_failure as known (site_id, username, device, window_started_at, failures)
     values ($1, $2, $3, $5, 1), ($1, $2, $4, $5, 1)
     on conflict (site_id, username, device) do update
        set failures = case when known.window_started_at < excluded.window_started_at then 1
                            else known.failures + 1 end,
            window_started_at = greatest(known.window_started_at, excluded.window_started_at)`,
    [site, username, pool.all, pool.own, new Date(startedAt)],
  );
  return { counted: [pool.all, pool.own] };
}

/** Undefined when the password may be checked. */
function strangersWaitMs({ failures, hasTried, elapsedMs }: PoolCount): number | undefined {
  if (failures < ATTEMPTS) return undefined;
  const opensAfterMs = hasTried ? undefined : RESERVED_AFTER_MS[failures - ATTEMPTS];
  if (opensAfterMs !== undefined && opensAfterMs <= elapsedMs) return undefined;
  return (opensAfterMs ?? FAILURE_WINDOW_MS) - elapsedMs;
}

function addressWaitMs({ failures, hasTried, elapsedMs }: PoolCount): number | undefined {
  if (hasTried || failures >= ADDRESS_TRIES) return ADDRESS_WINDOW_MS - elapsedMs;
  const opensAfterMs = failures * ADDRESS_TRY_EVERY_MS;
  return opensAfterMs <= elapsedMs ? undefined : opensAfterMs - elapsedMs;
}

/** Subtracts what was counted for an attempt that was no guess, or whose password was never checked. */
export async function uncountAttempt(tx: Tx, by: AttemptBy, counted: readonly string[]): Promise<void> {
  await tx.query(
    `update login_failure set failures = greatest(failures - 1, 0)
      where site_id = $1 and username = $2 and device = any($3::text[])`,
    [by.site, by.username, counted],
  );
}

/**
 * The password was right. The attempts of all addresses stay counted, or every sign-in of an owner would give each
 * guessing address another attempt.
 */
export async function clearAttempts(tx: Tx, by: AttemptBy, counted: readonly string[]): Promise<void> {
  if (counted.includes(ALL_ADDRESSES)) return uncountAttempt(tx, by, counted);
  await tx.query(
    'delete from login_failure where site_id = $1 and username = $2 and device = any($3::text[])',
    [by.site, by.username, counted],
  );
}

export async function isKnownDevice(tx: Tx, { site, username, device }: DeviceOfName): Promise<boolean> {
  const rows = await tx.query(
    `select known_device.player_id
       from player
       join known_device on known_device.player_id = player.id
      where player.site_id = $1
        and player.username = $2
        and known_device.device = $3`,
    [site, username, device],
  );
  return rows.length > 0;
}

/** All known devices in the order of their key, a page at a time. */
export function listKnownDevices(
  tx: Tx,
  after: { readonly player: number; readonly device: string },
  size: number,
) {
  return tx.query<DeviceOfName & { readonly player: number }>(
    `select known_device.player_id as player, known_device.device, player.site_id as site, player.username
       from known_device
       join player on player.id = known_device.player_id
      where (known_device.player_id, known_device.device) > ($1, $2)
      order by known_device.player_id, known_device.device
      limit $3`,
    [after.player, after.device, size],
  );
}

/** A player is known from the newest twenty devices. True when this one is new, and not the first of all. */
export async function saveDevice(
  tx: Tx,
  { player, device, now }: { readonly player: PlayerId; readonly device: string; readonly now: Millis },
): Promise<boolean> {
  const [before] = await tx.query<{ others: number; same: number }>(
    `select count(*) filter (where device <> $2)::int as others,
            count(*) filter (where device = $2)::int as same
       from known_device
      where player_id = $1`,
    [player, device],
  );
  await tx.query(
    `insert into known_device (player_id, device, seen_at) values ($1, $2, $3)
     on conflict (player_id, device) do update set seen_at = excluded.seen_at`,
    [player, device, new Date(now)],
  );
  await tx.query(
    `delete from known_device
      where player_id = $1
        and device not in (
          select device from known_device where player_id = $1 order by seen_at desc, device limit 20)`,
    [player],
  );
  return before !== undefined && before.same === 0 && before.others > 0;
}

/** How somebody signed in, or tried to. */
export type SignInMethod = 'PASSWORD' | 'PASSWORD_CODE' | 'RECOVERY_CODE' | 'PASSKEY';

export interface SignInBy {
  readonly site: SiteId;
  readonly username: string;
  readonly device: Device;
  readonly now: Millis;
}

export async function writeSignInAudit(
  tx: Tx,
  { site, username, device, now }: SignInBy,
  player: PlayerId | undefined,
  outcome: string,
  method: SignInMethod = 'PASSWORD',
): Promise<void> {
  const by = { ip: device.ip, device_class: device.class, device_name: device.name, method };
  const row = { at: new Date(now), site_id: site, player_id: player, username, ...by, outcome };
  await insertRow(tx, 'sign_in_audit', row);
}

export async function forgetOldAttempts(
  tx: Tx,
  { now, auditBefore }: { readonly now: Millis; readonly auditBefore: Millis },
): Promise<void> {
  await tx.query(
    `delete from login_failure
      where window_started_at < $1
        and (window_started_at < $2 or (device <> $3 and not starts_with(device, 'address ')))`,
    [new Date(earlier(now, FAILURE_WINDOW_MS)), new Date(earlier(now, ADDRESS_WINDOW_MS)), ALL_ADDRESSES],
  );
  await tx.query('delete from sign_in_audit where at < $1', [new Date(auditBefore)]);
}
