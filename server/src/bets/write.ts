// Bets and their rounds into SQL. Settling a round changes the round's own row and nothing of its bets.

import { toDecimal } from '@maru/engine/amount';
import { ENTRY_WITHIN_MS } from '@maru/engine/binary/terms';
import type { Tx } from '../db/database.ts';
import { fieldsOf, insertMany, updateMany } from '../shadow/statements.ts';
import type { BetRows, RoundChange, RoundTickRow } from './rows.ts';
import { bets, rounds } from './tables.ts';
import { decideTallies, writeTallies } from './tallies.ts';

/** The wallet's places decide how a profit is rounded, so they are looked up here and stored with the bet. */
export const PLACED = fieldsOf(bets, 'profit', 'currency', 'places');
const insertBets = insertMany(bets, {
  fields: PLACED,
  computed: ({ stake, rate }) => ({
    profit: `trunc(${stake} * ${rate}, wallet.places)`,
    currency: 'wallet.currency',
    places: 'wallet.places',
  }),
  join: 'join wallet on wallet.player_id = given.player_id and wallet.type = given.wallet',
});

const insertRounds = insertMany(rounds, {
  fields: [
    ...(['site', 'round', 'offer', 'type', 'open', 'close'] as const),
    ...(['strikeMode', 'precision', 'staleMs', 'bets', 'stake'] as const),
  ],
  shared: ['shard'],
  onConflict: `on conflict (site_id, round_id) do update
    set bet_count = bet_round.bet_count + excluded.bet_count, stake = bet_round.stake + excluded.stake`,
});

/** As the engine compares prices: half of the last place is rounded up, also below zero, where SQL would round down. */
const halfUp = (price: string): string =>
  `floor(${price} * 10::numeric ^ bet_round.places_compared + 0.5) / 10::numeric ^ bet_round.places_compared`;

const key = ['site', 'round'] as const;
const endRounds = updateMany(rounds, {
  key,
  fields: [
    ...(['status', 'voidReason', 'openTickAt', 'openTickSeq', 'openPrice'] as const),
    ...(['closeTickAt', 'closeTickSeq', 'closePrice', 'tickCount', 'winners'] as const),
    ...(['frozenEvent', 'frozenAt'] as const),
  ],
  set: ({ closePrice }) => ({ closeCompared: halfUp(closePrice) }),
});
const voidRounds = updateMany(rounds, {
  key,
  fields: [
    ...(['voidedEvent', 'voidedAt', 'voidText', 'voidRequestedBy', 'voidApprovedBy'] as const),
    'paidBeforeVoid',
  ],
  set: ({ paidBeforeVoid }) => ({
    paidBeforeVoid: `bet_round.paid_players + ${paidBeforeVoid}`,
    paidPlayers: '0',
    settledEvent: 'null',
  }),
});
const payRounds = updateMany(rounds, {
  key,
  fields: ['paidPlayers', 'settledEvent', 'wasSettled'],
  set: ({ paidPlayers, settledEvent, wasSettled }) => ({
    paidPlayers: `bet_round.paid_players + ${paidPlayers}`,
    settledEvent: `coalesce(${settledEvent}, bet_round.settled_event)`,
    wasSettled: `bet_round.was_settled or ${wasSettled}`,
  }),
});

export async function writeBetRows(tx: Tx, shard: number, rows: BetRows): Promise<void> {
  const changes = [...rows.rounds.values()];
  await insertBets(tx, rows.bets);
  await insertRounds(
    tx,
    changes.flatMap(({ site, round, placed }) => (placed === undefined ? [] : [{ site, round, ...placed }])),
    { shard },
  );
  await writeTallies(tx, rows);
  // A round without bets has no row here; its end is written elsewhere.
  await endRounds(
    tx,
    changes.flatMap(({ site, round, end }) => (end === undefined ? [] : [{ site, round, ...end }])),
  );
  await writeTicks(tx, rows);
  await decideTallies(tx, changes);
  await voidRounds(
    tx,
    changes.flatMap(({ site, round, voided, paid }) =>
      voided === undefined ? [] : [{ site, round, ...voided, paidBeforeVoid: paid }],
    ),
  );
  await payRounds(tx, changes.flatMap(paidRow));
}

function paidRow({ site, round, voided, paid, paidAfterVoid, settled, wasSettled }: RoundChange) {
  if (paid + paidAfterVoid === 0) return [];
  const paidPlayers = voided === undefined ? paid : paidAfterVoid;
  return [{ site, round, paidPlayers, settledEvent: settled, wasSettled }];
}

async function writeTicks(tx: Tx, { roundTicks }: BetRows): Promise<void> {
  if (roundTicks.length === 0) return;
  const strikes = bySecond(roundTicks);
  await tx.query(
    `insert into round_strike (site_id, round_id, second, ts_ms, seq, price, compared)
     select
       taken.site_id, taken.round_id, taken.second,
       array_agg(taken.ts_ms order by taken.ts_ms, taken.seq),
       array_agg(taken.seq order by taken.ts_ms, taken.seq),
       array_agg(taken.price order by taken.ts_ms, taken.seq),
       array_agg(${halfUp('taken.price')} order by taken.ts_ms, taken.seq)
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::numeric[])
       as taken (site_id, round_id, second, ts_ms, seq, price)
     join bet_round on bet_round.site_id = taken.site_id and bet_round.round_id = taken.round_id
     group by taken.site_id, taken.round_id, taken.second`,
    [
      strikes.map((row) => row.site),
      strikes.map((row) => row.round),
      strikes.map((row) => row.second),
      strikes.map((row) => row.tick.ts),
      strikes.map((row) => row.tick.seq),
      strikes.map((row) => toDecimal(row.tick.price)),
    ],
  );
}

/** Each tick with every second of which it may be the first following tick: up to three seconds back. */
function bySecond(ticks: readonly RoundTickRow[]): readonly (RoundTickRow & { readonly second: number })[] {
  const rows: (RoundTickRow & { readonly second: number })[] = [];
  let before: RoundTickRow | undefined;
  for (const row of ticks) {
    const { ts } = row.tick;
    // A bet that was accepted before the previous tick has that tick as its strike.
    const isSame = before?.site === row.site && before.round === row.round;
    const from = Math.max(ts - ENTRY_WITHIN_MS, isSame ? (before?.tick.ts ?? 0) : 0);
    const last = Math.floor((ts - 1) / 1_000);
    // Every tick has a row, also one that is the strike of no bet: a desk that starts reads all of them again.
    for (let second = Math.min(Math.floor(from / 1_000), last); second <= last; second += 1)
      rows.push({ ...row, second });
    before = row;
  }
  return rows;
}
