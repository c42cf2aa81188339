// Lists of bets. What became of each is read from the view: no bet's row is ever changed.
import { amount, type Rate, rate } from '@maru/engine/amount';
import type { BinaryType } from '@maru/engine/market/instrument';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { Parameter, Tx } from '../db/database.ts';

export interface BetRow {
  readonly id: number;
  readonly player: PlayerId;
  readonly round: number;
  readonly option: number;
  readonly type: BinaryType;
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
  readonly picks?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly statuses?: readonly number[] | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface Row {
  readonly id: number;
  readonly player_id: PlayerId;
  readonly round_id: number;
  readonly option_id: number;
  readonly type: BinaryType;
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

export async function listBets(
  tx: Tx,
  filter: BetFilter,
  {
    order,
    offset,
    limit,
  }: { readonly order: 'asc' | 'desc'; readonly offset: number; readonly limit: number },
): Promise<readonly BetRow[]> {
  const { text, parameters } = where(filter);
  const rows = await tx.query<Row>(
    `select ${COLUMNS}
     from bet_state
     where ${text}
     order by id ${order}
     offset $${parameters.length + 1} limit $${parameters.length + 2}`,
    [...parameters, offset, limit],
  );
  return rows.map(readBet);
}

export async function countBets(tx: Tx, filter: BetFilter): Promise<number> {
  const { text, parameters } = where(filter);
  const [row] = await tx.query<{ total: number }>(
    `select count(*) as total from bet_state where ${text}`,
    parameters,
  );
  return row?.total ?? 0;
}

export interface BetSums {
  readonly status: 0 | 1 | 2 | 3;
  readonly bets: number;
  readonly stake: bigint;
  readonly profit: bigint;
}

export async function sumBets(tx: Tx, filter: BetFilter): Promise<readonly BetSums[]> {
  const { text, parameters } = where(filter);
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

/** Only conditions of our own; every value is a parameter. */
function where(filter: BetFilter): { readonly text: string; readonly parameters: Parameter[] } {
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
  add((place) => `round_id = ${place}`, filter.round);
  add((place) => `id = ${place}`, filter.bet);
  add((place) => `pick = any(${place}::text[])`, filter.picks);
  add((place) => `type = any(${place}::text[])`, filter.types);
  add((place) => `status = any(${place}::int[])`, filter.statuses);
  add((place) => `accepted_ms >= ${place}`, filter.from);
  add((place) => `accepted_ms < ${place}`, filter.to);
  return { text: conditions.join(' and '), parameters };
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
