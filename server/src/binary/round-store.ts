// Results of rounds, completed with what only a round with bets or a draw has.
import type { WireTradeRound } from '@maru/contract/binary/calls';
import type { SiteId } from '@maru/engine/purse';
import type { Parameter, Tx } from '../db/database.ts';
import { MOST_LISTED } from '../http/paging.ts';

export interface RoundRow {
  readonly id: number;
  readonly status: number;
  readonly voidReason: string | null;
  readonly voidText: string | null;
  readonly openPrice: string | null;
  readonly closePrice: string | null;
  readonly ball: WireTradeRound['ball'];
}

interface Row extends Omit<RoundRow, 'ball'> {
  readonly commitment: string | null;
  readonly seed: string | null;
  readonly salt: string | null;
  readonly balls: readonly number[] | null;
  readonly power: number | null;
}

/** Prices without trailing zeros. */
const COLUMNS = `round_id as id, status, case when status = 3 then void_reason end as "voidReason",
  void_text as "voidText", trim_scale(open_price)::text as "openPrice", trim_scale(close_price)::text as "closePrice",
  commitment, seed, salt, balls, power`;

/** Every round with any stored state; the secret seeds are in another table, which is not read here. */
const KNOWN = `
  select
    round.site_id, round.round_id, round.option_id, round.close_ms,
    case when bets.voided_event is not null then 3 when bets.status > 0 then bets.status else round.status end as status,
    case when bets.voided_event is not null then 'STAFF' when bets.status > 0 then bets.void_reason
      else round.void_reason end as void_reason,
    bets.void_text,
    coalesce(bets.open_price, round.open_price) as open_price,
    coalesce(bets.close_price, round.close_price) as close_price,
    seal.commitment, draw.seed, draw.salt, draw.balls, draw.power
  from round_result as round
  left join bet_round as bets on bets.site_id = round.site_id and bets.round_id = round.round_id
  left join ball_seal as seal on seal.site_id = round.site_id and seal.round_id = round.round_id
  left join ball_draw as draw on draw.site_id = round.site_id and draw.round_id = round.round_id`;

/** A list reaches this many rounds back from the end of the requested time, and counts no more. */
const NEWEST = KNOWN.replace(
  'from round_result as round',
  `from (
    select *
    from round_result
    where site_id = $1 and option_id = $2 and close_ms >= $3 and close_ms < $4
    order by close_ms desc
    limit ${MOST_LISTED}
  ) as round`,
);

export interface RoundFilter {
  readonly site: SiteId;
  readonly offer: number;
  readonly statuses?: readonly number[] | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

function where(filter: RoundFilter): { readonly text: string; readonly parameters: readonly Parameter[] } {
  const { site, offer, statuses, from = 0, to = Number.MAX_SAFE_INTEGER } = filter;
  return {
    text: statuses === undefined ? 'true' : 'status = any($5::int[])',
    parameters: [site, offer, from, to, ...(statuses === undefined ? [] : [statuses])],
  };
}

export async function listRounds(
  tx: Tx,
  filter: RoundFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly RoundRow[]> {
  const { text, parameters } = where(filter);
  const rows = await tx.query<Row>(
    `select ${COLUMNS}
     from (${NEWEST}) as known
     where ${text}
     order by close_ms desc
     offset $${parameters.length + 1} limit $${parameters.length + 2}`,
    [...parameters, offset, limit],
  );
  return rows.map(readRound);
}

export async function countRounds(tx: Tx, filter: RoundFilter): Promise<ReadonlyMap<number, number>> {
  const { text, parameters } = where(filter);
  const rows = await tx.query<{ status: number; rounds: number }>(
    `select status, count(*) as rounds from (${NEWEST}) as known where ${text} group by status`,
    parameters,
  );
  return new Map(rows.map(({ status, rounds }) => [status, rounds]));
}

/** Also of a round that is not over: one that staff voided, or the seal of a future draw. */
export async function findRounds(
  tx: Tx,
  site: SiteId,
  rounds: readonly number[],
): Promise<ReadonlyMap<number, RoundRow>> {
  const rows = await tx.query<Row>(
    `select ${COLUMNS}
     from (
       select
         asked.round_id,
         case when bets.voided_event is not null then 3
           when bets.status > 0 then bets.status
           when draw.round_id is not null then case when draw.balls is null then 3 else 1 end
           else coalesce(round.status, 0) end as status,
         case when bets.voided_event is not null then 'STAFF'
           else coalesce(bets.void_reason, draw.void_reason, round.void_reason) end as void_reason,
         bets.void_text,
         coalesce(bets.open_price, round.open_price) as open_price,
         coalesce(bets.close_price, round.close_price) as close_price,
         seal.commitment, draw.seed, draw.salt, draw.balls, draw.power
       from (select $1::bigint as site_id, unnest($2::bigint[]) as round_id) as asked
       left join round_result as round on round.site_id = asked.site_id and round.round_id = asked.round_id
       left join bet_round as bets on bets.site_id = asked.site_id and bets.round_id = asked.round_id
       left join ball_seal as seal on seal.site_id = asked.site_id and seal.round_id = asked.round_id
       left join ball_draw as draw on draw.site_id = asked.site_id and draw.round_id = asked.round_id
       where coalesce(round.round_id, bets.round_id, seal.round_id) is not null
     ) as known`,
    [site, rounds],
  );
  return new Map(rows.map((row) => [row.id, readRound(row)]));
}

export const findRound = async (tx: Tx, site: SiteId, round: number): Promise<RoundRow | undefined> =>
  (await findRounds(tx, site, [round])).get(round);

/** The last round of each offer that is over: one statement, one index lookup for each. */
export async function listNewestRounds(
  tx: Tx,
  site: SiteId,
  offers: readonly number[],
): Promise<readonly (RoundRow & { readonly offer: number })[]> {
  const rows = await tx.query<Row & { readonly offer: number }>(
    `select newest.*
     from unnest($2::int[]) as asked (option_id)
     cross join lateral (
       select option_id as offer, ${COLUMNS}
       from (${KNOWN}) as known
       where site_id = $1 and known.option_id = asked.option_id
       order by close_ms desc
       limit 1
     ) as newest`,
    [site, offers],
  );
  return rows.map((row) => ({ ...readRound(row), offer: row.offer }));
}

const readRound = ({ commitment, seed, salt, balls, power, ...round }: Row): RoundRow => ({
  ...round,
  ball:
    commitment === null
      ? null
      : {
          commit: commitment,
          seed,
          salt,
          balls: balls === null ? null : [...balls],
          powerBall: power,
          sum: balls === null ? null : balls.reduce((sum, ball) => sum + ball, 0),
        },
});
