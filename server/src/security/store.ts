// Second factors, recovery codes, and the settings and changes that withdrawals wait for.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';

export interface Owner {
  readonly site: SiteId;
  readonly player: PlayerId;
}

export interface StoredFactor {
  readonly secret: string;
  readonly begunAt: number;
  readonly enabledAt: number | null;
  readonly lastStep: number;
  readonly lastUse: string | null;
  readonly codesMadeAt: number | null;
  readonly confirmFailures: number;
  readonly confirmSince: number;
  readonly strangerFailures: number;
  readonly strangerSince: number;
}

const FACTOR = `secret, begun_ms as "begunAt", enabled_ms as "enabledAt", last_step as "lastStep",
  last_use as "lastUse", codes_made_ms as "codesMadeAt", confirm_failures as "confirmFailures",
  confirm_since_ms as "confirmSince", stranger_failures as "strangerFailures", stranger_since_ms as "strangerSince"`;

export async function findFactor(tx: Tx, { site, player }: Owner): Promise<StoredFactor | undefined> {
  const [row] = await tx.query<StoredFactor>(
    `select ${FACTOR} from second_factor where site_id = $1 and player_id = $2`,
    [site, player],
  );
  return row;
}

/** Locks the row, so that of codes that come at once each is judged after the one before it was counted. */
export async function lockFactor(tx: Tx, { site, player }: Owner): Promise<StoredFactor | undefined> {
  const [row] = await tx.query<StoredFactor>(
    `select ${FACTOR} from second_factor where site_id = $1 and player_id = $2 for update`,
    [site, player],
  );
  return row;
}

/** A set-up that was begun before and never confirmed is replaced. False when the second factor is on. */
export async function saveBegunFactor(
  tx: Tx,
  { site, player }: Owner,
  { secret, now }: { readonly secret: string; readonly now: Millis },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into second_factor as known (player_id, site_id, secret, begun_ms)
     values ($1, $2, $3, $4)
     on conflict (player_id) do update
        set secret = excluded.secret, begun_ms = excluded.begun_ms, last_step = 0, last_use = null
      where known.enabled_ms is null
     returning player_id`,
    [player, site, secret, now],
  );
  return rows.length === 1;
}

export async function enableFactor(
  tx: Tx,
  { player }: Owner,
  { step, now }: { readonly step: number; readonly now: Millis },
): Promise<void> {
  await tx.query(
    `update second_factor
        set enabled_ms = $3, last_step = $2, confirm_failures = 0, stranger_failures = 0
      where player_id = $1`,
    [player, step, now],
  );
}

export async function deleteFactor(tx: Tx, { player }: Owner): Promise<void> {
  await tx.query('delete from second_factor where player_id = $1', [player]);
}

/** A pool of wrong codes: those who are signed in have one, devices that are not known another. */
export type CodePool = 'confirm' | 'stranger';

export async function saveCodeUse(
  tx: Tx,
  { player }: Owner,
  {
    step,
    use,
    pool,
  }: { readonly step: number; readonly use: string | undefined; readonly pool: CodePool | undefined },
): Promise<void> {
  const cleared = pool === undefined ? '' : `, ${pool}_failures = 0`;
  await tx.query(`update second_factor set last_step = $2, last_use = $3${cleared} where player_id = $1`, [
    player,
    step,
    use ?? null,
  ]);
}

export async function countWrongCode(
  tx: Tx,
  { player }: Owner,
  { pool, windowStart, now }: { readonly pool: CodePool; readonly windowStart: Millis; readonly now: Millis },
): Promise<void> {
  await tx.query(
    `update second_factor
        set ${pool}_failures = case when ${pool}_since_ms <= $2 then 1 else ${pool}_failures + 1 end,
            ${pool}_since_ms = case when ${pool}_since_ms <= $2 then $3 else ${pool}_since_ms end
      where player_id = $1`,
    [player, windowStart, now],
  );
}

export async function replaceRecoveryCodes(
  tx: Tx,
  { player }: Owner,
  { hashes, now }: { readonly hashes: readonly string[]; readonly now: Millis },
): Promise<void> {
  await tx.query('delete from recovery_code where player_id = $1', [player]);
  await tx.query(
    'insert into recovery_code (player_id, code) select $1, code from unnest($2::text[]) as made (code)',
    [player, [...hashes]],
  );
  await tx.query('update second_factor set codes_made_ms = $2 where player_id = $1', [player, now]);
}

/** Undefined when the member has no such code. */
export async function useRecoveryCode(
  tx: Tx,
  { player }: Owner,
  { code, now }: { readonly code: string; readonly now: Millis },
): Promise<'USED_NOW' | 'USED_BEFORE' | undefined> {
  const used = await tx.query(
    'update recovery_code set used_ms = $3 where player_id = $1 and code = $2 and used_ms is null returning code',
    [player, code, now],
  );
  if (used.length === 1) return 'USED_NOW';
  const known = await tx.query('select code from recovery_code where player_id = $1 and code = $2', [
    player,
    code,
  ]);
  return known.length === 1 ? 'USED_BEFORE' : undefined;
}

export async function countRecoveryCodes(
  tx: Tx,
  { player }: Owner,
): Promise<{ readonly left: number; readonly of: number }> {
  const [row] = await tx.query<{ left: number; of: number }>(
    `select count(*) filter (where used_ms is null)::int as left, count(*)::int as of
       from recovery_code where player_id = $1`,
    [player],
  );
  return { left: row?.left ?? 0, of: row?.of ?? 0 };
}

export interface StoredSecurity {
  readonly newDeviceLetters: boolean;
  readonly waitHours: number | null;
  readonly nextHours: number | null;
  readonly nextFrom: number | null;
  readonly secondFactorAt: number | null;
  readonly passkeyAt: number | null;
  readonly recoveryCodeAt: number | null;
  readonly phoneAt: number | null;
  readonly lockedAt: number | null;
}

const SECURITY = `new_device_letters as "newDeviceLetters", wait_hours as "waitHours", next_hours as "nextHours",
  next_from_ms as "nextFrom", second_factor_ms as "secondFactorAt", passkey_ms as "passkeyAt",
  recovery_code_ms as "recoveryCodeAt", phone_ms as "phoneAt", locked_ms as "lockedAt"`;

const NOTHING_SET: StoredSecurity = {
  newDeviceLetters: true,
  waitHours: null,
  nextHours: null,
  nextFrom: null,
  secondFactorAt: null,
  passkeyAt: null,
  recoveryCodeAt: null,
  phoneAt: null,
  lockedAt: null,
};

export async function loadSecurity(tx: Tx, { site, player }: Owner): Promise<StoredSecurity> {
  const [row] = await tx.query<StoredSecurity>(
    `select ${SECURITY} from player_security where site_id = $1 and player_id = $2`,
    [site, player],
  );
  return row ?? NOTHING_SET;
}

type Column =
  | 'new_device_letters'
  | 'wait_hours'
  | 'next_hours'
  | 'next_from_ms'
  | 'second_factor_ms'
  | 'passkey_ms'
  | 'recovery_code_ms'
  | 'phone_ms'
  | 'locked_ms';

export async function saveSecurity(
  tx: Tx,
  { site, player }: Owner,
  changed: Partial<Readonly<Record<Column, number | boolean | null>>>,
): Promise<void> {
  const names = Object.keys(changed);
  const places = names.map((_, index) => `$${index + 3}`);
  await tx.query(
    `insert into player_security (player_id, site_id, ${names.join(', ')})
     values ($1, $2, ${places.join(', ')})
     on conflict (player_id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [player, site, ...Object.values(changed)],
  );
}

/** False when it was not locked. */
export async function unlock(tx: Tx, { site, player }: Owner): Promise<boolean> {
  const rows = await tx.query(
    `update player_security set locked_ms = null
      where site_id = $1 and player_id = $2 and locked_ms is not null
     returning player_id`,
    [site, player],
  );
  return rows.length === 1;
}

/** When the member joined, and when the password was last changed. */
export async function findSince(
  tx: Tx,
  { site, player }: Owner,
): Promise<{ readonly joined: Date; readonly password: Date } | undefined> {
  const [row] = await tx.query<{ joined: Date; password: Date }>(
    'select created_at as joined, password_changed_at as password from player where site_id = $1 and id = $2',
    [site, player],
  );
  return row;
}
