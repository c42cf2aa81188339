import type { Book } from '@maru/engine/book';
import type { Context } from '@maru/engine/command';
import { decide } from '@maru/engine/decide';
import type { FuturesEvent } from '@maru/engine/futures/events';
import { futuresShadow } from '@maru/server/futures/shadow/product';
import { productRows } from '@maru/server/shadow/rows';
import { type Dice, diceFor } from '../dice.ts';
import { endsOfPrices } from '../keyless-requests.ts';
import type { Knobs } from '../plan.ts';
import type { SimProduct } from '../product.ts';
import { askFutures, futuresMomentOf } from './client.ts';
import { fundingOf } from './due.ts';
import { futuresEdits } from './edits.ts';
import { CASCADE, type FirstAsked } from './first-asked.ts';
import { createFuturesGoals, futuresGoals } from './goals.ts';
import { fundingDueAt, futuresTermsAt, instrumentOf, quoteAt } from './market.ts';
import { FUNDING, startFutures } from './platform.ts';
import { createFuturesRequests, isFuturesCommand, isFuturesMeant } from './requests.ts';
import {
  checkFuturesTables,
  emptyFuturesTables,
  type FuturesTables,
  isCoveredRow,
  loadFuturesRows,
  rowsOfFutures,
  writeFuturesRows,
} from './tables.ts';
import { tryFutures } from './trials.ts';
import { emptyTwinFutures, ordersOf, positionsOf, type TwinFutures } from './twin.ts';
import {
  changeFutures,
  describeTwinFutures,
  futuresLegs,
  isCoveredPurse,
  isFuturesEvent,
} from './twin-events.ts';
import { type FuturesCommand, outcomeOf } from './twin-rules.ts';
import { tryFuturesWatch } from './watch-trials.ts';

export interface FuturesPlan {
  /** How many of the contracts are traded, and how many requests each player sends about them. */
  readonly contracts: number;
  readonly futuresEach: number;
  /** Several accounts with positions at once take more requests than fit beside other products. */
  readonly isFuturesAlone: boolean;
}

export interface FuturesTwin {
  readonly futures: TwinFutures;
}

export interface FuturesPart {
  readonly futures: FuturesTables;
}

export const futures: SimProduct<FuturesPlan, FuturesTwin, FuturesPart> = {
  drawPlan: (seed, players, knobs) => drawFutures(diceFor(seed, 'knobs', 6), players, knobs),
  isAlone: ({ isFuturesAlone }) => isFuturesAlone,
  noPlan: { contracts: 0, futuresEach: 0, isFuturesAlone: false },
  calmPlan: { contracts: 0, futuresEach: 0, isFuturesAlone: false },
  ownScript: {
    what: 'a liquidation cascade and a funding',
    ...{ seed: 20, players: 10 },
    during: [CASCADE, FUNDING],
    plan: { contracts: 1, futuresEach: 4, isFuturesAlone: true },
  },
  ownsCommand: (kind) => isFuturesCommand({ kind }),
  ownsEvent: (kind) => isFuturesEvent({ kind }),
  asks: {
    name: 'futures',
    count: ({ futuresEach }) => futuresEach,
    momentOf: futuresMomentOf,
    ask: askFutures,
  },
  createPlatform() {
    const firstAsked: FirstAsked = new Map();
    return async (stage, oracle, process) => {
      if (stage.plan.contracts > 0) await startFutures(stage, oracle, process, firstAsked);
    };
  },
  goals: futuresGoals,
  createGoals: createFuturesGoals,
  createRequests: createFuturesRequests,
  probe: probeFutures,
  tryOut(book, twin, plan) {
    tryFutures(book, twin, plan);
    tryFuturesWatch(book, plan);
  },

  tables: {
    empty: () => ({ futures: emptyFuturesTables() }),
    write: (tables, changes) => writeFuturesRows(tables.futures, productRows(changes, futuresShadow)),
    load: (tables, book) => loadFuturesRows(tables.futures, book),
    check: (tables) => checkFuturesTables(tables.futures),
    isCovered: (tables, purse) => isCoveredRow(tables.futures, purse),
    /** All rows are retained: nothing of it is archived. They are audited on the real databases only. */
    *snapshot(tables) {
      for (const [name, id, row] of rowsOfFutures(tables.futures)) yield [`futures_${name}`, { id, row }];
    },
    restore: {
      futures_order: (tables, { id, row }) => void tables.futures.orders.set(id, row),
      futures_position: (tables, { id, row }) => void tables.futures.positions.set(id, row),
      futures_fill: (tables, { id, row }) => void tables.futures.fills.set(id, row),
      futures_funding: (tables, { id, row }) => void tables.futures.fundings.set(id, row),
      futures_funded: (tables, { id, row }) => void tables.futures.funded.set(id, row),
      futures_leverage: (tables, { id, row }) => void tables.futures.leverages.set(id, row),
      futures_warning: (tables, { id, row }) => void tables.futures.warnings.set(id, row),
      futures_liquidation: (tables, { id, row }) => void tables.futures.liquidations.set(id, row),
    },
    rows: (tables) => rowsOfFutures(tables.futures),
    edits: futuresEdits,
  },
  *playersWithOpen({ futures: { orders, positions } }) {
    for (const { player } of [...orders.values(), ...positions.values()]) yield player;
  },

  emptyTwin: () => ({ futures: emptyTwinFutures() }),
  judge(state, player, command, now) {
    const outcome = outcomeOf(state, player, command as FuturesCommand, now);
    return 'refusal' in outcome ? outcome.refusal : 'OK';
  },
  turningPoints: endsOfPrices,
  isMeant: (event, command, twin) => isFuturesMeant(event, command as FuturesCommand, twin),
  legs: (state, event, player) => futuresLegs(state, event as FuturesEvent, player),
  change: (state, event, player) => changeFutures(state, event as FuturesEvent, player),
  platformMoves: (_state, { kind }) => (kind === 'FUTURES_FUNDED' ? { players: [], legs: [] } : undefined),
  describe: describeTwinFutures,
  lockedOf: () => 0n,
  isCovered: isCoveredPurse,
  isOpenIn: ({ futures: twin }, player, wallet) =>
    [...ordersOf(twin, player), ...positionsOf(twin, player)].some((each) => each.wallet === wallet),
  hasOpen: ({ futures: twin }, player) =>
    ordersOf(twin, player).length + positionsOf(twin, player).length > 0,
  /** A perpetual contract has no end to wait for. */
  isSettled: () => true,
};

/** A third of the runs have it; the others stay as short as they are. */
function drawFutures(dice: Dice, players: number, { queue }: Knobs): FuturesPlan {
  if (dice.chance(0.65)) return futures.noPlan;
  const isFuturesAlone = dice.chance(0.6);
  const asks = Math.min(dice.pick(isFuturesAlone ? [120, 200, 300] : [50, 100]), queue < 10 ? 50 : 300);
  return {
    contracts: dice.pick([1, 2, 2, 3, 3]),
    futuresEach: Math.max(isFuturesAlone ? 5 : 2, Math.ceil(asks / players)),
    isFuturesAlone,
  };
}

function probeFutures(book: Book, context: Context, seed: number): void {
  for (const { site, player, instrument, wallet, id } of book.futures.positions.values()) {
    const terms = futuresTermsAt(seed, instrumentOf(instrument), site, context.now);
    const quote = quoteAt(seed, instrumentOf(instrument), context.now);
    const priced = quote === undefined ? [] : [{ terms, quote }];
    decide(
      book,
      { kind: 'LIQUIDATE_FUTURES', site, player, wallet, position: id, priced, isAfterGap: false },
      context,
    );
    decide(book, { kind: 'CLOSE_FUTURES_POSITIONS', site, player, wallet, priced }, context);
    const due = fundingDueAt(instrument, context.now);
    decide(book, fundingOf(seed, instrumentOf(instrument), site, due), context);
  }
  for (const { site, player } of book.futures.orders.values())
    decide(book, { kind: 'CANCEL_FUTURES_ORDERS', site, player, reason: 'PLAYER' }, context);
}
