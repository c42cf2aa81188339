// Binary options in the shadow's tables.
import { assert } from '@maru/engine/assert';
import type { BetPlaced, BinaryEvent } from '@maru/engine/binary/events';
import { lengthOf, roundKeyOf } from '@maru/engine/rounds/round';
import { later } from '@maru/engine/time';
import { betTables, deleteRounds, type OwnRounds } from '../../bets/archive.ts';
import { auditBets } from '../../bets/audit.ts';
import { addBetRow, addPayment, type BetRows, changeOf, noBetRows } from '../../bets/rows.ts';
import { writeBetRows } from '../../bets/write.ts';
import { retainedSince } from '../../shadow/cutoffs.ts';
import type { MarkRow } from '../../shadow/load-book.ts';
import type { ShadowProduct } from '../../shadow/shadow-product.ts';
import { findNewestFreeze, loadRounds, type NewestFreeze } from './load.ts';

/** A desk that starts loads rounds from the newest frozen one back, however old it is. */
const own: OwnRounds = {
  where: `bet_round.strike_mode <> 'DRAW'`,
  since: ({ at, event, frozen = at, frozenEvent = event }) => ({ at: frozen, event: frozenEvent }),
};

const checkBets = auditBets(`pick in ('UP', 'DOWN')`);

export const binaryShadow: ShadowProduct<BetRows, BinaryEvent> = {
  name: 'binary',
  tables: betTables(own),
  noRows: noBetRows,
  addRows: addBinaryRows,
  write: writeBetRows,
  load: loadRounds,
  check: (tx, rows, { first, last, archived }) =>
    checkBets(tx, rows.bets, { first, last, cut: archived === undefined ? 0 : own.since(archived).at }),
  findCutoffs: async (tx, shard, mark) => binaryCutoffs(mark, await findNewestFreeze(tx, shard)),
  deletions: (shard, cutoffs) => [(tx) => deleteRounds(tx, own, { shard, cutoffs })],
};

/** A book removes rounds at a freeze, so what was settled after the newest one is in it. */
export const binaryCutoffs = (mark: Pick<MarkRow, 'at_ms'>, newest: NewestFreeze | undefined) => ({
  frozen: retainedSince(mark, newest?.at),
  frozenEvent: newest?.event ?? 0,
});

function addBinaryRows(rows: BetRows, event: BinaryEvent): void {
  const { id, site, round, at } = event;
  if (event.kind === 'BET_PLACED') {
    addBet(rows, event);
    return;
  }
  const change = changeOf(rows, { site, round });
  switch (event.kind) {
    case 'ROUND_FROZEN': {
      const { status, voidReason, openTick, closeTick, tickCount } = event;
      change.end = {
        ...{ status, voidReason, tickCount, frozenEvent: id, frozenAt: at },
        winners: status === 3 ? [] : [status === 1 ? 'UP' : 'DOWN'],
        ...{ openTickAt: openTick?.ts, openTickSeq: openTick?.seq, openPrice: openTick?.price },
        ...{ closeTickAt: closeTick?.ts, closeTickSeq: closeTick?.seq, closePrice: closeTick?.price },
      };
      for (const tick of event.ticks ?? []) rows.roundTicks.push({ site, round, tick });
      return;
    }
    case 'ROUND_PAID':
      addPayment(change, { ...event, players: event.shares?.players ?? event.steps.length });
      return;
    case 'ROUND_VOIDED': {
      const { reason: voidText, requestedBy, approvedBy } = event;
      const by = { voidRequestedBy: requestedBy, voidApprovedBy: approvedBy };
      change.voided = { voidedEvent: id, voidedAt: at, voidText, ...by };
      change.settled = undefined;
      return;
    }
  }
}

function addBet(rows: BetRows, event: BetPlaced): void {
  const [step] = event.steps;
  const key = roundKeyOf(event.round);
  assert(step !== undefined && key !== undefined, 'a bet has its player and its round');
  const { id, site, round, type, side, stake, rate, wallet, acceptedAt } = event;
  const { strikeMode, precision, staleMs } = event;
  const close = later(key.open, lengthOf(type));
  const bet = { id, site, round, player: step.player, ...key, close, type, pick: side, stake, rate };
  addBetRow(rows, { ...bet, wallet, acceptedAt }, { strikeMode, precision, staleMs });
}
