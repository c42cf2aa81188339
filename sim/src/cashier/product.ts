import type { Book } from '@maru/engine/book';
import type { CashierEvent } from '@maru/engine/cashier/events';
import type { Context } from '@maru/engine/command';
import { decide } from '@maru/engine/decide';
import { cashierShadow } from '@maru/server/cashier/shadow/product';
import { productRows } from '@maru/server/shadow/rows';
import { type Dice, diceFor } from '../dice.ts';
import type { Knobs } from '../plan.ts';
import type { SimProduct } from '../product.ts';
import { UNIT } from './asks.ts';
import { askCashier, cashMomentOf } from './client.ts';
import { cashierEdits } from './edits.ts';
import { cashierGoals, createCashierGoals } from './goals.ts';
import { startCashier } from './platform.ts';
import { createCashierRequests, isCashierCommand, isCashierMeant, turningPoints } from './requests.ts';
import {
  type CashierTables,
  cashierRowsOf,
  checkCashierTables,
  emptyCashierTables,
  loadCashierRows,
  writeCashierRows,
} from './tables.ts';
import { tryCashier } from './trials.ts';
import { emptyTwinCashier, requestsOf, type TwinCashier } from './twin.ts';
import { checkBonusNotes, followBonuses } from './twin-bonus.ts';
import {
  cashierLegs,
  changeCashier,
  checkCashier,
  describeTwinCashier,
  isCashierEvent,
} from './twin-events.ts';
import { type CashierCommand, outcomeOf } from './twin-rules.ts';

export interface CashierPlan {
  /** How often each player goes to the cashier. */
  readonly cashEach: number;
}

export interface CashierTwin {
  readonly cashier: TwinCashier;
}

export interface CashierPart {
  readonly cashier: CashierTables;
}

export const cashier: SimProduct<CashierPlan, CashierTwin, CashierPart> = {
  drawPlan: (seed, players, knobs) => drawCashier(diceFor(seed, 'knobs', 8), players, knobs),
  noPlan: { cashEach: 0 },
  calmPlan: { cashEach: 8 },
  ownsCommand: (kind) => isCashierCommand({ kind }),
  ownsEvent: (kind) => isCashierEvent({ kind }),
  asks: { name: 'cash', count: ({ cashEach }) => cashEach, momentOf: cashMomentOf, ask: askCashier },
  createPlatform: () => async (stage, oracle, process) => {
    if (stage.plan.cashEach > 0) await startCashier(stage, oracle, process);
  },
  goals: cashierGoals,
  createGoals: createCashierGoals,
  createRequests: createCashierRequests,
  probe: probeCashier,
  tryOut: tryCashier,

  tables: {
    empty: () => ({ cashier: emptyCashierTables() }),
    write: (tables, changes) => writeCashierRows(tables.cashier, productRows(changes, cashierShadow)),
    load: (tables, book) => loadCashierRows(tables.cashier, book),
    check: (tables) => checkCashierTables(tables.cashier),
    /** All rows are retained. They are audited on the real databases only. */
    *snapshot(tables) {
      for (const [name, id, row] of cashierRowsOf(tables.cashier)) yield [`cashier_${name}`, { id, row }];
    },
    restore: {
      cashier_row: (tables, { id, row }) => void tables.cashier.rows.set(id, row),
      cashier_coupon: (tables, { id, row }) => void tables.cashier.coupons.set(id, row),
      cashier_coupon_use: (tables, { id, row }) => void tables.cashier.uses.set(id, row),
      cashier_bonus: (tables, { id, row }) => void tables.cashier.bonuses.set(id, row),
    },
    rows: (tables) => cashierRowsOf(tables.cashier),
    edits: cashierEdits,
  },
  *playersWithOpen({ cashier: { requests, bonuses } }) {
    for (const { player } of [...requests.values(), ...bonuses.values()]) yield player;
  },

  emptyTwin: () => ({ cashier: emptyTwinCashier() }),
  judge(state, player, command, now) {
    const outcome = outcomeOf(state, player, command as CashierCommand, now);
    return 'refusal' in outcome ? outcome.refusal : 'OK';
  },
  turningPoints,
  isMeant: (event, command, twin) => isCashierMeant(event, command as CashierCommand, twin),
  legs: (state, event, player) => cashierLegs(state, event as CashierEvent, player),
  change: (state, event, player) => changeCashier(state, event as CashierEvent, player),
  alsoTouched: (event) =>
    event.kind === 'MONEY_TRANSFERRED' && event.recipient !== event.sender ? [event.recipient] : [],
  checkNotes: checkBonusNotes,
  follow: followBonuses,
  platformMoves: (_state, { kind }) =>
    kind === 'COUPON_ISSUED' || kind === 'COUPON_ENDED' ? { players: [], legs: [] } : undefined,
  describe: describeTwinCashier,
  lockedOf: () => 0n,
  isOpenIn: (state, player, wallet) =>
    requestsOf(state.cashier, player).some((request) => request.wallet === wallet),
  hasOpen: ({ cashier: twin }, player) =>
    requestsOf(twin, player).length > 0 ||
    [...twin.bonuses.values()].some((bonus) => bonus.player === player),
  isSettled: ({ cashier: twin }) => twin.requests.size === 0,
  checkHouse: checkCashier,
};

/** Half of the runs have it. */
function drawCashier(dice: Dice, players: number, { queue }: Knobs): CashierPlan {
  if (dice.chance(0.5)) return cashier.noPlan;
  const asks = Math.min(dice.pick([40, 80, 120]), queue < 10 ? 30 : 120);
  return { cashEach: Math.max(2, Math.ceil(asks / players)) };
}

function probeCashier(book: Book, context: Context): void {
  for (const { site, player, id: request } of book.cashier.requests.values()) {
    const own = { site, player, request };
    decide(book, { kind: 'CANCEL_REQUEST', ...own }, context);
    for (const staff of [901, 902])
      decide(book, { kind: 'APPROVE_REQUEST', ...own, by: { staff }, twoFrom: UNIT as never }, context);
    decide(book, { kind: 'REJECT_REQUEST', ...own, by: { staff: 903 }, reason: 'probe' }, context);
  }
}
