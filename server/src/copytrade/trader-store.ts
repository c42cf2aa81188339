// Traders, their days and their fills, as calls read them.
import { type Amount, amountOfUnits, type Rate, storedUnits } from '@maru/engine/amount';
import type { TraderStatus } from '@maru/engine/copytrade/state';
import { COPY_WALLET } from '@maru/engine/copytrade/terms';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { fills } from '../futures/shadow/tables.ts';
import { MOST_LISTED } from '../http/paging.ts';
import { fieldsOf, rowReader, selectFrom } from '../shadow/statements.ts';
import type { Read } from '../shadow/table.ts';
import { days, traders } from './shadow/tables.ts';

const shown = rowReader(traders, fieldsOf(traders, 'shard', 'deletedOn', 'lastLead'));
const readDays = selectFrom(days, fieldsOf(days, 'site'));

export interface TraderRow extends Omit<Read<typeof traders.columns>, 'shard' | 'deletedOn' | 'lastLead'> {
  readonly nick: string;
  readonly intro: string;
  /** Since when staff have let this member be a trader. */
  readonly approvedAt: number;
}

export type DayRow = Omit<Read<typeof days.columns>, 'site'>;

const HEAD = `select ${shown.columns('trader')}, player.nick, coalesce(profile.intro, '') as intro,
    coalesce(profile.since_ms, trader.since_ms) as approved_ms
  from copy_trader as trader
  join player on player.id = trader.player_id
  left join copy_profile as profile on profile.player_id = trader.player_id`;

type Joined = object & { readonly nick: string; readonly intro: string; readonly approved_ms: number };

const readTrader = (row: Joined): TraderRow => ({
  ...shown.read(row),
  nick: row.nick,
  intro: row.intro,
  approvedAt: row.approved_ms,
});

/** Staff approved each of them, so they are few. */
export async function listTraders(
  tx: Tx,
  site: SiteId,
  statuses: readonly TraderStatus[],
): Promise<readonly TraderRow[]> {
  const rows = await tx.query<Joined>(
    `${HEAD} where trader.site_id = $1 and trader.status = any($2::text[]) order by trader.player_id desc`,
    [site, statuses],
  );
  return rows.map(readTrader);
}

export async function findTrader(tx: Tx, site: SiteId, id: number): Promise<TraderRow | undefined> {
  const [row] = await tx.query<Joined>(`${HEAD} where trader.player_id = $1 and trader.site_id = $2`, [
    id,
    site,
  ]);
  return row && readTrader(row);
}

/** From when a deleted trader may follow again is a Korean day. */
export async function findDeletedOn(tx: Tx, player: PlayerId): Promise<number | undefined> {
  const [row] = await tx.query<{ deleted_on: number | null }>(
    'select deleted_on from copy_trader where player_id = $1',
    [player],
  );
  return row?.deleted_on ?? undefined;
}

/** Oldest first. */
export const listDays = (tx: Tx, ids: readonly number[]): Promise<readonly DayRow[]> =>
  readDays(tx, 'where trader_id = any($1::bigint[]) order by trader_id, day', [ids]);

/** When the sums of each of these traders changed last, of the days from this one on. */
export async function listChanged(
  tx: Tx,
  ids: readonly number[],
  from: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.query<{ trader_id: number; changed: number }>(
    `select trader_id, max(updated_ms) as changed
     from copy_day
     where trader_id = any($1::bigint[]) and day >= $2
     group by trader_id`,
    [ids, from],
  );
  return new Map(rows.map(({ trader_id, changed }) => [trader_id, changed]));
}

/** Of the follows of a trader that have not ended. */
export interface FollowersNow {
  readonly count: number;
  readonly capital: Amount;
  readonly inProfit: number;
  readonly worst: Amount | undefined;
}

export async function listFollowersNow(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, FollowersNow>> {
  const rows = await tx.query<{
    trader_id: number;
    count: number;
    capital: string;
    profits: number;
    worst: string | null;
  }>(
    `select trader_id, count(*)::int as count, sum(max_bet) as capital,
       (count(*) filter (where total > shared))::int as profits,
       min(total - shared) filter (where copied > 0) as worst
     from copy_follow
     where trader_id = any($1::bigint[]) and ended_ms is null
     group by trader_id`,
    [ids],
  );
  return new Map(
    rows.map(({ trader_id, count, capital, profits, worst }) => [
      trader_id,
      {
        count,
        capital: unitsOf(capital),
        inProfit: profits,
        worst: worst === null ? undefined : unitsOf(worst),
      },
    ]),
  );
}

/** A sum of amounts has their eight places. */
export const unitsOf = (sum: string): Amount => amountOfUnits(storedUnits(trimmed(sum)) ?? 0n);

const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

const ofFills = rowReader(fills, [
  ...([
    'id',
    'instrument',
    'contract',
    'side',
    'price',
    'cause',
    'leverage',
    'marginType',
    'closedQty',
  ] as const),
  ...(['openedQty', 'positionQty', 'openedAt', 'closedSum', 'closedOver', 'funding', 'net', 'at'] as const),
]);
export type TradedRow = ReturnType<typeof ofFills.read>;

interface Traded {
  readonly trader: number;
  readonly site: SiteId;
}

/** What the trader filled since then, newest first. */
export async function listTradedSince(
  tx: Tx,
  { trader, site }: Traded,
  { since, limit }: { readonly since: Millis; readonly limit: number },
): Promise<readonly TradedRow[]> {
  const rows = await tx.query<object>(
    `select ${ofFills.columns('fill')}
     from futures_fill as fill
     where fill.site_id = $1 and fill.player_id = $2 and fill.wallet = $3 and fill.at_ms >= $4
     order by fill.at_ms desc, fill.id desc
     limit $5`,
    [site, trader, COPY_WALLET, since, limit],
  );
  return rows.map(ofFills.read);
}

const CLOSED = `fill.site_id = $1 and fill.player_id = $2 and fill.wallet = $3 and fill.closed_qty > 0`;

/** Fills that closed something, newest first; of the newest that the index finds. */
const newestOf = (condition: string): string => `(
    select fill.*
    from futures_fill as fill
    where fill.player_id = $2
    order by fill.at_ms desc, fill.id desc
    limit ${MOST_LISTED}
  ) as fill
  where ${condition}`;

export async function listClosed(
  tx: Tx,
  { trader, site }: Traded,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly TradedRow[]> {
  if (offset >= MOST_LISTED) return [];
  const rows = await tx.query<object>(
    `select ${ofFills.columns('fill')}
     from ${newestOf(CLOSED)}
     order by fill.at_ms desc, fill.id desc
     offset $4 limit $5`,
    [site, trader, COPY_WALLET, offset, limit],
  );
  return rows.map(ofFills.read);
}

/** Up to `MOST_LISTED`. */
export async function countClosed(tx: Tx, { trader, site }: Traded): Promise<number> {
  const [row] = await tx.query<{ count: number }>(`select count(*)::int as count from ${newestOf(CLOSED)}`, [
    site,
    trader,
    COPY_WALLET,
  ]);
  return row?.count ?? 0;
}

/** What follows of now earned and what of it the trader was paid, by which the share that is due is computed. */
export async function listRates(tx: Tx, trader: PlayerId) {
  const rows = await tx.query<{ total: string; shared: string; rate: string }>(
    `select total, shared, rate from copy_follow
     where trader_id = $1 and ended_ms is null and total * rate > shared
     limit ${MOST_LISTED}`,
    [trader],
  );
  return rows.map(({ total, shared, rate: share }) => ({
    total: unitsOf(total),
    shared: unitsOf(shared),
    rate: unitsOf(share) as bigint as Rate,
  }));
}

/** From the sums of days, which stay longer than single payments. */
export async function sumShares(
  tx: Tx,
  trader: PlayerId,
  recentFrom: number,
): Promise<{ readonly all: Amount; readonly recent: Amount }> {
  const [row] = await tx.query<{ paid: string; recent: string }>(
    `select coalesce(sum(shared), 0) as paid, coalesce(sum(shared) filter (where day >= $2), 0) as recent
     from copy_day
     where trader_id = $1`,
    [trader, recentFrom],
  );
  return { all: unitsOf(row?.paid ?? '0'), recent: unitsOf(row?.recent ?? '0') };
}
