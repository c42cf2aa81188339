// Bit-ball in the shadow's tables.
import { ONE, type Rate } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { BallEvent } from '@maru/engine/bitball/events';
import { hitMarkets } from '@maru/engine/bitball/markets';
import type { SiteId } from '@maru/engine/purse';
import { roundKeyOf } from '@maru/engine/rounds/round';
import { betTables, deleteRounds, type NewestRemoval, type OwnRounds } from '../../bets/archive.ts';
import { auditBets } from '../../bets/audit.ts';
import {
  addBetRow,
  addPayment,
  type BetRows,
  changeOf,
  noBetRows,
  type RoundTerms,
} from '../../bets/rows.ts';
import { writeBetRows } from '../../bets/write.ts';
import type { Tx } from '../../db/database.ts';
import { type Cutoffs, retainedSince, whole } from '../../shadow/cutoffs.ts';
import type { MarkRow } from '../../shadow/load-book.ts';
import { byEvent, byShard, bySite } from '../../shadow/of-shard.ts';
import type { DeletingSlice, ShadowProduct } from '../../shadow/shadow-product.ts';
import { deleteMany, fieldsOf, insertMany, updateMany } from '../../shadow/statements.ts';
import { findNewestSeal, loadBalls } from './load.ts';
import { type DrawRow, draws, type SealRow, seals, secrets } from './tables.ts';

export interface BallRows extends BetRows {
  readonly seals: SealRow[];
  readonly salts: { readonly site: SiteId; readonly round: number; readonly salt: string }[];
  readonly draws: DrawRow[];
}

/** Rounds are loaded from the newest sealed one back, however old it is. */
const own: OwnRounds = {
  where: `bet_round.strike_mode = 'DRAW'`,
  since: ({ at, event, sealed = at, sealedEvent = event }) => ({ at: sealed, event: sealedEvent }),
};

const sealIsRetained = (cutoffs: Cutoffs): string => {
  const { at, event } = own.since(cutoffs);
  return `(ball_seal.settled_event is null
    or ball_seal.settled_event > ${whole(event)}
    or ball_seal.open_ms >= ${whole(at)})`;
};

export const ballShadow: ShadowProduct<BallRows, BallEvent> = {
  name: 'bitball',
  tables: [
    {
      name: 'ball_seal',
      ofShard: byShard,
      retained: (cutoffs) => `select * from ball_seal where ${sealIsRetained(cutoffs)}`,
    },
    { name: 'ball_secret', ofShard: bySite, retained: () => 'select * from ball_secret' },
    {
      name: 'ball_draw',
      ofShard: byEvent('event_id'),
      retained: (cutoffs) =>
        `select ball_draw.* from ball_draw join ball_seal using (site_id, round_id) where ${sealIsRetained(cutoffs)}`,
    },
    ...betTables(own),
  ],
  noRows: () => ({ ...noBetRows(), seals: [], salts: [], draws: [] }),
  addRows: addBallRows,
  write: writeBallRows,
  load: loadBalls,
  check: auditBets(`pick not in ('UP', 'DOWN')`, own),
  findCutoffs: async (tx, shard, mark) => ballCutoffs(mark, await findNewestSeal(tx, shard)),
  deletions: (shard, cutoffs) => [
    (tx) => deleteRounds(tx, own, { shard, cutoffs }),
    (tx) => deleteSeals(tx, shard, cutoffs),
  ],
};

/** A book removes rounds at a seal, so what was settled after the newest one is in it. */
export const ballCutoffs = (mark: Pick<MarkRow, 'at_ms'>, newest: NewestRemoval | undefined) => ({
  sealed: retainedSince(mark, newest?.at),
  sealedEvent: newest?.event ?? 0,
});

function addBallRows(rows: BallRows, event: BallEvent): void {
  const { id, site, round, at } = event;
  switch (event.kind) {
    case 'BALL_SEALED': {
      const { type, commit, seed } = event;
      const key = roundKeyOf(round);
      assert(key !== undefined, 'a round of the journal has an offer and an opening');
      rows.seals.push({ site, round, ...key, type, commit, seed, event: id, at });
      return;
    }
    case 'BALL_BET_PLACED': {
      const rate = (event.odds - ONE) as Rate;
      // A draw has no length: it closes when it opens.
      addBetRow(rows, event, { pick: event.market, rate, lengthMs: 0 }, DRAWN);
      return;
    }
    case 'BALL_SALTED':
      rows.salts.push({ site, round, salt: event.salt });
      return;
    case 'BALL_DRAWN': {
      const { seed, salt, balls, power } = event;
      rows.draws.push({ site, round, seed, salt, balls, power, event: id, at });
      const winners = hitMarkets(event);
      changeOf(rows, { site, round }).end = { status: 1, winners, frozenEvent: id, frozenAt: at };
      return;
    }
    case 'BALL_VOIDED': {
      const { seed, voidReason, reason } = event;
      rows.draws.push({ site, round, seed, voidReason, event: id, at });
      const change = changeOf(rows, { site, round });
      change.end = { status: 3, voidReason, winners: [], frozenEvent: id, frozenAt: at };
      const { requestedBy, approvedBy } = event;
      if (requestedBy === undefined || approvedBy === undefined) return;
      const by = { voidRequestedBy: requestedBy, voidApprovedBy: approvedBy };
      change.voided = { voidedEvent: id, voidedAt: at, voidText: reason ?? '', ...by };
      return;
    }
    case 'BALL_PAID':
      addPayment(changeOf(rows, { site, round }), event);
      return;
  }
}

/** No price decides a draw. */
const DRAWN: RoundTerms = { strikeMode: 'DRAW', precision: 0, staleMs: 0 };

const key = ['site', 'round'] as const;
const insertSeals = insertMany(seals, {
  fields: fieldsOf(seals, 'shard', 'salt', 'settledEvent'),
  shared: ['shard'],
});
const insertSecrets = insertMany(secrets, { fields: fieldsOf(secrets) });
const settleSeals = updateMany(seals, { key, fields: ['settledEvent'] });
const saltSeals = updateMany(seals, { key, fields: ['salt'] });
const insertDraws = insertMany(draws, { fields: fieldsOf(draws) });
const deleteSecrets = deleteMany(secrets, key);

async function writeBallRows(tx: Tx, shard: number, rows: BallRows): Promise<void> {
  await insertSeals(tx, rows.seals, { shard });
  await insertSecrets(tx, rows.seals);
  await writeBetRows(tx, shard, rows);
  await settleSeals(
    tx,
    [...rows.rounds.values()].flatMap(({ site, round, settled }) =>
      settled === undefined ? [] : [{ site, round, settledEvent: settled }],
    ),
  );
  await saltSeals(tx, rows.salts);
  await insertDraws(tx, rows.draws);
  await deleteSecrets(tx, rows.draws);
  await settleUnbet(tx, rows.draws);
}

/** A round without bets needs no payment: the draw itself settles it. */
async function settleUnbet(tx: Tx, drawn: readonly DrawRow[]): Promise<void> {
  if (drawn.length === 0) return;
  await tx.query(
    `update ball_seal
     set settled_event = drawn.event_id
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as drawn (site_id, round_id, event_id)
     where ball_seal.site_id = drawn.site_id
       and ball_seal.round_id = drawn.round_id
       and not exists (
         select 1
         from bet_round
         where bet_round.site_id = drawn.site_id and bet_round.round_id = drawn.round_id
       )`,
    [drawn.map(({ site }) => site), drawn.map(({ round }) => round), drawn.map(({ event }) => event)],
  );
}

const SEALS_AT_ONCE = 1_000;

async function deleteSeals(tx: Tx, shard: number, cutoffs: Cutoffs): ReturnType<DeletingSlice> {
  const gone = await tx.query<{ site_id: number; round_id: number }>(
    `select site_id, round_id
     from ball_seal
     where shard = $1 and open_ms < $2 and not ${sealIsRetained(cutoffs)}
     order by open_ms
     limit $3`,
    [shard, own.since(cutoffs).at, SEALS_AT_ONCE],
  );
  for (const table of ['ball_draw', 'ball_seal'])
    await tx.query(
      `delete from ${table}
       using unnest($1::bigint[], $2::bigint[]) as gone (site_id, round_id)
       where ${table}.site_id = gone.site_id and ${table}.round_id = gone.round_id`,
      [gone.map(({ site_id }) => site_id), gone.map(({ round_id }) => round_id)],
    );
  return { rows: 2 * gone.length, isLast: gone.length < SEALS_AT_ONCE };
}
