// The statements of firings. An alert leaves its state and its firing enters in one statement, so a firing that is
// written again after an unknown answer, or that was decided with an older level, finds nothing to do.

import type { AlertBasis } from '@maru/engine/alert/price-alert';
import { type Price, toDecimal } from '@maru/engine/amount';
import type { Fires } from '@maru/engine/market/trigger-index';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { bySite } from '../shadow/of-shard.ts';
import { storedPrice } from './stored-price.ts';

export interface AskedFiring {
  readonly id: number;
  readonly revision: number;
  readonly price: Price;
  readonly at: Millis;
}

export interface Firing {
  readonly alert: number;
  readonly revision: number;
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly instrument: number;
  readonly basis: AlertBasis;
  readonly fires: Fires;
  readonly level: Price;
  readonly price: Price;
  readonly push: boolean;
  readonly inApp: boolean;
  readonly at: number;
}

interface FiringRow extends Omit<Firing, 'level' | 'price'> {
  readonly level: string;
  readonly price: string;
}

const firingOf = (row: FiringRow): Firing => ({
  ...row,
  level: storedPrice(row.level),
  price: storedPrice(row.price),
});

const COLUMNS = `alert_id as "alert", revision, site_id as "site", player_id as "player",
  instrument_id as "instrument", basis, fires, level::text as level, price::text as price, push,
  in_app as "inApp", at_ms as "at"`;

/** Those that were still waiting for this price. */
export async function insertFirings(tx: Tx, firings: readonly AskedFiring[]): Promise<readonly Firing[]> {
  const rows = await tx.query<FiringRow>(
    `with wanted as (
       select w.id, w.revision, w.price::numeric as price, w.at_ms
       from unnest($1::bigint[], $2::int[], $3::text[], $4::bigint[]) as w (id, revision, price, at_ms)
     ), once as (
       delete from alert a
       using wanted w
       where a.id = w.id and a.revision = w.revision and a.is_armed and a.repeat = 'ONCE'
       returning a.id, w.revision, w.price, w.at_ms, a.site_id, a.player_id, a.instrument_id, a.basis, a.fires,
         a.level, a.push, a.in_app
     ), always as (
       update alert a
       set is_armed = false, revision = a.revision + 1
       from wanted w
       where a.id = w.id and a.revision = w.revision and a.is_armed and a.repeat = 'ALWAYS'
       returning a.id, w.revision, w.price, w.at_ms, a.site_id, a.player_id, a.instrument_id, a.basis, a.fires,
         a.level, a.push, a.in_app
     )
     insert into alert_firing (
       alert_id, revision, price, at_ms, site_id, player_id, instrument_id, basis, fires, level, push, in_app
     )
     select * from once
     union all
     select * from always
     returning ${COLUMNS}`,
    [
      firings.map(({ id }) => id),
      firings.map(({ revision }) => revision),
      firings.map(({ price }) => toDecimal(price)),
      firings.map(({ at }) => at),
    ],
  );
  return rows.map(firingOf);
}

/** The price has moved back: they wait for their level again. */
export async function rearmAlerts(
  tx: Tx,
  alerts: readonly Pick<AskedFiring, 'id' | 'revision'>[],
): Promise<void> {
  await tx.query(
    `update alert a
     set is_armed = true, revision = a.revision + 1
     from unnest($1::bigint[], $2::int[]) as w (id, revision)
     where a.id = w.id and a.revision = w.revision and not a.is_armed`,
    [alerts.map(({ id }) => id), alerts.map(({ revision }) => revision)],
  );
}

/** What fired for a member after this moment, newest first. */
export async function listFirings(
  tx: Tx,
  {
    site,
    player,
    since,
    most,
  }: {
    readonly site: SiteId;
    readonly player: PlayerId;
    readonly since: number;
    readonly most: number;
  },
): Promise<readonly Firing[]> {
  const rows = await tx.query<FiringRow>(
    `select ${COLUMNS}
     from alert_firing
     where site_id = $1 and player_id = $2 and at_ms > $3
     order by at_ms desc
     limit $4`,
    [site, player, since, most],
  );
  return rows.map(firingOf);
}

/** What an earlier process wrote and did not tell, newer than this moment. */
export async function listUnannounced(
  tx: Tx,
  { shard, since, most }: { readonly shard: number; readonly since: number; readonly most: number },
): Promise<readonly Firing[]> {
  const rows = await tx.query<FiringRow>(
    `select ${COLUMNS}
     from alert_firing
     where not is_announced and at_ms > $1 and ${bySite(shard, 'alert_firing')}
     order by at_ms
     limit $2`,
    [since, most],
  );
  return rows.map(firingOf);
}

export async function markAnnounced(
  tx: Tx,
  firings: readonly Pick<Firing, 'alert' | 'revision'>[],
): Promise<void> {
  await tx.query(
    `update alert_firing f
     set is_announced = true
     from unnest($1::bigint[], $2::int[]) as w (id, revision)
     where f.alert_id = w.id and f.revision = w.revision`,
    [firings.map(({ alert }) => alert), firings.map(({ revision }) => revision)],
  );
}

/** A bounded slice; how many were deleted. */
export async function deleteOldFirings(
  tx: Tx,
  { before, most }: { readonly before: number; readonly most: number },
): Promise<number> {
  const rows = await tx.query(
    `delete from alert_firing
     where (alert_id, revision) in (
       select alert_id, revision from alert_firing where at_ms < $1 order by at_ms limit $2
     )
     returning alert_id`,
    [before, most],
  );
  return rows.length;
}
