// Players' own limits: they hold in every product, so the twins of all others ask what they say.
import type { Book } from '@maru/engine/book';
import type { Context } from '@maru/engine/command';
import { decide } from '@maru/engine/decide';
import { putLimits } from '@maru/engine/limits/apply';
import type { LimitsPlayerCommand } from '@maru/engine/limits/commands';
import type { LimitCounters, LimitSettings } from '@maru/engine/limits/state';
import type { AnyCommand } from '@maru/engine/products';
import { type PlayerId, playerId, type SiteId } from '@maru/engine/purse';
import { limitsShadow } from '@maru/server/limits/shadow/product';
import { productRows } from '@maru/server/shadow/rows';
import { diceFor } from '../dice.ts';
import type { KeylessRequests, SimProduct } from '../product.ts';
import { Violation } from '../violation.ts';
import { askLimit, limitMomentOf } from './asks.ts';
import { tryLimits } from './trials.ts';
import {
  barOf,
  change,
  count,
  countStake,
  describe,
  isSame,
  type LimitsTwin,
  outcomeOf,
  stakeBarOf,
} from './twin.ts';

export interface LimitsPlan {
  readonly limitsEach: number;
}

export interface LimitsPart {
  readonly limits: {
    readonly settings: Map<number, LimitSettings & { readonly site: SiteId }>;
    readonly uses: Map<number, LimitCounters>;
  };
}

export type { LimitsTwin };

const COMMANDS: ReadonlySet<string> = new Set(['SET_LIMIT', 'TAKE_BACK_LIMIT', 'COOL_OFF', 'EXCLUDE_SELF']);
const isOwn = (command: Pick<AnyCommand, 'kind'>): command is LimitsPlayerCommand =>
  COMMANDS.has(command.kind);

/** What they ask has keys: the core compares it. */
const noRequests: KeylessRequests = {
  asks: () => false,
  submitted: () => undefined,
  refused: () => undefined,
  makes: () => false,
  tookEffect: () => undefined,
  undone: () => undefined,
};

export const limitsGoals = ['limit set', 'limit loosened later', 'break begun', 'loss counted'] as const;
export type LimitsGoal = (typeof limitsGoals)[number];

export const limits: SimProduct<LimitsPlan, LimitsTwin, LimitsPart> = {
  drawPlan: (seed) => ({ limitsEach: diceFor(seed, 'knobs', 7).chance(0.5) ? 6 : 0 }),
  noPlan: { limitsEach: 0 },
  calmPlan: { limitsEach: 0 },
  ownsCommand: (kind) => COMMANDS.has(kind),
  ownsEvent: (kind) => kind === 'LIMITS_CHANGED',
  asks: {
    name: 'limit',
    count: ({ limitsEach }) => limitsEach,
    momentOf: limitMomentOf,
    ask: askLimit,
  },
  createPlatform: () => () => Promise.resolve(),
  goals: limitsGoals,
  createGoals: (reached) => (event) => {
    if (event.kind === 'LIMITS_CHANGED') {
      reached(event.cause === 'COOL_OFF' || event.cause === 'EXCLUDED' ? 'break begun' : 'limit set');
      if (event.limit !== undefined && event.settings.limits[event.limit]?.pending !== undefined)
        reached('limit loosened later');
    } else if (event.notes !== undefined && event.steps.length !== 1) reached('loss counted');
  },
  createRequests: () => noRequests,
  probe(book: Book, context: Context) {
    for (const { player, site } of book.limits.players.values()) {
      decide(book, { kind: 'TAKE_BACK_LIMIT', site, player, limit: 'LOSS' }, context);
      decide(book, { kind: 'COOL_OFF', site, player, length: 'HOUR' }, context);
    }
  },

  tryOut: tryLimits,

  tables: {
    empty: () => ({ limits: { settings: new Map(), uses: new Map() } }),
    write({ limits: tables }, changes) {
      const rows = productRows(changes, limitsShadow);
      for (const [player, own] of rows.settings) tables.settings.set(player, own);
      for (const [player, use] of rows.uses) tables.uses.set(player, use);
    },
    load({ limits: { settings, uses } }, book) {
      for (const [player, own] of settings) {
        const counters = uses.get(player);
        if (counters === undefined) throw new Violation('I-19', `limits of ${player} have no use`);
        putLimits(book.limits, { ...own, player: playerId(player), counters });
      }
    },
    check: () => undefined,
    *snapshot(tables) {
      for (const [name, id, row] of rowsOf(tables)) yield [name, { id, row }];
    },
    restore: {
      player_limit: (tables, { id, row }) => void tables.limits.settings.set(id, row),
      player_limit_use: (tables, { id, row }) => void tables.limits.uses.set(id, row),
    },
    rows: rowsOf,
    edits: [],
  },
  playersWithOpen: () => [],

  emptyTwin: () => ({ limits: new Map() }),
  judge(state, player, command, now) {
    if (player === undefined || !isOwn(command)) return 'ACCOUNT_NOT_FOUND';
    const outcome = outcomeOf(state, command, now);
    return 'refusal' in outcome ? outcome.refusal : 'OK';
  },
  bars: barOf,
  barsStake: stakeBarOf,
  isMeant(event, command, { state }) {
    if (event.kind !== 'LIMITS_CHANGED' || !isOwn(command)) return false;
    if (event.steps[0]?.player !== command.player) return false;
    const outcome = outcomeOf(state, command, event.at);
    return 'settings' in outcome && isSame(event, outcome.settings);
  },
  legs: () => [],
  change(state, event, player) {
    if (event.kind === 'LIMITS_CHANGED') change(state, event, player);
  },
  checkNotes: countStake,
  follow: count,
  describe: ({ limits: twin }) => Array.from(twin.values(), describe),
  lockedOf: () => 0n,
  hasOpen: () => false,
  isSettled: () => true,
};

function* rowsOf({
  limits: { settings, uses },
}: LimitsPart): Iterable<readonly [table: string, key: PlayerId, row: unknown]> {
  for (const [id, row] of settings) yield ['player_limit', playerId(id), row];
  for (const [id, row] of uses) yield ['player_limit_use', playerId(id), row];
}
