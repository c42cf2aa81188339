// The statements of price alerts.

import type { WatchedAlert } from '@maru/engine/alert/alert-watch';
import type { AlertBasis, AlertRepeat } from '@maru/engine/alert/price-alert';
import { type Price, toDecimal } from '@maru/engine/amount';
import type { Fires } from '@maru/engine/market/trigger-index';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import { bySite } from '../shadow/of-shard.ts';
import { storedPrice } from './stored-price.ts';

export interface Owner {
  readonly site: SiteId;
  readonly player: PlayerId;
}

export interface AskedAlert {
  readonly instrument: number;
  readonly basis: AlertBasis;
  readonly fires: Fires;
  readonly level: Price;
  readonly repeat: AlertRepeat;
  readonly push: boolean;
  readonly inApp: boolean;
}

/** An alert as it is kept; `back` follows from its instrument. */
export interface StoredAlert extends Omit<WatchedAlert, 'back'>, AskedAlert, Owner {
  readonly instrument: number;
  readonly createdAt: number;
}

interface AlertRow extends Omit<StoredAlert, 'level'> {
  readonly level: string;
}

const COLUMNS = `id, site_id as "site", player_id as "player", instrument_id as "instrument", basis, fires,
  level::text as level, repeat, push, in_app as "inApp", is_armed as "isArmed", revision,
  created_ms as "createdAt"`;

const alertOf = (row: AlertRow): StoredAlert => ({ ...row, level: storedPrice(row.level) });

export async function listAlerts(tx: Tx, { site, player }: Owner): Promise<readonly StoredAlert[]> {
  const rows = await tx.query<AlertRow>(
    `select ${COLUMNS}
     from alert
     where site_id = $1 and player_id = $2
     order by id desc`,
    [site, player],
  );
  return rows.map(alertOf);
}

/** The next alerts of all members of the shard's sites, by id. */
export async function listAllAlerts(
  tx: Tx,
  { shard, after, most }: { readonly shard: number; readonly after: number; readonly most: number },
): Promise<readonly StoredAlert[]> {
  const rows = await tx.query<AlertRow>(
    `select ${COLUMNS}
     from alert
     where id > $1 and ${bySite(shard, 'alert')}
     order by id
     limit $2`,
    [after, most],
  );
  return rows.map(alertOf);
}

/** Alerts of one member are counted and created by one transaction at a time. */
export async function countForCreating(tx: Tx, { site, player }: Owner): Promise<number> {
  await tx.query('select id from player where site_id = $1 and id = $2 for no key update', [site, player]);
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from alert where site_id = $1 and player_id = $2',
    [site, player],
  );
  return row?.count ?? 0;
}

export async function insertAlert(
  tx: Tx,
  { site, player }: Owner,
  asked: AskedAlert,
  now: Millis,
): Promise<StoredAlert> {
  const [row] = await insertRow<AlertRow>(
    tx,
    'alert',
    {
      site_id: site,
      player_id: player,
      instrument_id: asked.instrument,
      basis: asked.basis,
      fires: asked.fires,
      level: toDecimal(asked.level),
      repeat: asked.repeat,
      push: asked.push,
      in_app: asked.inApp,
      created_ms: now,
    },
    `returning ${COLUMNS}`,
  );
  return alertOf(row!);
}

export async function findAlert(
  tx: Tx,
  { site, player }: Owner,
  id: number,
): Promise<StoredAlert | undefined> {
  const [row] = await tx.query<AlertRow>(
    `select ${COLUMNS} from alert where site_id = $1 and player_id = $2 and id = $3 for update`,
    [site, player, id],
  );
  return row && alertOf(row);
}

/** It waits anew: also one that has fired and not moved back. */
export async function updateAlert(tx: Tx, id: number, asked: AskedAlert): Promise<StoredAlert> {
  const [row] = await tx.query<AlertRow>(
    `update alert
     set basis = $2, fires = $3, level = $4, repeat = $5, push = $6, in_app = $7, is_armed = true,
         revision = revision + 1
     where id = $1
     returning ${COLUMNS}`,
    [id, asked.basis, asked.fires, toDecimal(asked.level), asked.repeat, asked.push, asked.inApp],
  );
  return alertOf(row!);
}

export async function deleteAlertRow(tx: Tx, { site, player }: Owner, id: number): Promise<boolean> {
  const rows = await tx.query(
    'delete from alert where site_id = $1 and player_id = $2 and id = $3 returning id',
    [site, player, id],
  );
  return rows.length > 0;
}
