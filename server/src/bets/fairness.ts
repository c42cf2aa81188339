// What the bets of a day tell for the fairness board, binary options apart from drawn balls.
import type { Currency, PlayerId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import type { AccountNet, HouseTake, RoundsOfDay, SiteDay, VoidedRound } from '../product/fairness-source.ts';

/** Balls are the rounds that are drawn. */
export type BetFamily = 'PRICE' | 'BALL';

const isOf = (family: BetFamily): string => (family === 'BALL' ? `= 'DRAW'` : `<> 'DRAW'`);

/** What became of the bets of the rounds that closed then; a round is found by when it closed, its bets by the round. */
const decidedBets = (family: BetFamily): string => `
  from bet_round as round
  join bet_state as bet on bet.site_id = round.site_id and bet.round_id = round.round_id
  where round.site_id = $1 and round.close_ms >= $2 and round.close_ms < $3
    and round.strike_mode ${isOf(family)}
    and bet.status in (1, 2)`;

export const betNets = (
  tx: Tx,
  { site, from, to }: SiteDay,
  family: BetFamily,
): Promise<readonly AccountNet[]> =>
  tx.query<{ player: PlayerId; currency: Currency; net: string }>(
    `select
       bet.player_id as player, bet.currency,
       sum(case when bet.status = 1 then bet.profit else -bet.stake end)::text as net
     ${decidedBets(family)}
     group by bet.player_id, bet.currency`,
    [site, from, to],
  );

export interface StakesOfPick extends Omit<HouseTake, 'promised' | 'contracts'> {
  readonly pick: string;
  /** Profit per stake that was promised for a hit. */
  readonly rate: string;
}

export const betTakes = (
  tx: Tx,
  { site, from, to }: SiteDay,
  family: BetFamily,
): Promise<readonly StakesOfPick[]> =>
  tx.query(
    `select
       bet.currency, bet.pick, bet.rate::text as rate,
       sum(bet.stake)::text as turnover,
       sum(case when bet.status = 1 then -bet.profit else bet.stake end)::text as taken
     ${decidedBets(family)}
     group by bet.currency, bet.pick, bet.rate`,
    [site, from, to],
  );

/** More voided rounds of one day are counted and not named. */
const MOST_NAMED = 200;

export async function betRounds(
  tx: Tx,
  { site, from, to }: SiteDay,
  family: BetFamily,
  nameOf: (round: number) => Pick<VoidedRound, 'nameKo' | 'nameEn' | 'type' | 'number'> | undefined,
): Promise<RoundsOfDay> {
  const within = `from bet_round
     where site_id = $1 and close_ms >= $2 and close_ms < $3 and strike_mode ${isOf(family)}`;
  const [counts] = await tx.query<{ rounds: number; tied: number; voided: number }>(
    `select
       count(*)::int as rounds,
       count(*) filter (where voided_event is null and void_reason = 'TIE')::int as tied,
       count(*) filter (
         where voided_event is not null or status = 3 and void_reason is distinct from 'TIE'
       )::int as voided
     ${within}`,
    [site, from, to],
  );
  const rows = await tx.query<{ round: number; closedAt: number; reason: string; text: string | null }>(
    `select
       round_id as round, close_ms as "closedAt",
       case when voided_event is not null then 'STAFF' else void_reason end as reason,
       case when voided_event is not null then void_text end as text
     ${within} and (voided_event is not null or status = 3 and void_reason is distinct from 'TIE')
     order by close_ms, round_id
     limit ${MOST_NAMED}`,
    [site, from, to],
  );
  return {
    rounds: counts?.rounds ?? 0,
    tied: counts?.tied ?? 0,
    voidedCount: counts?.voided ?? 0,
    voided: rows.flatMap((row) => {
      const name = nameOf(row.round);
      return name === undefined ? [] : [{ ...row, ...name, reason: row.reason ?? 'OTHER' }];
    }),
  };
}
