// Limits, alerts and saved moves as the tables keep them.
import type { ReplyOf } from '@maru/contract/call';
import type { acknowledgeRiskAlert } from '@maru/contract/risk/limits';
import type { RiskLimit, RiskRule } from '@maru/contract/risk/rules';
import { type Amount, amount, toDecimal } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { bySite } from '../shadow/of-shard.ts';
import type { ChangedBy } from '../staff/changes.ts';
import type { AlertLevel } from './alert-level.ts';

export type WireAlert = ReplyOf<typeof acknowledgeRiskAlert>;

export async function listLimits(
  tx: Tx,
): Promise<readonly { readonly site: SiteId; readonly name: RiskLimit; readonly value: Amount }[]> {
  const rows = await tx.query<{ site: SiteId; name: RiskLimit; value: string }>(
    'select site_id as site, name, value from risk_limit',
  );
  return rows.map((row) => ({ ...row, value: amount(row.value) }));
}

export async function saveLimit(
  tx: Tx,
  {
    site,
    name,
    value,
    by,
  }: {
    readonly site: SiteId;
    readonly name: RiskLimit;
    readonly value: Amount;
    readonly by: ChangedBy;
  },
): Promise<void> {
  await tx.query(
    `insert into risk_limit (site_id, name, value, changed_by, changed_ms)
     values ($1, $2, $3, $4, $5)
     on conflict (site_id, name) do update
        set value = excluded.value, changed_by = excluded.changed_by, changed_ms = excluded.changed_ms`,
    [site, name, toDecimal(value), by.staff, by.now],
  );
}

const ALERT = `id as "riskAlertId", rule, subject, level, value::text as value, most::text as "limit",
  fired_ms as "firedMillis", cleared_ms as "clearedMillis", acknowledged_by as "acknowledgedBy",
  acknowledged_ms as "acknowledgedMillis"`;

const wireAlert = (row: WireAlert): WireAlert => ({
  ...row,
  value: toDecimal(amount(row.value)),
  limit: toDecimal(amount(row.limit)),
});

export interface LastingAlert {
  readonly site: SiteId;
  readonly rule: RiskRule;
  readonly subject: string;
  readonly level: AlertLevel;
}

/** Those that have not ended. */
export const listLastingAlerts = (tx: Tx, shard: number): Promise<readonly LastingAlert[]> =>
  tx.query<LastingAlert>(
    `select site_id as site, rule, subject, level
     from risk_alert
     where cleared_ms is null and ${bySite(shard, 'risk_alert')}
     order by id
     limit 10000`,
  );

export interface AlertChange extends Omit<LastingAlert, 'level'> {
  readonly level: AlertLevel | undefined;
  readonly value: Amount;
  readonly limit: Amount;
}

/** A new one, another level of one that lasts, or its end. A level that rises is to be acknowledged again. */
export async function writeAlert(tx: Tx, alert: AlertChange, now: Millis): Promise<void> {
  const { site, rule, subject, level, value, limit } = alert;
  if (level === undefined) {
    await tx.query(
      `update risk_alert set cleared_ms = $4
        where site_id = $1 and rule = $2 and subject = $3 and cleared_ms is null`,
      [site, rule, subject, now],
    );
    return;
  }
  await tx.query(
    `insert into risk_alert (site_id, rule, subject, level, value, most, fired_ms)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (site_id, rule, subject) where cleared_ms is null do update
        set level = excluded.level,
            value = excluded.value,
            most = excluded.most,
            acknowledged_by = case when excluded.level = 'OVER' then null else risk_alert.acknowledged_by end,
            acknowledged_ms = case when excluded.level = 'OVER' then null else risk_alert.acknowledged_ms end`,
    [site, rule, subject, level, toDecimal(value), toDecimal(limit), now],
  );
}

export async function deleteOldAlerts(tx: Tx, before: Millis): Promise<void> {
  await tx.query('delete from risk_alert where fired_ms < $1 and cleared_ms is not null', [before]);
}

export async function listAlerts(
  tx: Tx,
  {
    site,
    waiting,
    before,
    size,
  }: {
    readonly site: SiteId;
    readonly waiting: boolean;
    readonly before: number | undefined;
    readonly size: number;
  },
): Promise<readonly WireAlert[]> {
  const rows = await tx.query<WireAlert>(
    `select ${ALERT}
       from risk_alert
      where site_id = $1
        ${waiting ? 'and acknowledged_by is null' : ''}
        and ($2::bigint is null or id < $2)
      order by id desc
      limit $3`,
    [site, before ?? null, size],
  );
  return rows.map(wireAlert);
}

const MOST_COUNTED = 100;

/** Of those that nobody has acknowledged, at most a hundred. */
export async function countWaitingAlerts(tx: Tx, site: SiteId): Promise<number> {
  const [row] = await tx.query<{ waiting: number }>(
    `select count(*)::int as waiting
       from (select 1 from risk_alert where site_id = $1 and acknowledged_by is null limit ${MOST_COUNTED}) as waiting_alert`,
    [site],
  );
  return row?.waiting ?? 0;
}

/** Undefined where there is none of this site. */
export async function findAlert(tx: Tx, site: SiteId, id: number): Promise<WireAlert | undefined> {
  const [row] = await tx.query<WireAlert>(
    `select ${ALERT} from risk_alert where site_id = $1 and id = $2 for update`,
    [site, id],
  );
  return row && wireAlert(row);
}

export async function acknowledge(
  tx: Tx,
  { id, staff, now }: { readonly id: number; readonly staff: number; readonly now: Millis },
): Promise<void> {
  await tx.query('update risk_alert set acknowledged_by = $2, acknowledged_ms = $3 where id = $1', [
    id,
    staff,
    now,
  ]);
}

export interface NamedMember {
  readonly playerId: number;
  readonly username: string;
  readonly nick: string;
}

/** As lists name them; whoever is not found has their number. */
export async function nameMembers(
  tx: Tx,
  site: SiteId,
  players: Iterable<number>,
): Promise<(player: number) => NamedMember> {
  const rows = await tx.query<NamedMember>(
    'select id as "playerId", username, nick from player where site_id = $1 and id = any($2::bigint[])',
    [site, [...new Set(players)]],
  );
  const byId = new Map(rows.map((row) => [row.playerId, row]));
  return (player) => byId.get(player) ?? { playerId: player, username: String(player), nick: '' };
}

export interface StoredPreset {
  readonly id: number;
  readonly name: string;
  /** As JSON text. */
  readonly body: string;
}

export const listPresets = (tx: Tx, site: SiteId): Promise<readonly StoredPreset[]> =>
  tx.query<StoredPreset>('select id, name, body from risk_preset where site_id = $1 order by id', [site]);

export async function savePreset(
  tx: Tx,
  { site, name, body }: { readonly site: SiteId; readonly name: string; readonly body: string },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into risk_preset (site_id, name, body) values ($1, $2, $3)
     on conflict (site_id, name) do update set body = excluded.body
     returning id`,
    [site, name, body],
  );
  return row?.id ?? 0;
}

/** What was deleted. */
export async function deletePreset(tx: Tx, site: SiteId, id: number): Promise<StoredPreset | undefined> {
  const [row] = await tx.query<StoredPreset>(
    'delete from risk_preset where site_id = $1 and id = $2 returning id, name, body',
    [site, id],
  );
  return row;
}
