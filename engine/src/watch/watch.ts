// Follows the durable events and the ticks, and returns what to submit to the desk: what a price reaches, and what the
// accounts that are judged as a whole need. It decides nothing: the desk checks every rule again.
import { isPacked, type PackedEvent } from '../payment/shares.ts';
import type { AnyEvent } from '../products.ts';
import { type PlayerId, type PurseId, playerPurse } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { BalanceAfter } from '../transfer.ts';
import { eventsSeen } from '../view.ts';
import { createFirstPrices } from './first-prices.ts';
import { createGuards, type Guarded } from './guards.ts';
import { isLevelReached } from './levels.ts';
import { createMarket, type WatchMarket } from './market.ts';
import { createPlacements } from './placements.ts';
import { createRequests } from './requests.ts';
import { createRounds } from './rounds.ts';
import type { Placement, Revalued, TermsOf, WatchedState, WatchRules, WatchTypes } from './rules.ts';
import { createTrailReports } from './trail-reports.ts';

export interface WatchParts<Types extends WatchTypes> {
  readonly rules: WatchRules<Types>;
  /** As the durable events have left it: its owner applies an event before `follow` gets it. */
  readonly state: WatchedState<Types>;
  readonly termsOf: TermsOf<Types>;
}

export interface Watch<Types extends WatchTypes> {
  /** Begins to watch everything in the state. `balances` has at least the free money of everybody with a position. */
  start(balances: Iterable<BalanceAfter>, now: Millis): void;
  /**
   * The same in steps, for a caller with other work in between: neither an event nor a price may come before the last
   * step.
   */
  startInSteps(balances: Iterable<BalanceAfter>, now: Millis): Iterable<void>;
  /** A durable event. A new order or position is compared with the live price at once. */
  follow(event: AnyEvent, now: Millis): readonly Types['command'][];
  tick(instrument: number, quote: Types['quote'], now: Millis): readonly Types['command'][];
  /**
   * Work that one call must not do at once: accounts that settings or an event changed, and how far prices went. Looks at
   * so many at most, and is called between ticks as long as `isBehind`. An account whose turn comes late is judged by the
   * prices since the change all the same.
   */
  reviewSome(limit: number, now: Millis): readonly Types['command'][];
  isBehind(now: Millis): boolean;
  /** A price from before the start: positions are valued by it, and nothing fires on it. `seenAt` is when it came. */
  remember(instrument: number, quote: Types['quote'], seenAt?: Millis): void;
  /**
   * Recorded prices that came while nothing was watched, in their order and before the first tick: orders that follow
   * the price know those since they were placed, and nothing fires.
   */
  recall(instrument: number, quotes: readonly Types['quote'][]): void;
  /** The desk refused or could not be reached: what is still open is watched again from the next tick on. */
  refused(command: Types['command']): void;
  /** Settings of one instrument changed, or of all: those with positions in it are watched and judged anew, by and by. */
  termsChanged(now: Millis, instrument?: number): void;
}

export function createWatch<Types extends WatchTypes>({
  rules,
  state,
  termsOf,
}: WatchParts<Types>): Watch<Types> {
  const market = createMarket<Types>(termsOf);
  const rounds = createRounds<Types, Turn<Types>>(market);
  const guards = createGuards<Types>(state, market, rounds, rules);
  const firstPrices = createFirstPrices(state.orders);
  const placements = createPlacements((instrument) => market.liveOf(instrument).levels);
  const requests = createRequests<Types>({ rules, state, market, placements, firstPrices });

  const wantedBy = wantedLevels(rules, state, market.termsOf);
  const reports = createTrailReports();

  function place(player: PlayerId, now: Millis): readonly Placement[] {
    const fresh = placements.update(player, wantedBy(player, now));
    for (const { instrument, level } of fresh)
      if (level.follow !== undefined) reports.add({ leg: level.id, instrument }, now);
    return fresh;
  }

  /** Updates the levels of a player. Returns those of the new ones that the live prices reach already. */
  function updatePlayer(player: PlayerId, now: Millis): readonly number[] {
    const fresh = place(player, now);
    if (!state.accounts.has(player)) {
      placements.forget(player);
      return NONE;
    }
    const reached: number[] = [];
    for (const { instrument, level } of fresh) {
      const order =
        rules.legs.kindOf(level.id) === 'ORDER' ? state.orders.get(rules.legs.ownerOf(level.id)) : undefined;
      if (order !== undefined) firstPrices.add(order);
      // There was no price that could be used: the one that is known here is old or in doubt.
      if (order !== undefined && firstPrices.isWaiting(order)) continue;
      const live = market.liveOf(instrument);
      if (live.quote === undefined || !isLevelReached(level, live.quote)) continue;
      live.levels.remove(level.id);
      reached.push(level.id);
    }
    return reached;
  }

  const startInSteps = starting(market, state, (player, now, known) => {
    guards.update(player, known);
    place(player, now);
    for (const order of state.accounts.get(player)?.orders.values() ?? []) firstPrices.add(order);
    guards.guard(player, now);
  });

  return {
    start(balances, now) {
      for (const _ of startInSteps(balances, now));
    },
    startInSteps,
    follow(event, now) {
      const changed = new Set<Guarded>();
      const reached: number[] = [];
      const revalued = rules.revaluedBy?.(event);
      if (revalued !== undefined) rounds.begin(revaluedTurns(revalued), now, revalued.instrument);
      const judged = rules.judgedBy(event);
      for (const player of rules.touched(event)) {
        const answered = judged && guards.find(player, judged);
        if (answered !== undefined) answered.isAsked = false;
        for (const part of guards.update(player, event.after)) changed.add(part);
        for (const leg of updatePlayer(player, now)) reached.push(leg);
      }
      for (const each of balancesOf(event, state.accounts)) {
        const part = guards.updateMoney(each);
        if (part !== undefined) changed.add(part);
      }
      return commandsFor(changed, reached, now, changed);
    },
    tick(instrument, quote, now) {
      const live = market.liveOf(instrument);
      live.gapMs = live.quote === undefined ? Infinity : quote.ts - live.quote.ts;
      live.quote = quote;
      rounds.ticked(instrument, now);
      const fired = live.levels.fired(quote);
      for (const leg of live.levels.takeStarted()) reports.started({ leg, instrument });
      const parts = [...guards.dueAt(instrument)];
      const reached: number[] = [];
      for (const leg of fired) {
        const part = guards.guardedBy(leg);
        if (part === undefined) reached.push(leg);
        else parts.push(part);
      }
      const isQuiet = fired.length === 0 && parts.length === 0;
      const commands = isQuiet ? NOTHING : commandsFor(parts, reached, now);
      firstPrices.ticked(instrument, (order) => requests.hasMetPrice(order, now));
      return commands;
    },
    reviewSome(limit, now) {
      const commands = [...judgeSome(limit, now)];
      reports.reportSome(limit, now, ({ leg, instrument }) => {
        const order = state.orders.get(rules.legs.ownerOf(leg));
        if (order === undefined) return false;
        const extreme = market.liveOf(instrument).levels.extremeOf(leg);
        const command = extreme && rules.trailOf?.(order, extreme);
        if (command !== undefined) commands.push(command);
        return true;
      });
      return commands;
    },
    isBehind: (now) => !rounds.isEmpty || reports.isDue(now),
    recall: (instrument, quotes) => market.liveOf(instrument).levels.recall(quotes),
    remember(instrument, quote, seenAt = quote.ts) {
      market.liveOf(instrument).quote = quote;
      firstPrices.remember(instrument, seenAt);
    },
    refused(command) {
      const target = rules.targetOf(command);
      if (target === undefined) return;
      if ('leg' in target) {
        placements.putBack(command.player, target.leg);
        return;
      }
      const part = guards.find(command.player, target.part);
      if (part !== undefined) guards.wasRefused(part, target.isNotice === true);
    },
    termsChanged(now, instrument) {
      market.forgetTerms();
      rounds.begin(renewedTurns(state, instrument), now, instrument);
    },
  };

  /** The next so many accounts of the rounds. */
  function judgeSome(limit: number, now: Millis): readonly Types['command'][] {
    const parts = new Set<Guarded>();
    const reached: number[] = [];
    for (const { player, position } of rounds.take(limit)) {
      if (position !== undefined) {
        const part = guards.find(player, rules.partOf(position));
        if (part !== undefined) parts.add(part);
      } else if (state.accounts.has(player)) {
        for (const part of guards.update(player, [])) parts.add(part);
        reached.push(...updatePlayer(player, now));
      }
    }
    const commands = commandsFor(parts, reached, now);
    rounds.taken();
    return commands;
  }

  /** docs/rules.md 3.5: on one tick whole accounts come first. Notices change nothing and come last. */
  function commandsFor(
    parts: Iterable<Guarded>,
    reached: readonly number[],
    now: Millis,
    changed?: ReadonlySet<Guarded>,
  ): readonly Types['command'][] {
    const { commands, notices } = guards.review(parts, now, changed);
    const asked = requests.ask(reached, now);
    if (commands.length === 0 && notices.length === 0) return asked;
    return [...commands, ...asked, ...notices];
  }
}

const starting = <Types extends WatchTypes>(
  market: Pick<WatchMarket<Types>, 'start'>,
  { accounts }: Pick<WatchedState<Types>, 'accounts'>,
  begin: (player: PlayerId, now: Millis, known: readonly BalanceAfter[]) => void,
) =>
  function* steps(balances: Iterable<BalanceAfter>, now: Millis): Iterable<void> {
    market.start(now);
    const free = new Map<PurseId, BalanceAfter>();
    for (const each of balances) {
      free.set(each.purse, each);
      yield;
    }
    for (const [player, { positions }] of accounts) {
      const known: BalanceAfter[] = [];
      for (const { wallet } of positions.values()) {
        const balance = free.get(playerPurse(player, wallet, 'free'));
        if (balance !== undefined) known.push(balance);
      }
      begin(player, now, known);
      yield;
    }
  };

/** Whose turn it is in a round: a whole account, or one position. */
interface Turn<Types extends WatchTypes> {
  readonly player: PlayerId;
  readonly position?: Types['position'];
}

function* renewedTurns<Types extends WatchTypes>(
  { accounts }: Pick<WatchedState<Types>, 'accounts'>,
  instrument: number | undefined,
): Iterable<Turn<Types>> {
  for (const [player, { positions }] of accounts)
    if (instrument === undefined ? positions.size > 0 : positions.has(instrument)) yield { player };
}

function* revaluedTurns<Types extends WatchTypes>({ positions }: Revalued<Types>): Iterable<Turn<Types>> {
  for (const position of positions) yield { player: position.player, position };
}

/** Every level that the orders and positions of a player wait for. */
const wantedLevels =
  <Types extends WatchTypes>(
    { levelsOfOrder, levelsOfPosition }: WatchRules<Types>,
    { accounts }: Pick<WatchedState<Types>, 'accounts'>,
    termsOf: TermsOf<Types>,
  ) =>
  (player: PlayerId, now: Millis): ReadonlyMap<number, Placement> => {
    const account = accounts.get(player);
    let wanted: Map<number, Placement> | undefined;
    const want = (instrument: number, level: Placement['level']): void => {
      wanted ??= new Map();
      wanted.set(level.id, { instrument, level });
    };
    for (const order of account?.orders.values() ?? [])
      for (const level of levelsOfOrder(order)) want(order.instrument, level);
    for (const position of account?.positions.values() ?? []) {
      const terms = termsOf(position.site, position.instrument, now);
      if (terms === undefined) continue;
      for (const level of levelsOfPosition(position, terms)) want(position.instrument, level);
    }
    return wanted ?? NO_LEVELS;
  };

const NO_LEVELS: ReadonlyMap<number, Placement> = new Map();

const balancesOf = (event: AnyEvent, open: Pick<ReadonlyMap<PlayerId, unknown>, 'has'>) =>
  isPacked(event) ? balancesSeen(event, open) : event.after;

/** A payment packs the balances of thousands of players, few of whom have something open here. */
function* balancesSeen(
  event: PackedEvent,
  open: Pick<ReadonlyMap<PlayerId, unknown>, 'has'>,
): Iterable<BalanceAfter> {
  for (const seen of eventsSeen(event, (player) => open.has(player)).values()) yield* seen.after;
}

const NONE: readonly number[] = Object.freeze([]);
const NOTHING: readonly never[] = Object.freeze([]);
