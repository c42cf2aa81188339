// What other terms would have done to the newest bets: judged again in their order by the engine's own functions.
// Nothing is changed, and bets that wait keep what they were promised.

import type { optionSettingEffect } from '@maru/contract/binary/office';
import type { ReplyOf } from '@maru/contract/call';
import { type Amount, amount, ONE, portion, type Rate, toDecimal, toPlaces } from '@maru/engine/amount';
import { exposureOf, otherSide, profitOf } from '@maru/engine/binary/prices';
import type { BinaryTerms } from '@maru/engine/binary/terms';
import type { SiteId } from '@maru/engine/purse';
import { stakeRefusal } from '@maru/engine/rounds/bet-limits';
import { DAY_MS, earlier, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';

/** Bets that are read, and rounds of an offer. */
const MOST_BETS = 2_000;
const MOST_ROUNDS = 100;

export interface PastBet {
  readonly player: number;
  readonly round: number;
  readonly pick: string;
  readonly stake: Amount;
  readonly profit: Amount;
  readonly places: number;
  /** 1 won, 2 lost: void ones are left out. */
  readonly status: number;
  readonly acceptedAt: number;
}

interface Which {
  readonly site: SiteId;
  readonly options: readonly number[];
  readonly pick?: string | undefined;
}

/** Of the newest rounds that are paid, round by round in the order in which they were placed. */
export async function listPastBets(tx: Tx, { site, options, pick }: Which): Promise<readonly PastBet[]> {
  const newest: { readonly round: number; readonly closesAt: number; readonly bets: number }[] = [];
  for (const option of options) {
    const rounds = await tx.query<(typeof newest)[number]>(
      `select round_id as round, close_ms as "closesAt", bet_count as bets
       from bet_round
       where site_id = $1 and option_id = $2 and settled_event is not null and voided_event is null
       order by close_ms desc
       limit ${MOST_ROUNDS}`,
      [site, option],
    );
    newest.push(...rounds);
  }
  newest.sort((one, other) => other.closesAt - one.closesAt);
  const past: PastBet[] = [];
  let left = MOST_BETS;
  for (const { round, bets } of newest) {
    if (left <= 0) break;
    const rows = await tx.query<Omit<PastBet, 'stake' | 'profit'> & { stake: string; profit: string }>(
      `select player_id as player, round_id as round, pick, stake::text as stake, profit::text as profit, places,
         status, accepted_ms as "acceptedAt"
       from bet_state
       where site_id = $1 and round_id = $2
       order by id
       limit $3`,
      [site, round, left],
    );
    // What was read counts, not what fits.
    left -= Math.max(1, bets);
    for (const row of rows) {
      if ((row.status !== 1 && row.status !== 2) || (pick !== undefined && row.pick !== pick)) continue;
      past.push({ ...row, stake: amount(row.stake), profit: amount(row.profit) });
    }
  }
  return past;
}

export interface WaitingBets {
  readonly bets: number;
  readonly stake: string;
}

/** Those of rounds that are not paid; a round is paid within its day. */
export async function countWaitingBets(
  tx: Tx,
  { site, options, pick }: Which,
  now: Millis,
): Promise<WaitingBets> {
  const [row] = await tx.query<WaitingBets>(
    `select coalesce(sum(tally.bets), 0)::int as bets, coalesce(sum(tally.stake), 0)::text as stake
     from bet_round as round
     join bet_tally as tally on tally.site_id = round.site_id and tally.round_id = round.round_id
     where round.site_id = $1 and round.option_id = any ($2::int[]) and round.close_ms >= $4
       and round.settled_event is null and round.voided_event is null and ($3::text is null or tally.pick = $3)`,
    [site, options, pick ?? null, earlier(now, DAY_MS)],
  );
  return row ?? { bets: 0, stake: '0' };
}

/** A bet by other terms: what a hit brings beyond its stake, or undefined where it is not taken. */
export type Judge = (bet: PastBet) => Amount | undefined;

/** By the limits and the rate of other terms, each bet after those before it. */
export function judgeBy(terms: BinaryTerms): Judge {
  const own = new Map<string, { readonly stake: Amount; readonly pick: string }[]>();
  const sums = new Map<number, { stakes: Record<string, bigint>; profits: Record<string, bigint> }>();
  return ({ player, round, pick, stake, places }) => {
    const name = `${round}/${player}`;
    const bets = own.get(name) ?? [];
    const unit = (ONE / 10n ** BigInt(places)) as Amount;
    if (stakeRefusal(terms, stake, { unit }, bets) !== undefined) return undefined;
    const side = pick === 'UP' || pick === 'DOWN' ? pick : undefined;
    if (side !== undefined) {
      if (!terms.allowBothSides && bets.some((bet) => bet.pick === otherSide(side))) return undefined;
      const sum = sums.get(round) ?? { stakes: { UP: 0n, DOWN: 0n }, profits: { UP: 0n, DOWN: 0n } };
      sums.set(round, sum);
      const most = portion(stake, terms.rate, 'up');
      if (exposureOf(side, sum as Parameters<typeof exposureOf>[1]) + most > terms.exposureMost)
        return undefined;
      sum.stakes[side] = (sum.stakes[side] ?? 0n) + stake;
      sum.profits[side] = (sum.profits[side] ?? 0n) + most;
    }
    own.set(name, [...bets, { stake, pick }]);
    return profitOf(stake, terms.rate, places);
  };
}

/** By other odds of its market, which include the stake. */
export const judgeByOdds =
  (odds: Rate): Judge =>
  ({ stake, places }) =>
    (toPlaces(portion(stake, odds, 'down'), places, 'down') - stake) as Amount;

type Effect = ReplyOf<typeof optionSettingEffect>;

const decimalOf = (value: bigint): string => toDecimal(value as Amount);

export function effectOf({
  past,
  waiting,
  judge,
  returns,
  currency,
}: {
  readonly past: readonly PastBet[];
  readonly waiting: WaitingBets;
  readonly judge: Judge;
  readonly returns: Effect['returnPercent'];
  readonly currency: string;
}): Effect {
  let [stake, before, after, refusedStake, refused] = [0n, 0n, 0n, 0n, 0];
  for (const bet of past) {
    const profit = judge(bet);
    stake += bet.stake;
    before += bet.status === 1 ? -bet.profit : bet.stake;
    if (profit === undefined) {
      refused += 1;
      refusedStake += bet.stake;
    } else after += bet.status === 1 ? -profit : bet.stake;
  }
  return {
    currency,
    waiting: { bets: waiting.bets, stake: toDecimal(amount(waiting.stake)) },
    past: {
      bets: past.length,
      stake: decimalOf(stake),
      sinceMillis: past.reduce<number | null>(
        (least, { acceptedAt }) => Math.min(least ?? acceptedAt, acceptedAt),
        null,
      ),
    },
    refused: { bets: refused, stake: decimalOf(refusedStake) },
    house: { before: decimalOf(before), after: decimalOf(after) },
    returnPercent: returns,
  };
}
