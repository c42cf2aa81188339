// Binary options in the shadow's tables.
import type { BinaryEvent } from '@maru/engine/binary/events';
import { lengthOf } from '@maru/engine/rounds/round';
import { betTables, deleteRounds, type NewestRemoval, type OwnRounds } from '../../bets/archive.ts';
import { auditBets } from '../../bets/audit.ts';
import { addBetRow, addPayment, type BetRows, changeOf, noBetRows } from '../../bets/rows.ts';
import { writeBetRows } from '../../bets/write.ts';
import { retainedSince } from '../../shadow/cutoffs.ts';
import type { MarkRow } from '../../shadow/load-book.ts';
import type { ShadowProduct } from '../../shadow/shadow-product.ts';
import { findNewestFreeze, loadRounds } from './load.ts';

/** A desk that starts loads rounds from the newest frozen one back, however old it is. */
const own: OwnRounds = {
  where: `bet_round.strike_mode <> 'DRAW'`,
  since: ({ at, event, frozen = at, frozenEvent = event }) => ({ at: frozen, event: frozenEvent }),
};

export const binaryShadow: ShadowProduct<BetRows, BinaryEvent> = {
  name: 'binary',
  tables: betTables(own),
  noRows: noBetRows,
  addRows: addBinaryRows,
  write: writeBetRows,
  load: loadRounds,
  check: auditBets(`pick in ('UP', 'DOWN')`, own),
  findCutoffs: async (tx, shard, mark) => binaryCutoffs(mark, await findNewestFreeze(tx, shard)),
  deletions: (shard, cutoffs) => [(tx) => deleteRounds(tx, own, { shard, cutoffs })],
};

/** A book removes rounds at a freeze, so what was settled after the newest one is in it. */
export const binaryCutoffs = (mark: Pick<MarkRow, 'at_ms'>, newest: NewestRemoval | undefined) => ({
  frozen: retainedSince(mark, newest?.at),
  frozenEvent: newest?.event ?? 0,
});

function addBinaryRows(rows: BetRows, event: BinaryEvent): void {
  const { id, site, round, at } = event;
  if (event.kind === 'BET_PLACED') {
    const { side: pick, rate, type, strikeMode, precision, staleMs } = event;
    addBetRow(rows, event, { pick, rate, lengthMs: lengthOf(type) }, { strikeMode, precision, staleMs });
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
      addPayment(change, event);
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
