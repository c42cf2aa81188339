// How often a name was tried, from which devices its owner signs in, and who signed in when.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { earlier, MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { DeviceClass } from '../http/serve.ts';

export const FAILURE_WINDOW_MS = 15 * MINUTE_MS;

/** Whose attempts are counted together. */
export interface AttemptKey {
  readonly site: SiteId;
  readonly username: string;
  /** Empty for all devices that the owner never signed in from. */
  readonly device: string;
}

/**
 * Counts an attempt before the password is looked at, so that many at once cannot share one free place. The right
 * password clears the count.
 */
export async function countAttempt(
  tx: Tx,
  key: AttemptKey,
  now: Millis,
): Promise<{ readonly count: number; readonly windowEndsAt: Millis }> {
  const [row] = await tx.query<{ failures: number; window_started_at: Date }>(
    `insert into login_failure as known (site_id, username, device, window_started_at, failures)
     values ($1, $2, $3, $4, 1)
     on conflict (site_id, username, device) do update
        set failures = case when known.window_started_at <= $5 then 1 else known.failures + 1 end,
            window_started_at = case when known.window_started_at <= $5 then $4 else known.window_started_at end
     returning failures, window_started_at`,
    [key.site, key.username, key.device, new Date(now), new Date(earlier(now, FAILURE_WINDOW_MS))],
  );
  const startedAt = row?.window_started_at.getTime() ?? now;
  return { count: Number(row?.failures ?? 1), windowEndsAt: (startedAt + FAILURE_WINDOW_MS) as Millis };
}

/** The attempt was never looked at. */
export async function uncountAttempt(tx: Tx, key: AttemptKey): Promise<void> {
  await tx.query(
    `update login_failure set failures = greatest(failures - 1, 0)
      where site_id = $1 and username = $2 and device = $3`,
    [key.site, key.username, key.device],
  );
}

export async function clearAttempts(tx: Tx, key: AttemptKey): Promise<void> {
  await tx.query('delete from login_failure where site_id = $1 and username = $2 and device = $3', [
    key.site,
    key.username,
    key.device,
  ]);
}

export async function isKnownDevice(tx: Tx, player: PlayerId | undefined, device: string): Promise<boolean> {
  const rows = await tx.query('select player_id from known_device where player_id = $1 and device = $2', [
    player ?? null,
    device,
  ]);
  return rows.length > 0;
}

/** A player is known from the newest twenty devices. */
export async function keepDevice(
  tx: Tx,
  { player, device, now }: { readonly player: PlayerId; readonly device: string; readonly now: Millis },
): Promise<void> {
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
}

export async function writeSignInAudit(
  tx: Tx,
  entry: {
    readonly now: Millis;
    readonly site: SiteId;
    readonly player: PlayerId | undefined;
    readonly username: string;
    readonly ip: string;
    readonly deviceClass: DeviceClass;
    readonly outcome: string;
  },
): Promise<void> {
  await tx.query(
    `insert into sign_in_audit (at, site_id, player_id, username, ip, device_class, outcome)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      new Date(entry.now),
      entry.site,
      entry.player ?? null,
      entry.username,
      entry.ip,
      entry.deviceClass,
      entry.outcome,
    ],
  );
}

export async function forgetOldAttempts(
  tx: Tx,
  { attemptsBefore, auditBefore }: { readonly attemptsBefore: Millis; readonly auditBefore: Millis },
): Promise<void> {
  await tx.query('delete from login_failure where window_started_at < $1', [new Date(attemptsBefore)]);
  await tx.query('delete from sign_in_audit where at < $1', [new Date(auditBefore)]);
}
