// Copy trading: traders and followers among the players, and a platform that mirrors.
import type { Book } from '@maru/engine/book';
import type { Context } from '@maru/engine/command';
import type { CopytradeCommand } from '@maru/engine/copytrade/commands';
import type { CopytradeEvent } from '@maru/engine/copytrade/events';
import { nextLead } from '@maru/engine/copytrade/find';
import { decide } from '@maru/engine/decide';
import { copytradeShadow } from '@maru/server/copytrade/shadow/product';
import { productRows } from '@maru/server/shadow/rows';
import { type Dice, diceFor } from '../dice.ts';
import { endsOfPrices } from '../keyless-requests.ts';
import type { Knobs } from '../plan.ts';
import type { SimProduct } from '../product.ts';
import { askCopytrade, copyMomentOf } from './client.ts';
import { copytradeEdits } from './edits.ts';
import { copytradeGoals, createCopytradeGoals } from './goals.ts';
import { marketOf } from './people.ts';
import { COPIES, startCopytrade } from './platform.ts';
import { createCopytradeRequests, isCopytradeCommand, isCopytradeMeant } from './requests.ts';
import {
  type CopytradeTables,
  checkCopytradeTables,
  emptyCopytradeTables,
  loadCopytradeRows,
  rowsOfCopytrade,
  writeCopytradeRows,
} from './tables.ts';
import { tryCopytrade } from './trials.ts';
import { tryCopyEdges } from './trials-edges.ts';
import { tryCopyRequests } from './trials-requests.ts';
import { type CopytradeTwin, dueOf, emptyTwinCopytrade, followOfPlayer, WALLET, waitingOf } from './twin.ts';
import { barOf } from './twin-bars.ts';
import {
  changeCopytrade,
  copytradeLegs,
  describeTwinCopytrade,
  followNotes,
  isCopytradeEvent,
} from './twin-events.ts';
import { checkCopytradeNotes } from './twin-notes.ts';
import { outcomeOf } from './twin-rules.ts';

export interface CopytradePlan {
  /** How many requests each player sends about it. */
  readonly copyEach: number;
  /** Leads that several copy take more requests than fit beside other products. */
  readonly isCopyAlone: boolean;
  /** What it has of others in its runs. */
  readonly contracts?: number;
  readonly futuresEach?: number;
  readonly limitsEach?: number;
}

export interface CopytradePart {
  readonly copytrade: CopytradeTables;
}

export type { CopytradeTwin };

const NO_PLAN: CopytradePlan = { copyEach: 0, isCopyAlone: false };

export const copytrade: SimProduct<CopytradePlan, CopytradeTwin, CopytradePart> = {
  drawPlan: (seed, players, knobs) => drawCopytrade(diceFor(seed, 'knobs', 9), players, knobs),
  isAlone: ({ isCopyAlone }) => isCopyAlone,
  noPlan: NO_PLAN,
  calmPlan: NO_PLAN,
  ownScript: {
    what: 'leads and their copies',
    ...{ seed: 26, players: 6 },
    during: [COPIES],
    plan: { copyEach: 10, isCopyAlone: true, contracts: 1, futuresEach: 0 },
  },
  ownsCommand: (kind) => isCopytradeCommand({ kind }),
  ownsEvent: (kind) => isCopytradeEvent({ kind }),
  asks: { name: 'copy', count: ({ copyEach }) => copyEach, momentOf: copyMomentOf, ask: askCopytrade },
  createPlatform: () => async (stage, oracle, process) => {
    if (stage.plan.copyEach > 0) await startCopytrade(stage, oracle, process);
  },
  goals: copytradeGoals,
  createGoals: createCopytradeGoals,
  createRequests: createCopytradeRequests,
  probe: probeCopytrade,
  tryOut(book, twin, plan) {
    tryCopytrade(book, twin, plan);
    tryCopyRequests(book, twin, plan);
    tryCopyEdges(book, twin, plan);
  },

  tables: {
    empty: () => ({ copytrade: emptyCopytradeTables() }),
    write: (tables, changes) => writeCopytradeRows(tables.copytrade, productRows(changes, copytradeShadow)),
    load: (tables, book) => loadCopytradeRows(tables.copytrade, book),
    check: (tables) => checkCopytradeTables(tables.copytrade),
    /** All rows are retained: nothing of it is archived. They are audited on the real databases only. */
    *snapshot(tables) {
      for (const [name, id, row] of rowsOfCopytrade(tables.copytrade)) yield [`copy_${name}`, { id, row }];
    },
    restore: {
      copy_trader: (tables, { id, row }) => void tables.copytrade.traders.set(id, row),
      copy_follow: (tables, { id, row }) => void tables.copytrade.follows.set(id, row),
      copy_open: (tables, { id, row }) => void tables.copytrade.open.set(id, row),
      copy_lead: (tables, { id, row }) => void tables.copytrade.leads.set(id, row),
      copy_record: (tables, { id, row }) => void tables.copytrade.records.set(id, row),
      copy_share: (tables, { id, row }) => void tables.copytrade.shares.set(id, row),
    },
    rows: (tables) => rowsOfCopytrade(tables.copytrade),
    edits: copytradeEdits,
  },
  /** Who has a copy has a position. */
  playersWithOpen: () => [],

  emptyTwin: () => ({ copytrade: emptyTwinCopytrade() }),
  judge(state, player, command, now) {
    const outcome = outcomeOf(state, player, command as CopytradeCommand, now);
    return 'refusal' in outcome ? outcome.refusal : 'OK';
  },
  barsFirst: barOf,
  isOpenIn(state, player, wallet) {
    const follow = wallet === WALLET ? followOfPlayer(state, player) : undefined;
    return follow !== undefined && dueOf(follow) > 0n;
  },
  turningPoints: endsOfPrices,
  isMeant: (event, command, twin) => isCopytradeMeant(event, command as CopytradeCommand, twin),
  legs: (state, event) => copytradeLegs(state, event as CopytradeEvent),
  change: (state, event) => changeCopytrade(state, event as CopytradeEvent),
  follow: followNotes,
  alsoTouched(event) {
    if (event.kind !== 'COPY_SHARED' && event.kind !== 'COPY_ENDED') return [];
    const { follower, trader } = event;
    return [event.steps[0]?.player === follower ? trader : follower];
  },
  checkNotes: checkCopytradeNotes,
  describe: describeTwinCopytrade,
  lockedOf: () => 0n,
  hasOpen: () => false,
  /** Everybody has copied or missed everything, and nothing that is detached is left without a reason. */
  isSettled: (state) =>
    [...state.copytrade.follows.values()].every(
      (follow) =>
        waitingOf(state, follow).length === 0 && (follow.state === 'ACTIVE' || follow.copies.size > 0),
    ),
};

/** A part of the runs that are large enough has it, and nothing else. */
function drawCopytrade(dice: Dice, players: number, { queue }: Knobs): CopytradePlan {
  if (players < 8 || players > 25 || !dice.chance(0.25)) return NO_PLAN;
  const asks = Math.min(dice.pick([200, 300, 400]), queue < 10 ? 150 : 400);
  return {
    copyEach: Math.max(8, Math.ceil(asks / players)),
    isCopyAlone: true,
    contracts: dice.pick([2, 2, 3]),
    futuresEach: dice.pick([0, 1, 2]),
    limitsEach: dice.chance(0.35) ? 2 : 0,
  };
}

/** Decisions that must leave the book as it is. */
function probeCopytrade(book: Book, context: Context, seed: number): void {
  for (const follow of book.copytrade.follows.values()) {
    const { site, follower: player, id, trader } = follow;
    const lead = nextLead(book.copytrade, follow);
    const head = { site, player, follow: id, priced: [] } as const;
    decide(book, { kind: 'END_FOLLOW', ...head, other: trader }, context);
    decide(book, { kind: 'SHARE_COPY_PROFIT', ...head, trader }, context);
    decide(book, { kind: 'CLOSE_COPIES', ...head, cause: 'OWN' }, context);
    if (lead === undefined) continue;
    const market = marketOf(seed, site, lead.instrument, context.now);
    const entryGuard = 1_000_000n as never;
    decide(book, { kind: 'MIRROR_LEAD', ...head, ...market, lead: lead.id, entryGuard }, context);
  }
}
