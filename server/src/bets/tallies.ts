// Tallies of the bets of a round beside the bets themselves, so that the state of a round of a million bets is read
// from a few rows. Both statements are sized by the tallies of a write, not by its bets.
import type { Tx } from '../db/database.ts';
import { deleteMany, fieldsOf, insertMany } from '../shadow/statements.ts';
import type { RowOf } from '../shadow/table.ts';
import type { BetRow, BetRows, RoundChange } from './rows.ts';
import { betTallies, entryTallies } from './tables.ts';

/** Its count and its sum grow while bets are counted. */
type Tally = Omit<RowOf<typeof entryTallies>, 'bets' | 'stake'> & { bets: number; stake: bigint };

const added = (table: string): string =>
  `do update set bets = ${table}.bets + excluded.bets, stake = ${table}.stake + excluded.stake`;
const countPicks = insertMany(betTallies, {
  fields: ['site', 'round', 'pick', 'bets', 'stake'],
  computed: () => ({ strike: `'OPEN'` }),
  onConflict: `on conflict (site_id, round_id, pick, strike) ${added('bet_tally')}`,
});
const countEntries = insertMany(entryTallies, {
  fields: fieldsOf(entryTallies),
  onConflict: `on conflict (site_id, round_id, accepted_ms, pick) ${added('entry_tally')}`,
});
const deleteEntries = deleteMany(entryTallies, ['site', 'round']);

export async function writeTallies(tx: Tx, { bets, rounds }: BetRows): Promise<void> {
  const byPick = new Map<string, Tally>();
  const byEntry = new Map<string, Tally>();
  for (const bet of bets) {
    const round = `${bet.site}/${bet.round}`;
    const pick = `${round}/${bet.pick}`;
    count(byPick, pick, bet);
    if (rounds.get(round)?.placed?.strikeMode === 'AT_BET') count(byEntry, `${pick}/${bet.acceptedAt}`, bet);
  }
  await countPicks(tx, [...byPick.values()]);
  await countEntries(tx, [...byEntry.values()]);
}

function count(tallies: Map<string, Tally>, name: string, bet: BetRow): void {
  const known = tallies.get(name);
  if (known === undefined) {
    const { site, round, pick, acceptedAt, stake } = bet;
    tallies.set(name, { site, round, pick, acceptedAt, bets: 1, stake });
  } else {
    known.bets += 1;
    known.stake += bet.stake;
  }
}

/**
 * With the result the strike of every bet is known: what was counted by the instant of acceptance is counted by strike
 * from here on. A round that staff voided before is never decided, and needs no strikes.
 */
export async function decideTallies(tx: Tx, changes: readonly RoundChange[]): Promise<void> {
  const ended = changes.filter(({ end }) => end !== undefined);
  if (ended.length > 0) {
    await tx.query(
      `with taken as (
         delete from entry_tally
         using unnest($1::bigint[], $2::bigint[]) as ended (site_id, round_id)
         where entry_tally.site_id = ended.site_id and entry_tally.round_id = ended.round_id
         returning entry_tally.site_id, entry_tally.round_id, entry_tally.accepted_ms, entry_tally.pick,
           entry_tally.bets, entry_tally.stake
       ), forgotten as (
         delete from bet_tally
         using (select distinct site_id, round_id from taken) as decided
         where bet_tally.site_id = decided.site_id
           and bet_tally.round_id = decided.round_id
           and bet_tally.strike = 'OPEN'
       )
       insert into bet_tally (site_id, round_id, pick, strike, bets, stake)
       select taken.site_id, taken.round_id, taken.pick, strike.place, sum(taken.bets), sum(taken.stake)
       from taken
       join bet_round as round on round.site_id = taken.site_id and round.round_id = taken.round_id
       left join round_strike as near
         on near.second = taken.accepted_ms / 1000
         and near.round_id = taken.round_id
         and near.site_id = taken.site_id
       cross join lateral (
         select
           width_bucket(taken.accepted_ms, near.ts_ms) + 1 as place,
           near.ts_ms[width_bucket(taken.accepted_ms, near.ts_ms) + 1] <= taken.accepted_ms + 3000 as is_soon
       ) as entry
       cross join lateral (
         select
           case
             when entry.is_soon is not true then 'NONE'
             when near.compared[entry.place] = round.close_compared then 'SAME'
             when near.compared[entry.place] < round.close_compared then 'BELOW'
             else 'ABOVE'
           end as place
       ) as strike
       group by taken.site_id, taken.round_id, taken.pick, strike.place`,
      [ended.map(({ site }) => site), ended.map(({ round }) => round)],
    );
  }
  await deleteEntries(
    tx,
    changes.filter(({ voided, end }) => voided !== undefined && end === undefined),
  );
}
