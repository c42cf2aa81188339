// Lists of bets. What became of each is read from the view: no bet's row is ever changed.
import { amount, type Rate, rate } from '@maru/engine/amount';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { RoundType } from '@maru/engine/rounds/round';
import { type Millis, millis } from '@maru/engine/time';
import type { Parameter, Tx } from '../db/database.ts';

export interface BetRow {
  readonly id: number;
  readonly player: PlayerId;
  readonly round: number;
  readonly option: number;
  readonly type: RoundType;
  readonly pick: string;
  readonly stake: bigint;
  readonly rate: Rate;
  readonly profit: bigint;
  readonly wallet: string;
  readonly currency: string;
  readonly places: number;
  readonly acceptedAt: Millis;
  readonly open: Millis;
  readonly close: Millis;
  readonly status: 0 | 1 | 2 | 3;
  readonly voidReason: string | null;
  readonly strikePrice: string | undefined;
  readonly closePrice: string | undefined;
  /** The bet's own strike, where it has one. */
  readonly strike: { readonly ts: Millis; readonly seq: number; readonly price: string } | undefined;
}

export interface BetFilter {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly option?: number | undefined;
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

/** Nobody turns more pages than these; whoever wants to go on back asks for the bets before the last one, or by time. */
export const MOST_LISTED = 10_000;
/** Longer than the time before its opening in which a round takes bets. */
const BETS_BEFORE_MS = 600_000;

interface Row {
  readonly id: number;
  readonly player_id: PlayerId;
  readonly round_id: number;
  readonly option_id: number;
  readonly type: RoundType;
  readonly pick: string;
  readonly stake: string;
  readonly rate: string;
  readonly profit: string;
  readonly wallet: string;
  readonly currency: string;
  readonly places: number;
  readonly accepted_ms: number;
  readonly open_ms: number;
  readonly close_ms: number;
  readonly strike_mode: string;
  readonly open_price: string | null;
  readonly close_price: string | null;
  readonly strike_ms: number | null;
  readonly strike_seq: number | null;
  readonly strike_price: string | null;
  readonly status: 0 | 1 | 2 | 3;
  readonly void_reason: string | null;
}

const COLUMNS = `id, player_id, round_id, option_id, type, pick, stake, rate, profit, wallet, currency, places,
       accepted_ms, open_ms, close_ms, strike_mode, open_price, close_price, strike_ms, strike_seq, strike_price,
       status, void_reason`;

interface Page {
  readonly order: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

/**
 * Looks at no more than `MOST_LISTED` bets from where the list begins: the newest, the one before `before`, or the end of
 * the asked time. What a bet has become is only computed for those that are shown, or asked about by their status.
 */
export async function listBets(
  tx: Tx,
  filter: BetFilter,
  { order, offset, limit }: Page,
): Promise<readonly BetRow[]> {
  if (offset >= MOST_LISTED) return [];
  const { looked, rest, parameters, state } = where(filter);
  const place = () => `$${parameters.length}`;
  const isByState = state !== undefined;
  parameters.push(isByState ? 0 : offset);
  const innerOffset = place();
  parameters.push(isByState ? MOST_LISTED : Math.min(limit, MOST_LISTED - offset));
  const innerLimit = place();
  parameters.push(isByState ? offset : 0);
  const outerOffset = place();
  parameters.push(limit);
  const outerLimit = place();
  const rows = await tx.query<Row>(
    `select ${COLUMNS}
     from bet_state
     join (
       select id as listed_id
       from ${looked(order)} as bet
       where ${rest}
       order by accepted_ms ${order}, id ${order}
       offset ${innerOffset} limit ${innerLimit}
     ) as listed on bet_state.id = listed.listed_id
     ${isByState ? `where ${state}` : ''}
     order by accepted_ms ${order}, id ${order}
     offset ${outerOffset} limit ${outerLimit}`,
    parameters,
  );
  return rows.map(readBet);
}

/** Up to `MOST_LISTED`. */
export async function countBets(tx: Tx, filter: BetFilter): Promise<number> {
  const { looked, rest, parameters, state } = where(filter);
  const listed = `select id as listed_id from ${looked('desc')} as bet where ${rest}`;
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
  readonly stake: bigint;
  readonly profit: bigint;
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
 * Only conditions of our own; every value is a parameter. What only the view knows is apart. A list asks `looked`, the
 * first bets that an index finds, for whatever no index knows: a filter that fits few bets reads no more than one that
 * fits all.
 */
function where(filter: BetFilter): {
  readonly looked: (order: 'asc' | 'desc') => string;
  readonly rest: string;
  /** Both at once, for who reads them all. */
  readonly text: string;
  readonly parameters: Parameter[];
  readonly state: string | undefined;
} {
  const conditions: string[] = [];
  const parameters: Parameter[] = [];
  const add = (condition: (place: string) => string, value: Parameter | undefined) => {
    if (value === undefined) return;
    parameters.push(value);
    conditions.push(condition(`$${parameters.length}`));
  };
  add((place) => `site_id = ${place}`, filter.site);
  add((place) => `player_id = ${place}`, filter.player);
  add((place) => `option_id = ${place}`, filter.option);
  add((place) => `id = ${place}`, filter.bet);
  add((place) => `accepted_ms >= ${place}`, filter.from);
  add((place) => `accepted_ms < ${place}`, filter.to);
  add(
    (place) => `(accepted_ms, id) < (select accepted_ms, id from bet where id = ${place} and player_id = $2)`,
    filter.before,
  );
  const { statuses } = filter;
  // Open bets are those of rounds that are not decided, and no round takes a bet long before it opens.
  if (statuses?.every((status) => status === 0))
    conditions.push(
      `accepted_ms >= (select min(open_ms) from bet_round where site_id = $1 and status = 0 and voided_event is null) - ${BETS_BEFORE_MS}`,
    );
  const indexed = conditions.splice(0).join(' and ');
  const looked = (order: 'asc' | 'desc') => `(
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
  if (statuses === undefined) return { looked, rest, text, parameters, state: undefined };
  parameters.push(statuses);
  return { looked, rest, text, parameters, state: `status = any($${parameters.length}::int[])` };
}

function readBet(row: Row): BetRow {
  const hasOwnStrike = row.strike_mode === 'AT_BET';
  const { strike_ms: ts, strike_seq: seq, strike_price: at } = row;
  const strike = ts === null || seq === null || at === null ? undefined : { ts: millis(ts), seq, price: at };
  const strikePrice = hasOwnStrike ? strike?.price : (row.open_price ?? undefined);
  return {
    id: row.id,
    player: row.player_id,
    round: row.round_id,
    option: row.option_id,
    type: row.type,
    pick: row.pick,
    stake: amount(row.stake),
    rate: rate(row.rate),
    profit: amount(row.profit),
    wallet: row.wallet,
    currency: row.currency,
    places: row.places,
    acceptedAt: millis(row.accepted_ms),
    open: millis(row.open_ms),
    close: millis(row.close_ms),
    status: row.status,
    voidReason: row.void_reason,
    strikePrice: strikePrice && short(strikePrice),
    closePrice: row.close_price === null ? undefined : short(row.close_price),
    strike: strike && { ...strike, price: short(strike.price) },
  };
}

/** Numerics come with all their places; the wire has none that say nothing. */
export const short = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
