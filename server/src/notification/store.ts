// The statements of the notification centre.
import type { NotificationSetting } from '@maru/contract/notification/calls';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import { usualSetting } from './rules.ts';

export interface Owner {
  readonly site: SiteId;
  readonly player: PlayerId;
}

export interface Mark {
  readonly readAt: number;
  readonly awayFrom: number | null;
  readonly awayTo: number | null;
}

export async function findMark(tx: Tx, { site, player }: Owner): Promise<Mark> {
  const [row] = await tx.query<Mark>(
    `select read_ms as "readAt", away_from_ms as "awayFrom", away_to_ms as "awayTo"
     from notification_mark
     where site_id = $1 and player_id = $2`,
    [site, player],
  );
  return row ?? { readAt: 0, awayFrom: null, awayTo: null };
}

/** It never goes back. */
export async function markRead(tx: Tx, { site, player }: Owner, until: number): Promise<number> {
  const [row] = await insertRow<{ read_ms: number }>(
    tx,
    'notification_mark',
    { player_id: player, site_id: site, read_ms: until },
    `on conflict (player_id) do update
     set read_ms = greatest(notification_mark.read_ms, excluded.read_ms)
     returning read_ms`,
  );
  return row?.read_ms ?? until;
}

export interface Presence {
  readonly player: PlayerId;
  readonly isConnected: boolean;
  readonly at: Millis;
}

/** A shorter absence is a reload, and leaves the one before it. */
const LEAST_AWAY_MS = 60_000;

/** The newest of each player. Who came back was away since the last connection ended. */
export async function writePresences(tx: Tx, presences: readonly Presence[]): Promise<void> {
  await tx.query(
    `insert into notification_mark (player_id, site_id, left_ms)
     select p.id, p.site_id, case when w.connected then null else w.at_ms end
     from unnest($1::bigint[], $2::boolean[], $3::bigint[]) as w (player, connected, at_ms)
     join player p on p.id = w.player
     on conflict (player_id) do nothing`,
    columnsOf(presences),
  );
  await tx.query(
    `update notification_mark m
     set away_from_ms = case when w.connected and w.at_ms - m.left_ms >= ${LEAST_AWAY_MS}
           then m.left_ms else m.away_from_ms end,
         away_to_ms = case when w.connected and w.at_ms - m.left_ms >= ${LEAST_AWAY_MS}
           then w.at_ms else m.away_to_ms end,
         left_ms = case when w.connected then null else w.at_ms end
     from unnest($1::bigint[], $2::boolean[], $3::bigint[]) as w (player, connected, at_ms)
     where m.player_id = w.player`,
    columnsOf(presences),
  );
}

const columnsOf = (presences: readonly Presence[]) => [
  presences.map(({ player }) => player),
  presences.map(({ isConnected }) => isConnected),
  presences.map(({ at }) => at),
];

export async function findSetting(tx: Tx, { site, player }: Owner): Promise<NotificationSetting> {
  const [row] = await tx.query<{ setting: NotificationSetting }>(
    'select setting from notification_setting where site_id = $1 and player_id = $2',
    [site, player],
  );
  return { ...usualSetting, ...row?.setting };
}

export async function writeSetting(
  tx: Tx,
  { site, player }: Owner,
  setting: NotificationSetting,
): Promise<void> {
  await insertRow(
    tx,
    'notification_setting',
    { player_id: player, site_id: site, setting: { json: setting } },
    'on conflict (player_id) do update set setting = excluded.setting',
  );
}

export interface HistoryRow {
  readonly at: Date;
  readonly body: string;
}

/** The newest events of the member's own history after this moment. */
export function listNewestEvents(
  tx: Tx,
  { player, since, most }: { readonly player: PlayerId; readonly since: number; readonly most: number },
): Promise<readonly HistoryRow[]> {
  return tx.query<HistoryRow>(
    `select at, body
     from (
       select at, body, seq from account_event where player_id = $1 order by seq desc limit $3
     ) newest
     where at > $2
     order by seq desc`,
    [player, new Date(since), most],
  );
}
