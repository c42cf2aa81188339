// Traders, their days and their fills, as calls read them.
import { type Amount, amountOfUnits, storedUnits } from '@maru/engine/amount';
import type { TraderStatus } from '@maru/engine/copytrade/state';
import {
  noPast,
  returnOfGrowth,
  type TraderPast,
  type TraderReturns,
  type TraderTotals,
} from '@maru/engine/copytrade/statistics';
import { COPY_WALLET } from '@maru/engine/copytrade/terms';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { koreanDate, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { fills } from '../futures/shadow/tables.ts';
import { MOST_LISTED } from '../http/paging.ts';
import { fieldsOf, rowReader, selectFrom } from '../shadow/statements.ts';
import type { Read } from '../shadow/table.ts';
import { days, traders } from './shadow/tables.ts';

const shown = rowReader(traders, fieldsOf(traders, 'shard', 'deletedOn', 'lastLead', 'open'));
const readDays = selectFrom(days, fieldsOf(days, 'site'));

export interface TraderRow
  extends Omit<Read<typeof traders.columns>, 'shard' | 'deletedOn' | 'lastLead' | 'open'> {
  readonly nick: string;
  /** As names are searched for. */
  readonly foldedNick: string;
  readonly intro: string;
  /** Since when staff have let this member be a trader. */
  readonly approvedAt: number;
}

export type DayRow = Omit<Read<typeof days.columns>, 'site'>;

const HEAD = `select ${shown.columns('trader')}, player.nick, player.folded_nick, coalesce(profile.intro, '') as intro,
    coalesce(profile.since_ms, trader.since_ms) as approved_ms
  from copy_trader as trader
  join player on player.id = trader.player_id
  left join copy_profile as profile on profile.player_id = trader.player_id`;

type Joined = object & {
  readonly nick: string;
  readonly folded_nick: string;
  readonly intro: string;
  readonly approved_ms: number;
};

const readTrader = (row: Joined): TraderRow => ({
  ...shown.read(row),
  nick: row.nick,
  foldedNick: row.folded_nick,
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

/** The Korean day after which who is no trader any more may follow. */
export async function findStoppedOn(
  tx: Tx,
  { player, status, since }: Pick<TraderRow, 'player' | 'status' | 'since'>,
): Promise<number | undefined> {
  if (status === 'ACTIVE') return undefined;
  const [row] = await tx.query<{ deleted_on: number | null }>(
    'select deleted_on from copy_trader where player_id = $1',
    [player],
  );
  return row?.deleted_on ?? koreanDate(since);
}

/** From this day on. */
export const listDays = (tx: Tx, ids: readonly number[], from: number): Promise<readonly DayRow[]> =>
  readDays(tx, 'where trader_id = any($1::bigint[]) and day >= $2', [ids, from]);

const TOTALS = `sum(closed)::int as closed, sum(wins)::int as wins, sum(net) as net, sum(gains) as gains,
  sum(held_ms)::bigint as "heldMs", sum(opened_value) as "openedValue", sum(opened_margin) as "openedMargin",
  sum(copied)::int as copied, sum(missed)::int as missed, sum(copy_net - shared) as "followerProfit",
  sum(copy_margin) as "copyMargin", sum(copy_value) as "copyValue", sum(copy_slipped) as "copySlipped"`;

type TotalsRow = { readonly trader: number } & {
  readonly [Field in keyof TraderTotals]: TraderTotals[Field] extends bigint ? string : number;
};

const totalsOf = ({ closed, wins, heldMs, copied, missed, ...sums }: TotalsRow): TraderTotals => ({
  ...{ closed, wins, heldMs, copied, missed },
  net: unitsOf(sums.net),
  gains: unitsOf(sums.gains),
  openedValue: unitsOf(sums.openedValue),
  openedMargin: unitsOf(sums.openedMargin),
  followerProfit: unitsOf(sums.followerProfit),
  copyMargin: unitsOf(sums.copyMargin),
  copyValue: unitsOf(sums.copyValue),
  copySlipped: unitsOf(sums.copySlipped),
});

/** Of the days that have sums, from the first of them on. */
export interface PastRow extends TraderPast {
  readonly trader: number;
  readonly liquidatedAt: Millis | undefined;
  readonly updatedAt: Millis;
}

export interface PastAsked {
  /** Days before this one alone. */
  readonly before: number;
  /** Which of them are of the last 30 days: from this one on. */
  readonly month: number;
}

/**
 * Everything that is over of these traders, who have a thousand days each after three years: added up by the database, and
 * of each day no more than its growth.
 */
export async function listPasts(
  tx: Tx,
  ids: readonly number[],
  { before, month }: PastAsked,
): Promise<readonly PastRow[]> {
  if (ids.length === 0) return [];
  const of = (columns: string) =>
    `select trader_id as trader, ${columns} from copy_day where trader_id = any($1::bigint[]) and day < $2`;
  const all = await tx.query<
    TotalsRow & {
      readonly first: number;
      readonly tradedOn: number | null;
      readonly liquidatedAt: Millis | null;
      readonly updatedAt: Millis;
      readonly days: string | null;
      readonly growths: string | null;
    }
  >(
    `${of(`${TOTALS}, min(day) as first, max(day) filter (where growth is not null) as "tradedOn",
       max(liquidated_ms) as "liquidatedAt", max(updated_ms) as "updatedAt",
       string_agg(day::text, ',' order by day) filter (where growth is not null) as days,
       string_agg(growth::text, ',' order by day) filter (where growth is not null) as growths`)}
     group by trader_id`,
    [ids, before],
  );
  const ofMonth = new Map(
    (await tx.query<TotalsRow>(`${of(TOTALS)} and day >= $3 group by trader_id`, [ids, before, month])).map(
      (row) => [row.trader, totalsOf(row)],
    ),
  );
  return all.map((row) => ({
    trader: row.trader,
    first: row.first,
    returns: returnsOf(row),
    tradedOn: row.tradedOn ?? undefined,
    all: totalsOf(row),
    month: ofMonth.get(row.trader) ?? noPast(row.first).month,
    liquidatedAt: row.liquidatedAt ?? undefined,
    updatedAt: row.updatedAt,
  }));
}

/** Each day from the first on, also those without a trade. */
function returnsOf(row: {
  readonly first: number;
  readonly days: string | null;
  readonly growths: string | null;
}): readonly number[] {
  const days = numbersIn(row.days);
  const returns: number[] = Array.from({ length: (days.at(-1) ?? row.first - 1) - row.first + 1 }, () => 0);
  for (const [place, each] of numbersIn(row.growths).entries())
    returns[days[place]! - row.first] = returnOfGrowth(each);
  return returns;
}

const numbersIn = (list: string | null): readonly number[] =>
  list === null ? [] : list.split(',').map(Number);

/** What the equity of a trader did, day by day. */
export async function readReturns(tx: Tx, trader: PlayerId, from: number): Promise<TraderReturns> {
  const [row] = await tx.query<{ days: string | null; growths: string | null }>(
    `select string_agg(day::text, ',' order by day) as days,
       string_agg(growth::text, ',' order by day) as growths
     from copy_day
     where trader_id = $1 and day >= $2 and growth is not null`,
    [trader, from],
  );
  const found = { first: from, days: row?.days ?? null, growths: row?.growths ?? null };
  return { first: from, returns: returnsOf(found) };
}

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

interface ClosedAsked extends Traded {
  /** Fills from then on; undefined: all. */
  readonly since: Millis | undefined;
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

const CLOSED = `fill.site_id = $1 and fill.player_id = $2 and fill.wallet = $3 and fill.closed_qty > 0
  and fill.at_ms >= $4`;

const EVER = 0 as Millis;

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
  { trader, site, since = EVER }: ClosedAsked,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly TradedRow[]> {
  if (offset >= MOST_LISTED) return [];
  const rows = await tx.query<object>(
    `select ${ofFills.columns('fill')}
     from ${newestOf(CLOSED)}
     order by fill.at_ms desc, fill.id desc
     offset $5 limit $6`,
    [site, trader, COPY_WALLET, since, offset, limit],
  );
  return rows.map(ofFills.read);
}

/** Up to `MOST_LISTED`. */
export async function countClosed(tx: Tx, { trader, site, since = EVER }: ClosedAsked): Promise<number> {
  const [row] = await tx.query<{ count: number }>(`select count(*)::int as count from ${newestOf(CLOSED)}`, [
    site,
    trader,
    COPY_WALLET,
    since,
  ]);
  return row?.count ?? 0;
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
