// Lists of fills, and what they brought by Korean day.
import type { Quote } from '@maru/engine/futures/terms';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, KST_OFFSET_MS, type Millis, millis } from '@maru/engine/time';
import type { Parameter, Tx } from '../db/database.ts';
import { MOST_LISTED } from '../http/paging.ts';
import { fieldsOf, rowReader } from '../shadow/statements.ts';
import { sumFillsOf } from './shadow/archive.ts';
import { fills } from './shadow/tables.ts';
import { FILLS_PER_EVENT, type MadeFill } from './wire.ts';

export interface FillRow extends MadeFill {
  readonly event: number;
  /** The number of the event in the player's own history. */
  readonly seq: number;
  /** The position that it opened, enlarged, reduced or closed, and how much of it is open afterwards. */
  readonly position: number;
  readonly positionQty: MadeFill['qty'];
  readonly quote: Quote;
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
}

const shown = rowReader(fills, fieldsOf(fills, 'site', 'player', 'net', 'currency'));

export async function listFills(
  tx: Tx,
  filter: FillFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly FillRow[]> {
  if (offset >= MOST_LISTED) return [];
  const { candidates, rest, parameters } = where(filter);
  const rows = await tx.query<object>(
    `select ${shown.columns('fill')}
     from ${candidates} as fill
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

/** Undefined when the fill does not exist or is another player's. */
export async function findFill(
  tx: Tx,
  { site, player, fill }: { readonly site: SiteId; readonly player: PlayerId; readonly fill: number },
): Promise<FillRow | undefined> {
  return (await listFills(tx, { site, player, fill }, { offset: 0, limit: 1 }))[0];
}

export async function hasFill(tx: Tx, id: number): Promise<boolean> {
  return (await tx.query('select 1 from futures_fill where id = $1', [id])).length > 0;
}

/** Oldest first. */
async function listOldestFirst(
  tx: Tx,
  condition: string,
  parameters: readonly Parameter[],
): Promise<readonly FillRow[]> {
  const rows = await tx.query<object>(
    `select ${shown.columns('fill')} from futures_fill as fill where ${condition} order by fill.id limit ${MOST_LISTED}`,
    parameters,
  );
  return rows.map(readFill);
}

export const listFillsOfEvent = (tx: Tx, player: PlayerId, event: number): Promise<readonly FillRow[]> =>
  listOldestFirst(tx, 'fill.id >= $2 and fill.id < $3 and fill.player_id = $1', [
    player,
    event * FILLS_PER_EVENT,
    (event + 1) * FILLS_PER_EVENT,
  ]);

/** What opened a position and its newest fills: it may have thousands. */
export const listFillsOfPosition = (
  tx: Tx,
  player: PlayerId,
  position: number,
  newest: number,
): Promise<readonly FillRow[]> =>
  listOldestFirst(
    tx,
    `fill.player_id = $1 and fill.id in (
       (select id from futures_fill where position_id = $2 order by id limit 1)
       union
       (select id from futures_fill where position_id = $2 order by id desc limit $3)
     )`,
    [player, position, newest],
  );

/** What was closed on a Korean day in one wallet. */
export interface Realised {
  readonly day: number;
  readonly wallet: string;
  readonly currency: string;
  readonly trades: number;
  readonly wins: number;
  readonly liquidations: number;
  readonly gross: bigint;
  readonly funding: bigint;
  readonly fees: bigint;
  readonly net: bigint;
}

interface RealisedFilter extends Pick<FillFilter, 'site' | 'player' | 'instrument'> {
  /** Korean days, both included. */
  readonly firstDay: number;
  readonly lastDay: number;
}

const startOfKoreanDate = (date: number): number => date * DAY_MS - KST_OFFSET_MS;

/** The newest day first. Archived fills are included by their sums. */
export async function listRealised(
  tx: Tx,
  { site, player, instrument, firstDay, lastDay }: RealisedFilter,
): Promise<readonly Realised[]> {
  type Sums = Readonly<Record<'gross' | 'funding' | 'fees' | 'net', string>>;
  const ofInstrument = instrument === undefined ? 'true' : 'fill.option_id = $7';
  const columns = 'day, wallet, currency, trades, wins, liquidations, gross, funding, fees, net';
  const rows = await tx.query<Omit<Realised, keyof Sums> & Sums>(
    `select day, wallet, currency, sum(trades)::int as trades, sum(wins)::int as wins,
       sum(liquidations)::int as liquidations,
       sum(gross) as gross, sum(funding) as funding, sum(fees) as fees, sum(net) as net
     from (
       select ${columns}
       from (${sumFillsOf('futures_fill', `fill.site_id = $1 and fill.player_id = $2 and fill.at_ms >= $3 and fill.at_ms < $4 and ${ofInstrument}`)})
         as kept
       union all
       select ${columns}
       from futures_day as fill
       where fill.site_id = $1 and fill.player_id = $2 and fill.day between $5 and $6 and ${ofInstrument}
     ) as days
     group by day, wallet, currency
     order by day desc, wallet, currency`,
    [
      site,
      player,
      startOfKoreanDate(firstDay),
      startOfKoreanDate(lastDay + 1),
      firstDay,
      lastDay,
      ...(instrument === undefined ? [] : [instrument]),
    ],
  );
  return rows.map(({ gross, funding, fees, net, ...row }) => ({
    ...row,
    gross: unitsOf(gross),
    funding: unitsOf(funding),
    fees: unitsOf(fees),
    net: unitsOf(net),
  }));
}

/** A sum may be more than any single amount can be; it has all of its eight places. */
const unitsOf = (sum: string): bigint => BigInt(sum.replace('.', ''));

/**
 * Only conditions of our own; every value is a parameter. A list applies whatever no index covers to `candidates`, the
 * newest fills that an index finds: a filter that fits few fills reads no more than one that fits all.
 */
function where(filter: FillFilter): {
  readonly candidates: string;
  readonly rest: string;
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
      `(fill.at_ms, fill.id) < (select at_ms, id from futures_fill where id = ${place} and player_id = $2)`,
    filter.before,
  );
  add((place) => `fill.at_ms >= ${place}`, filter.from);
  add((place) => `fill.at_ms < ${place}`, filter.to);
  const candidates = `(
       select fill.*
       from futures_fill as fill
       where ${conditions.join(' and ')}
       order by fill.at_ms desc, fill.id desc
       limit ${MOST_LISTED}
     )`;
  return { candidates, rest: filter.isClosing === true ? 'fill.closed_qty > 0' : 'true', parameters };
}

function readFill(stored: object): FillRow {
  const { tickAt, tickSeq, tickLast, tickBid, tickAsk, tickMark, closedSum, closedOver, ...row } =
    shown.read(stored);
  return {
    ...row,
    quote: { ts: tickAt, seq: tickSeq, last: tickLast, bid: tickBid, ask: tickAsk, mark: tickMark },
    ...(closedSum === undefined || closedOver === undefined
      ? {}
      : { closedEntry: { sum: closedSum, over: closedOver }, closedPosition: row.position }),
  };
}

/** The minutes of each instrument in which the fills of a time range were made. */
export async function listFillMinutes(
  tx: Tx,
  { from, to }: { readonly from: Millis; readonly to: Millis },
): Promise<readonly { readonly instrument: number; readonly minute: Millis }[]> {
  const rows = await tx.query<{ option_id: number; minute_ms: number }>(
    `select distinct option_id, tick_ms - tick_ms % 60000 as minute_ms
     from futures_fill
     where at_ms between $1 and $2`,
    [from, to],
  );
  return rows.map(({ option_id, minute_ms }) => ({ instrument: option_id, minute: millis(minute_ms) }));
}
