// The minutes in which the platform ran, and the incidents.
import type { WireOfficeIncident } from '@maru/contract/fairness/calls';
import type { IncidentKind } from '@maru/contract/fairness/words';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import { bySite } from '../shadow/of-shard.ts';

export interface UpDay {
  readonly day: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly up: number;
  readonly troubled: number;
}

/** A minute counts once, however often it is counted. */
export const countMinute = (
  tx: Tx,
  {
    shard,
    day,
    minute,
    isTroubled,
  }: {
    readonly shard: number;
    readonly day: number;
    readonly minute: number;
    readonly isTroubled: boolean;
  },
) =>
  tx.query(
    `insert into fairness_up_day (shard, day, first_ms, last_ms, up, troubled)
     values ($4, $1, $2, $2, 1, $3::boolean::int)
     on conflict (shard, day) do update
     set last_ms = excluded.last_ms,
         up = fairness_up_day.up + 1,
         troubled = fairness_up_day.troubled + excluded.troubled
     where fairness_up_day.last_ms < excluded.last_ms and fairness_up_day.up < 1440`,
    [day, minute, isTroubled, shard],
  );

const UP_COLUMNS = `day, first_ms as "firstMs", last_ms as "lastMs", up, troubled`;

export const listUpDays = (tx: Tx, shard: number, since: number): Promise<readonly UpDay[]> =>
  tx.query(`select ${UP_COLUMNS} from fairness_up_day where shard = $1 and day >= $2 order by day`, [
    shard,
    since,
  ]);

export async function findUpEnds(
  tx: Tx,
  shard: number,
): Promise<{ readonly first: UpDay; readonly last: UpDay } | undefined> {
  const own = `select ${UP_COLUMNS} from fairness_up_day where shard = $1`;
  const [first] = await tx.query<UpDay>(`${own} order by day limit 1`, [shard]);
  const [last] = await tx.query<UpDay>(`${own} order by day desc limit 1`, [shard]);
  return first && last && { first, last };
}

const INCIDENT_COLUMNS = `id, kind, is_detected as "isDetected", started_ms as "startedMillis",
  ended_ms as "endedMillis", text_ko as "textKo", text_en as "textEn", updated_ms as "updatedMillis"`;

export const listIncidents = (
  tx: Tx,
  {
    site,
    before,
    size,
  }: { readonly site: SiteId; readonly before?: number | undefined; readonly size: number },
): Promise<readonly WireOfficeIncident[]> =>
  tx.query(
    `select ${INCIDENT_COLUMNS}
     from fairness_incident
     where site_id = $1 and id < $2
     order by id desc
     limit $3`,
    [site, before ?? Number.MAX_SAFE_INTEGER, size],
  );

export async function findIncident(
  tx: Tx,
  site: SiteId,
  id: number,
): Promise<WireOfficeIncident | undefined> {
  const [found] = await tx.query<WireOfficeIncident>(
    `select ${INCIDENT_COLUMNS} from fairness_incident where site_id = $1 and id = $2 for update`,
    [site, id],
  );
  return found;
}

export async function insertIncident(
  tx: Tx,
  incident: {
    readonly site: SiteId;
    readonly kind: IncidentKind;
    readonly isDetected: boolean;
    readonly startedAt: number;
    readonly endedAt?: number;
    readonly textKo: string;
    readonly textEn: string;
    readonly now: Millis;
  },
): Promise<WireOfficeIncident | undefined> {
  const [written] = await insertRow<WireOfficeIncident>(
    tx,
    'fairness_incident',
    {
      site_id: incident.site,
      kind: incident.kind,
      is_detected: incident.isDetected,
      started_ms: incident.startedAt,
      ended_ms: incident.endedAt,
      text_ko: incident.textKo,
      text_en: incident.textEn,
      updated_ms: incident.now,
    },
    `on conflict do nothing returning ${INCIDENT_COLUMNS}`,
  );
  return written;
}

export async function updateIncident(
  tx: Tx,
  {
    site,
    id,
    textKo,
    textEn,
    endedAt,
    now,
  }: {
    readonly site: SiteId;
    readonly id: number;
    readonly textKo: string;
    readonly textEn: string;
    readonly endedAt: number | null;
    readonly now: Millis;
  },
): Promise<WireOfficeIncident> {
  const [written] = await tx.query<WireOfficeIncident>(
    `update fairness_incident
     set text_ko = $3, text_en = $4, ended_ms = $5, updated_ms = $6
     where site_id = $1 and id = $2
     returning ${INCIDENT_COLUMNS}`,
    [site, id, textKo, textEn, endedAt, now],
  );
  return written as WireOfficeIncident;
}

/** On all sites of a shard. */
export const endDetected = (
  tx: Tx,
  { shard, kind, now }: { readonly shard: number; readonly kind: IncidentKind; readonly now: Millis },
) =>
  tx.query(
    `update fairness_incident
     set ended_ms = greatest($2, started_ms), updated_ms = $2
     where is_detected and ended_ms is null and kind = $1 and ${bySite(shard, 'fairness_incident')}`,
    [kind, now],
  );

/** Of one site since then, however many: staff may write a few a day. */
export async function countIncidents(tx: Tx, site: SiteId, since: Millis): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count
     from (
       select updated_ms from fairness_incident where site_id = $1 order by id desc limit 100
     ) as newest
     where updated_ms >= $2`,
    [site, since],
  );
  return row?.count ?? 0;
}
