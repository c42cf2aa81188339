// Lists of fills, and their profits by trade date.
import type { Price, Qty } from '@maru/engine/amount';
import type { Quote } from '@maru/engine/market/quote';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { Parameter, Tx } from '../db/database.ts';
import { MOST_LISTED } from '../http/paging.ts';
import { fieldsOf, rowReader } from '../shadow/statements.ts';
import { SUM_COLUMNS, SUMS_OF_SUMS, sumFillsOf } from './shadow/archive.ts';
import { fills } from './shadow/tables.ts';
import type { MadeFill } from './wire.ts';

export interface FillRow extends MadeFill {
  readonly event: number;
  /** The number of the event in the player's own history. */
  readonly seq: number;
  readonly places: number;
  readonly quote: Quote;
  readonly tickSize: Price;
  readonly multiplier: Qty;
}

export interface FillFilter {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly instrument?: number | undefined;
  readonly fill?: number | undefined;
  /** Only fills that come after this one in a list of the newest first. */
  readonly before?: number | undefined;
  readonly isClosing?: boolean | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Trade dates, the last one included. */
  readonly firstDay?: number | undefined;
  readonly lastDay?: number | undefined;
}

const shown = rowReader(fills, fieldsOf(fills, 'site', 'player', 'wallet', 'net'));

export async function listFills(
  tx: Tx,
  filter: FillFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly FillRow[]> {
  if (offset >= MOST_LISTED) return [];
  const { candidates, rest, parameters } = where(filter);
  const rows = await tx.query<{ opened_ms: number | null }>(
    `select ${shown.columns('fill')}, closed.opened_ms
     from ${candidates} as fill
     left join oversea_position as closed on closed.id = fill.closed_position_id
     where ${rest}
     order by fill.at_ms desc, fill.id desc
     offset $${parameters.length + 1} limit $${parameters.length + 2}`,
    [...parameters, offset, limit],
  );
  return rows.map(readFill);
}

/** Up to `MOST_LISTED`. */
export async function countFills(tx: Tx, filter: FillFilter): Promise<number> {
  const { candidates, rest, parameters } = where(filter);
  const [row] = await tx.query<{ total: number }>(
    `select count(*) as total from ${candidates} as fill where ${rest}`,
    parameters,
  );
  return row?.total ?? 0;
}

export async function hasFill(tx: Tx, id: number): Promise<boolean> {
  return (await tx.query('select 1 from oversea_fill where id = $1', [id])).length > 0;
}

/** The filters of both single fills and their sums. */
export type DayFilter = Pick<FillFilter, 'site' | 'player' | 'instrument' | 'firstDay' | 'lastDay'>;

/** What was closed on a trade date in one instrument, with both of its commissions. */
export interface DayProfit {
  readonly day: number;
  readonly instrument: number;
  readonly currency: string;
  readonly closed_qty: number;
  readonly trades: number;
  readonly wins: number;
  readonly held_ms: number;
  readonly gross: bigint;
  readonly commission: bigint;
  readonly losscuts: number;
}
type DayRow = Omit<DayProfit, 'gross' | 'commission'> & Readonly<Record<'gross' | 'commission', string>>;

/** The newest date first; of one date, by instrument. Archived fills are included by their sums. */
export async function listDayProfits(
  tx: Tx,
  filter: DayFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly days: readonly DayProfit[]; readonly total: number }> {
  const { text, indexed, parameters } = where({ ...filter, isClosing: true });
  const rows = await tx.query<DayRow & { readonly total: number }>(
    `select trade_day as day, option_id as instrument, currency, ${SUMS_OF_SUMS}, count(*) over () as total
     from (
       ${sumFillsOf('oversea_fill', ['trade_day', 'option_id', 'currency'], text)}
       union all
       select trade_day, option_id, currency, ${SUM_COLUMNS}
       from oversea_day as fill
       where ${indexed} and ${HAS_SUMS}
     ) as days
     group by trade_day, option_id, currency
     order by trade_day desc, option_id, currency
     offset $${parameters.length + 1} limit $${parameters.length + 2}`,
    [...parameters, offset, limit],
  );
  return {
    total: rows[0]?.total ?? (offset === 0 ? 0 : await countDays(tx, filter)),
    days: rows.map(({ total: _, ...day }) => ({
      ...day,
      gross: unitsOf(day.gross),
      commission: unitsOf(day.commission),
    })),
  };
}

export interface Realised {
  readonly trades: number;
  readonly wins: number;
  readonly gross: bigint;
  readonly commission: bigint;
}

/** What was closed in a stretch of time, over all instruments. */
export async function sumRealised(
  tx: Tx,
  filter: Required<Pick<FillFilter, 'site' | 'player' | 'from' | 'to'>>,
): Promise<Realised> {
  const { text, parameters } = where({ ...filter, isClosing: true });
  const [row] = await tx.query<{ trades: number; wins: number; gross: string; commission: string }>(
    `select
       count(*) as trades,
       count(*) filter (where fill.net > 0) as wins,
       coalesce(sum(fill.pnl), 0.00000000) as gross,
       coalesce(sum(fill.entry_commission + fill.exit_commission), 0.00000000) as commission
     from oversea_fill as fill
     where ${text}`,
    parameters,
  );
  const { trades = 0, wins = 0, gross = '0', commission = '0' } = row ?? {};
  return { trades, wins, gross: unitsOf(gross), commission: unitsOf(commission) };
}

/** Earlier versions also summed the commissions of days on which nothing was closed. */
const HAS_SUMS = '(fill.closed_qty > 0 or fill.commission > 0)';

/** A sum may be more than any single amount can be; it has all of its eight places. */
const unitsOf = (sum: string): bigint => BigInt(sum.replace('.', ''));

/** A page beyond the last has no row with the total. */
async function countDays(tx: Tx, filter: DayFilter): Promise<number> {
  const { text, indexed, parameters } = where({ ...filter, isClosing: true });
  const [row] = await tx.query<{ total: number }>(
    `select count(*) as total
     from (
       select fill.trade_day, fill.option_id, fill.currency from oversea_fill as fill where ${text}
       union
       select fill.trade_day, fill.option_id, fill.currency from oversea_day as fill where ${indexed} and ${HAS_SUMS}
     ) as days`,
    parameters,
  );
  return row?.total ?? 0;
}

/**
 * Only conditions of our own; every value is a parameter. A list applies whatever no index covers to `candidates`, the
 * newest fills that an index finds: a filter that fits few fills reads no more than one that fits all.
 */
function where(filter: FillFilter): {
  readonly candidates: string;
  readonly rest: string;
  readonly indexed: string;
  /** Both together, for a query that reads all fills. */
  readonly text: string;
  readonly parameters: Parameter[];
} {
  const conditions: string[] = [];
  const parameters: Parameter[] = [];
  const add = (condition: (place: string) => string, value: Parameter | undefined) => {
    if (value !== undefined) conditions.push(condition(`$${parameters.push(value)}`));
  };
  add((place) => `fill.site_id = ${place}`, filter.site);
  add((place) => `fill.player_id = ${place}`, filter.player);
  add((place) => `fill.option_id = ${place}`, filter.instrument);
  add((place) => `fill.id = ${place}`, filter.fill);
  add(
    (place) =>
      `(fill.at_ms, fill.id) < (select at_ms, id from oversea_fill where id = ${place} and player_id = $2)`,
    filter.before,
  );
  add((place) => `fill.at_ms >= ${place}`, filter.from);
  add((place) => `fill.at_ms < ${place}`, filter.to);
  add((place) => `fill.trade_day >= ${place}`, filter.firstDay);
  add((place) => `fill.trade_day <= ${place}`, filter.lastDay);
  const indexed = conditions.join(' and ');
  const candidates = `(
       select fill.*
       from oversea_fill as fill
       where ${indexed}
       order by fill.at_ms desc, fill.id desc
       limit ${MOST_LISTED}
     )`;
  const rest = filter.isClosing === true ? 'fill.closed_qty > 0' : 'true';
  return { candidates, rest, indexed, text: `${indexed} and ${rest}`, parameters };
}

function readFill(stored: { readonly opened_ms: number | null }): FillRow {
  const { tickAt, tickSeq, tickLast, tickBid, tickAsk, closedSum, closedOver, ...row } = shown.read(stored);
  const { closedPosition, ...fill } = row;
  return {
    ...fill,
    quote: { ts: tickAt, seq: tickSeq, last: tickLast, bid: tickBid, ask: tickAsk },
    ...(closedSum === undefined || closedOver === undefined
      ? {}
      : { closedEntry: { sum: closedSum, over: closedOver } }),
    ...(closedPosition === undefined ? {} : { closedPosition }),
    openedAt: stored.opened_ms === null ? undefined : millis(stored.opened_ms),
  };
}

/** The minutes of each instrument in which the fills of a time range were made. */
export async function listFillMinutes(
  tx: Tx,
  { from, to }: { readonly from: Millis; readonly to: Millis },
): Promise<readonly { readonly instrument: number; readonly minute: number }[]> {
  const rows = await tx.query<{ option_id: number; minute_ms: number }>(
    `select distinct option_id, tick_ms - tick_ms % 60000 as minute_ms
     from oversea_fill
     where at_ms between $1 and $2`,
    [from, to],
  );
  return rows.map(({ option_id, minute_ms }) => ({ instrument: option_id, minute: minute_ms }));
}
