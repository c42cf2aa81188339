// Lists of bets. The status of each bet is read from the view: no bet's row is ever changed.
import { type Amount, amount, type Price, toDecimal } from '@maru/engine/amount';
import type { TickRef } from '@maru/engine/market/tick';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { betStates, tickIn } from '../bets/tables.ts';
import type { Parameter, Tx } from '../db/database.ts';
import { MOST_LISTED } from '../http/paging.ts';
import { fieldsOf, rowReader } from '../shadow/statements.ts';

type StoredBet = Omit<
  ReturnType<typeof shown.read>,
  'strikeMode' | 'openPrice' | 'strikeAt' | 'strikeSeq' | 'voidReason'
>;

export interface BetRow extends Omit<StoredBet, 'strikePrice' | 'closePrice'> {
  readonly voidReason: string | null;
  readonly strikePrice: string | undefined;
  readonly closePrice: string | undefined;
  /** The bet's own strike, where it has one. */
  readonly strike: TickRef | undefined;
}

const shown = rowReader(betStates, fieldsOf(betStates, 'site'));

export interface BetFilter {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly offer?: number | undefined;
  readonly round?: number | undefined;
  readonly bet?: number | undefined;
  /** Only bets that come after this one in a list of the newest first. */
  readonly before?: number | undefined;
  readonly picks?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly statuses?: readonly number[] | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Longer than the time before its opening in which a round takes bets. */
const BETS_BEFORE_MS = 600_000;

interface Page {
  readonly order: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

/**
 * Reads no more than `MOST_LISTED` bets from where the list begins: the newest, the one before `before`, or the end of
 * the requested time. The status of a bet is only computed for those that are shown, or filtered by status.
 */
export async function listBets(
  tx: Tx,
  filter: BetFilter,
  { order, offset, limit }: Page,
): Promise<readonly BetRow[]> {
  if (offset >= MOST_LISTED) return [];
  const { candidates, rest, parameters, state } = where(filter);
  const place = (value: number) => `$${parameters.push(value)}`;
  const isByState = state !== undefined;
  const mostRead = isByState ? MOST_LISTED : Math.min(limit, MOST_LISTED - offset);
  const rows = await tx.query<object>(
    `select ${shown.columns()}
     from bet_state
     join (
       select id as listed_id
       from ${candidates(order)} as bet
       where ${rest}
       order by accepted_ms ${order}, id ${order}
       offset ${place(isByState ? 0 : offset)} limit ${place(mostRead)}
     ) as listed on bet_state.id = listed.listed_id
     ${isByState ? `where ${state}` : ''}
     order by accepted_ms ${order}, id ${order}
     offset ${place(isByState ? offset : 0)} limit ${place(limit)}`,
    parameters,
  );
  return rows.map(readBet);
}

/** Up to `MOST_LISTED`. */
export async function countBets(tx: Tx, filter: BetFilter): Promise<number> {
  const { candidates, rest, parameters, state } = where(filter);
  const listed = `select id as listed_id from ${candidates('desc')} as bet where ${rest}`;
  const [row] = await tx.query<{ total: number }>(
    state === undefined
      ? `select count(*) as total from (${listed}) as listed`
      : `select count(*) as total
         from bet_state
         join (${listed}) as listed on bet_state.id = listed.listed_id
         where ${state}`,
    parameters,
  );
  return row?.total ?? 0;
}

export async function hasBet(tx: Tx, id: number): Promise<boolean> {
  return (await tx.query('select 1 from bet where id = $1', [id])).length > 0;
}

export interface BetSums {
  readonly status: 0 | 1 | 2 | 3;
  readonly bets: number;
  readonly stake: Amount;
  readonly profit: Amount;
}

export async function sumBets(tx: Tx, filter: BetFilter): Promise<readonly BetSums[]> {
  const { text, parameters } = where({ ...filter, statuses: undefined });
  const rows = await tx.query<{ status: 0 | 1 | 2 | 3; bets: number; stake: string; profit: string }>(
    `select status, count(*) as bets, sum(stake) as stake, sum(profit) as profit
     from bet_state
     where ${text}
     group by status`,
    parameters,
  );
  return rows.map(({ status, bets, stake, profit }) => ({
    status,
    bets,
    stake: amount(stake),
    profit: amount(profit),
  }));
}

/**
 * Only conditions of our own; every value is a parameter. Conditions on columns of the view are separate. A list
 * applies whatever no index covers to `candidates`, the first bets that an index finds: a filter that fits few bets reads
 * no more than one that fits all.
 */
function where(filter: BetFilter): {
  readonly candidates: (order: 'asc' | 'desc') => string;
  readonly rest: string;
  /** Both together, for a query that reads all bets. */
  readonly text: string;
  readonly parameters: Parameter[];
  readonly state: string | undefined;
} {
  const conditions: string[] = [];
  const parameters: Parameter[] = [];
  const add = (condition: (place: string) => string, value: Parameter | undefined) => {
    if (value !== undefined) conditions.push(condition(`$${parameters.push(value)}`));
  };
  add((place) => `site_id = ${place}`, filter.site);
  add((place) => `player_id = ${place}`, filter.player);
  add((place) => `option_id = ${place}`, filter.offer);
  add((place) => `id = ${place}`, filter.bet);
  add((place) => `accepted_ms >= ${place}`, filter.from);
  add((place) => `accepted_ms < ${place}`, filter.to);
  add(
    (place) => `(accepted_ms, id) < (select accepted_ms, id from bet where id = ${place} and player_id = $2)`,
    filter.before,
  );
  const { statuses } = filter;
  // Open bets are those of undecided rounds, and no round accepts a bet long before it opens.
  if (statuses?.every((status) => status === 0))
    conditions.push(
      `accepted_ms >= (select min(open_ms) from bet_round where site_id = $1 and status = 0 and voided_event is null) - ${BETS_BEFORE_MS}`,
    );
  const indexed = conditions.splice(0).join(' and ');
  const candidates = (order: 'asc' | 'desc') => `(
       select id, round_id, pick, type, accepted_ms
       from bet
       where ${indexed}
       order by accepted_ms ${order}, id ${order}
       limit ${MOST_LISTED}
     )`;
  add((place) => `round_id = ${place}`, filter.round);
  add((place) => `pick = any(${place}::text[])`, filter.picks);
  add((place) => `type = any(${place}::text[])`, filter.types);
  const rest = conditions.join(' and ') || 'true';
  const text = `${indexed} and ${rest}`;
  const state = statuses && `status = any($${parameters.push(statuses)}::int[])`;
  return { candidates, rest, text, parameters, state };
}

function readBet(stored: object): BetRow {
  const { strikeMode, openPrice, closePrice, strikeAt, strikeSeq, strikePrice, voidReason, ...bet } =
    shown.read(stored);
  return {
    ...bet,
    voidReason: voidReason ?? null,
    strikePrice: decimalOf(strikeMode === 'AT_BET' ? strikePrice : openPrice),
    closePrice: decimalOf(closePrice),
    strike: tickIn(strikeAt, strikeSeq, strikePrice),
  };
}

const decimalOf = (price: Price | undefined): string | undefined =>
  price === undefined ? undefined : toDecimal(price);
