// Which rounds and bets are retained at a snapshot, and how the others are deleted. A product selects its own rounds by
// a condition.
import type { Tx } from '../db/database.ts';
import { type Cutoffs, whole } from '../shadow/cutoffs.ts';
import { byEvent, byShard, bySite, type OfShard } from '../shadow/of-shard.ts';
import type { DeletingSlice, ShadowTable } from '../shadow/shadow-product.ts';

/** The rounds of one product. */
export interface OwnRounds {
  /** SQL over `bet_round`. */
  readonly where: string;
  /** Rounds that closed since then are retained, and those that were settled after this event: they are in the book. */
  readonly since: (cutoffs: Cutoffs) => { readonly at: number; readonly event: number };
}

/** The newest event at which a book removes rounds; what was settled after it is in the book. */
export interface NewestRemoval {
  readonly event: number;
  readonly at: number;
}

const ROWS_AT_ONCE = 1_000;
const ROUNDS_AT_ONCE = 20;

/** All bets on rounds that closed since then are in the tables, whatever was archived. */
export const roundsSince = ({ frozen = 0, sealed = 0 }: Cutoffs): number => Math.max(frozen, sealed);

const isRetained = ({ since }: OwnRounds, cutoffs: Cutoffs): string => {
  const { at, event } = since(cutoffs);
  return `(bet_round.settled_event is null
    or bet_round.settled_event > ${whole(event)}
    or bet_round.close_ms >= ${whole(at)})`;
};

export function betTables(own: OwnRounds): readonly ShadowTable[] {
  const retained = (cutoffs: Cutoffs) => `${own.where} and ${isRetained(own, cutoffs)}`;
  const withRound = (name: string, ofShard: OfShard): ShadowTable => ({
    name,
    ofShard,
    retained: (cutoffs) =>
      `select ${name}.* from bet_round join ${name} using (site_id, round_id) where ${retained(cutoffs)}`,
  });
  return [
    {
      name: 'bet_round',
      ofShard: byShard,
      retained: (cutoffs) => `select * from bet_round where ${retained(cutoffs)}`,
    },
    withRound('bet', byEvent('id')),
    {
      name: 'round_strike',
      ofShard: bySite,
      retained: (cutoffs) => `select round_strike.*
        from bet_round
        cross join lateral generate_series((bet_round.open_ms - 4000) / 1000, bet_round.close_ms / 1000) as time (second)
        join round_strike
          on round_strike.second = time.second
          and round_strike.round_id = bet_round.round_id
          and round_strike.site_id = bet_round.site_id
        where bet_round.strike_mode = 'AT_BET' and ${retained(cutoffs)}`,
    },
    withRound('bet_tally', bySite),
    withRound('entry_tally', bySite),
  ];
}

/**
 * Deletes the oldest rounds with their bets. A round is deleted after its last bet, so a large one takes many slices.
 */
export async function deleteRounds(
  tx: Tx,
  own: OwnRounds,
  { shard, cutoffs }: { readonly shard: number; readonly cutoffs: Cutoffs },
): ReturnType<DeletingSlice> {
  const rounds = await tx.query<{ site_id: number; round_id: number; open_ms: number; close_ms: number }>(
    `select site_id, round_id, open_ms, close_ms
     from bet_round
     where shard = $1 and close_ms < $2 and ${own.where} and not ${isRetained(own, cutoffs)}
     order by close_ms
     limit $3`,
    [shard, own.since(cutoffs).at, ROUNDS_AT_ONCE],
  );
  let rows = 0;
  for (const { site_id, round_id, open_ms, close_ms } of rounds) {
    const bets = await tx.query(
      `delete from bet
       where id in (select id from bet where site_id = $1 and round_id = $2 limit $3)
       returning id`,
      [site_id, round_id, ROWS_AT_ONCE - rows],
    );
    rows += bets.length;
    if (rows >= ROWS_AT_ONCE) return { rows, isLast: false };
    await tx.query(
      `delete from round_strike
       using generate_series($3::bigint, $4::bigint) as time (second)
       where round_strike.second = time.second and round_strike.round_id = $2 and round_strike.site_id = $1`,
      [site_id, round_id, Math.floor((open_ms - 4_000) / 1_000), Math.floor(close_ms / 1_000)],
    );
    for (const table of ['bet_tally', 'entry_tally', 'bet_round'])
      await tx.query(`delete from ${table} where site_id = $1 and round_id = $2`, [site_id, round_id]);
    rows += 1;
  }
  return { rows, isLast: rounds.length < ROUNDS_AT_ONCE };
}
