import type { Book } from '@maru/engine/book';
import type { Context } from '@maru/engine/command';
import { decide } from '@maru/engine/decide';
import type { OverseaCommand } from '@maru/engine/oversea/commands';
import type { OverseaEvent } from '@maru/engine/oversea/events';
import { overseaShadow } from '@maru/server/oversea/shadow/product';
import { productRows } from '@maru/server/shadow/rows';
import { type Dice, diceFor } from '../dice.ts';
import type { Knobs } from '../plan.ts';
import type { SimProduct } from '../product.ts';
import { instrumentOf } from './asks.ts';
import { askOrder, orderMomentOf } from './client.ts';
import { overseaEdits } from './edits.ts';
import { createOverseaGoals, overseaGoals } from './goals.ts';
import { isEndless, overseaTermsAt, quoteAt } from './market.ts';
import { type FirstAsked, startOversea } from './platform.ts';
import { createOverseaRequests, isOverseaCommand, isOverseaMeant, turningPoints } from './requests.ts';
import {
  checkOverseaTables,
  emptyOverseaTables,
  isCoveredRow,
  loadOverseaRows,
  type OverseaTables,
  writeOverseaRows,
} from './tables.ts';
import { tryOversea } from './trials.ts';
import { emptyTwinOversea, ordersOf, positionsOf, type TwinOversea } from './twin.ts';
import {
  changeOversea,
  describeTwinOversea,
  isCoveredPurse,
  isOverseaEvent,
  isOverseaQuiet,
  lockedOf,
  overseaLegs,
} from './twin-events.ts';
import { outcomeOf } from './twin-rules.ts';

export interface OverseaPlan {
  /** How many instruments are traded, and how many requests each player sends about them. */
  readonly instruments: number;
  readonly ordersEach: number;
}

export interface OverseaTwin {
  readonly oversea: TwinOversea;
}

export interface OverseaPart {
  readonly oversea: OverseaTables;
}

export const oversea: SimProduct<OverseaPlan, OverseaTwin, OverseaPart> = {
  drawPlan: (seed, players, knobs) => drawOversea(diceFor(seed, 'knobs', 3), players, knobs),
  noPlan: { instruments: 0, ordersEach: 0 },
  calmPlan: { instruments: 2, ordersEach: 4 },
  ownsCommand: (kind) => isOverseaCommand({ kind }),
  ownsEvent: (kind) => isOverseaEvent({ kind }),
  asks: { name: 'order', count: ({ ordersEach }) => ordersEach, momentOf: orderMomentOf, ask: askOrder },
  createPlatform() {
    const firstAsked: FirstAsked = new Map();
    return async (stage, oracle, process) => {
      if (stage.plan.instruments > 0) await startOversea(stage, oracle, process, firstAsked);
    };
  },
  goals: overseaGoals,
  createGoals: createOverseaGoals,
  createRequests: createOverseaRequests,
  probe: probeOversea,
  tryOut: tryOversea,

  tables: {
    empty: () => ({ oversea: emptyOverseaTables() }),
    write: (tables, changes) => writeOverseaRows(tables.oversea, productRows(changes, overseaShadow)),
    load: (tables, book) => loadOverseaRows(tables.oversea, book),
    check: (tables) => checkOverseaTables(tables.oversea),
    isCovered: (tables, purse) => isCoveredRow(tables.oversea, purse),
    /** All rows are retained: nothing of it is archived. They are audited on the real databases only. */
    *snapshot(tables) {
      for (const [name, id, row] of rowsOf(tables)) yield [`oversea_${name}`, { id, row }];
    },
    restore: {
      oversea_order: (tables, { id, row }) => void tables.oversea.orders.set(id, row),
      oversea_position: (tables, { id, row }) => void tables.oversea.positions.set(id, row),
      oversea_fill: (tables, { id, row }) => void tables.oversea.fills.set(id, row),
    },
    rows: rowsOf,
    edits: overseaEdits,
  },
  *playersWithOpen({ oversea: { orders, positions } }) {
    for (const { player } of [...orders.values(), ...positions.values()]) yield player;
  },

  emptyTwin: () => ({ oversea: emptyTwinOversea() }),
  judge(state, player, command, now) {
    if (player === undefined) return 'ACCOUNT_NOT_FOUND';
    const outcome = outcomeOf(state, player, command as OverseaCommand, now);
    return 'refusal' in outcome ? outcome.refusal : 'OK';
  },
  turningPoints,
  isMeant: (event, command, twin) => isOverseaMeant(event, command as OverseaCommand, twin),
  legs: (state, event, player) => overseaLegs(state, event as OverseaEvent, player),
  change: (state, event, player) => changeOversea(state, event as OverseaEvent, player),
  describe: describeTwinOversea,
  lockedOf,
  isCovered: isCoveredPurse,
  hasOpen: ({ oversea: twin }, player) =>
    ordersOf(twin, player).length + positionsOf(twin, player).length > 0,
  isSettled: (state, seed) => isOverseaQuiet(state, (instrument) => isEndless(seed, instrument)),
};

function* rowsOf({ oversea: { orders, positions, fills } }: OverseaPart) {
  for (const [id, row] of orders) yield ['order', id, row] as const;
  for (const [id, row] of positions) yield ['position', id, row] as const;
  for (const [id, row] of fills) yield ['fill', id, row] as const;
}

/** Half of the runs have it; the others stay as short as they are. */
function drawOversea(dice: Dice, players: number, { queue }: Knobs): OverseaPlan {
  if (dice.chance(0.5)) return oversea.noPlan;
  const orders = Math.min(dice.pick([50, 90, 130]), queue < 10 ? 40 : 130);
  return { instruments: dice.pick([1, 2, 3, 3]), ordersEach: Math.max(2, Math.ceil(orders / players)) };
}

function probeOversea(book: Book, context: Context, seed: number): void {
  for (const { site, player, instrument } of book.oversea.positions.values()) {
    const terms = overseaTermsAt(seed, instrumentOf(instrument), site, context.now);
    const quote = quoteAt(seed, instrumentOf(instrument), context.now);
    const own = { site, player, terms, quote, isAfterGap: false };
    decide(book, { kind: 'END_OVERSEA_SESSION', ...own, reason: 'STAFF_CLOSE' }, context);
    for (const side of ['LONG', 'SHORT'] as const)
      decide(
        book,
        { kind: 'PLACE_OVERSEA_ORDER', ...own, side, type: 'MARKET', qty: 2, reduceOnly: false },
        context,
      );
  }
  for (const { site, player } of book.oversea.orders.values())
    decide(book, { kind: 'CANCEL_OVERSEA_ORDERS', site, player }, context);
}
