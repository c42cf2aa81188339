// Follows the durable events and the ticks, and says what to ask of the desk: fills of orders that a price reaches,
// exits, and loss-cuts. It only asks; every rule is asked again where it is decided.
import type { Amount } from '../amount.ts';
import { isPacked } from '../payment/shares.ts';
import type { AnyEvent } from '../products.ts';
import { type PlayerId, playerPurse, type SiteId, type WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { BalanceAfter } from '../transfer.ts';
import { eventsSeen } from '../view.ts';
import type { CutOverseaLosses, ExitOverseaPosition, FillOverseaOrder } from './commands.ts';
import { isTrading } from './equity.ts';
import { isFresh } from './gates.ts';
import type { OverseaOrder, OverseaPosition, OverseaState } from './state.ts';
import type { Quote } from './terms.ts';
import { createFirstPrices } from './watch-first-prices.ts';
import { createGuards } from './watch-guards.ts';
import {
  isLevelReached,
  type Leg,
  type Level,
  legId,
  legOf,
  levelOfOrder,
  levelsOfPosition,
  ownerOfLeg,
} from './watch-levels.ts';
import { createMarket, type TermsOf } from './watch-market.ts';

export type WatchCommand = CutOverseaLosses | ExitOverseaPosition | FillOverseaOrder;

export interface WatchDeps {
  /** As the durable events have left it: whoever owns it moves it on before the watch is told of an event. */
  readonly state: OverseaState;
  readonly termsOf: TermsOf;
  /** The smallest amount that such a wallet of the site holds. */
  readonly unitOf: (site: SiteId, wallet: WalletType) => Amount;
}

export interface OverseaWatch {
  /** Takes up all that the state holds. `balances` has at least the free money of everybody with a position. */
  start(balances: Iterable<BalanceAfter>, now: Millis): void;
  /** A durable event. An order or a position that is new is held against the live price at once. */
  follow(event: AnyEvent, now: Millis): readonly WatchCommand[];
  tick(instrument: number, quote: Quote, now: Millis): readonly WatchCommand[];
  /** A price from before the start: positions are valued by it, and nothing fires on it. `seenAt` is when it came. */
  remember(instrument: number, quote: Quote, seenAt?: Millis): void;
  /** The desk refused, or could not be asked: what is still open is watched again from the next tick on. */
  refused(command: WatchCommand): void;
  /** Rates or settings of an instrument are others now, or those of all: the accounts are looked at again. */
  termsChanged(now: Millis, instrument?: number): readonly WatchCommand[];
}

interface Placed {
  readonly instrument: number;
  readonly level: Level;
}

interface Watching {
  /** What hangs on a price for this player, and where. */
  readonly levels: Map<number, Placed>;
  /** Asked for and not answered: not to be asked again. */
  readonly asked: Set<number>;
}

export function createWatch({ state, termsOf, unitOf }: WatchDeps): OverseaWatch {
  const market = createMarket(termsOf);
  const guards = createGuards(state, market, unitOf);
  const players = new Map<PlayerId, Watching>();
  const firstPrices = createFirstPrices(state);

  function watchingOf(player: PlayerId): Watching {
    const known = players.get(player);
    if (known !== undefined) return known;
    const fresh: Watching = { levels: new Map(), asked: new Set() };
    players.set(player, fresh);
    return fresh;
  }

  function wantedBy(player: PlayerId, now: Millis): ReadonlyMap<number, Placed> {
    const account = state.accounts.get(player);
    const wanted = new Map<number, Placed>();
    const want = (instrument: number, level: Level) => wanted.set(level.id, { instrument, level });
    for (const order of account?.orders.values() ?? []) want(order.instrument, levelOfOrder(order));
    for (const position of account?.positions.values() ?? []) {
      const terms = market.termsOf(position.site, position.instrument, now);
      if (terms === undefined) continue;
      for (const level of levelsOfPosition(position, terms.tickSize)) want(position.instrument, level);
    }
    return wanted;
  }

  /** Everything that this player waits for is watched, and nothing else. Says what is new. */
  function arrange(player: PlayerId, now: Millis): readonly Placed[] {
    const wanted = wantedBy(player, now);
    const { levels, asked } = watchingOf(player);
    for (const [id, { instrument }] of levels) {
      if (wanted.has(id)) continue;
      market.liveOf(instrument).levels.remove(id);
      levels.delete(id);
      asked.delete(id);
    }
    const fresh: Placed[] = [];
    for (const [id, placed] of wanted) {
      if (levels.get(id)?.level.level === placed.level.level) continue;
      levels.set(id, placed);
      if (asked.has(id)) continue;
      market.liveOf(placed.instrument).levels.put(placed.level);
      fresh.push(placed);
    }
    return fresh;
  }

  const ownerOf = (id: number): OverseaOrder | OverseaPosition | undefined =>
    legOf(id) === 'ORDER' ? state.orders.get(ownerOfLeg(id)) : state.positions.get(ownerOfLeg(id));

  /** Undefined when nothing may be filled now: the market rests or has no fresh price. */
  function commandOf(
    id: number,
    { site, instrument, player, id: of }: OverseaOrder | OverseaPosition,
    now: Millis,
  ): ExitOverseaPosition | FillOverseaOrder | undefined {
    const priced = market.pricedOf({ site, instrument }, now);
    if (priced === undefined || !isTrading(priced) || !isFresh(priced.quote, priced.terms, now))
      return undefined;
    const { terms, quote } = priced;
    const common = { site, player, terms, quote, isAfterGap: market.isAfterGap(terms) };
    const leg = legOf(id);
    if (leg === 'TP' || leg === 'SL') return { kind: 'EXIT_OVERSEA_POSITION', ...common, position: of, leg };
    const isFirstPrice = firstPrices.isWaiting({ id: of, instrument });
    return { kind: 'FILL_OVERSEA_ORDER', ...common, order: of, ...(isFirstPrice ? { isFirstPrice } : {}) };
  }

  /** They were taken from the levels: they are asked for, or put back. */
  function ask(ids: readonly number[], now: Millis): readonly WatchCommand[] {
    const commands: { readonly rank: number; readonly id: number; readonly command: WatchCommand }[] = [];
    for (const id of ids) {
      const owner = ownerOf(id);
      const watching = owner && players.get(owner.player);
      if (owner === undefined || watching === undefined) continue;
      const command = commandOf(id, owner, now);
      if (command === undefined) {
        putBack(watching, id);
        continue;
      }
      watching.asked.add(id);
      commands.push({ rank: rankOf(id, owner), id, command });
    }
    return commands.sort((a, b) => a.rank - b.rank || a.id - b.id).map(({ command }) => command);
  }

  function putBack({ levels, asked }: Watching, id: number): void {
    const placed = levels.get(id);
    asked.delete(id);
    if (placed !== undefined) market.liveOf(placed.instrument).levels.put(placed.level);
  }

  /** Arranges anew what a player waits for, and holds what is new against the live prices. */
  function rewatch(player: PlayerId, now: Millis): readonly WatchCommand[] {
    const fresh = arrange(player, now);
    if (!state.accounts.has(player)) {
      guards.forget(player);
      players.delete(player);
      return NOTHING;
    }
    const reached: number[] = [];
    for (const { instrument, level } of fresh) {
      const order = legOf(level.id) === 'ORDER' ? state.orders.get(ownerOfLeg(level.id)) : undefined;
      if (order !== undefined) firstPrices.add(order);
      // There was no price that could be used: the one that is known here is old or in doubt.
      if (order !== undefined && firstPrices.isWaiting(order)) continue;
      const live = market.liveOf(instrument);
      if (live.quote === undefined || !isLevelReached(level, live.quote)) continue;
      live.levels.remove(level.id);
      reached.push(level.id);
    }
    const cuts = guards.review([player], now);
    return [...cuts, ...ask(reached, now)];
  }

  /** A fresh price in a market that trades, and the order is not about to be filled on it or on one before it. */
  function hasMetPrice(order: OverseaOrder, now: Millis): boolean {
    const priced = market.pricedOf(order, now);
    if (priced === undefined || !isTrading(priced) || !isFresh(priced.quote, priced.terms, now)) return false;
    return players.get(order.player)?.asked.has(legId(order.id, 'ORDER')) !== true;
  }

  function putBackAsked(player: PlayerId, id: number): void {
    const watching = players.get(player);
    if (watching !== undefined) putBack(watching, id);
  }

  return {
    start(balances, now) {
      guards.start(now);
      const free = new Map(Array.from(balances, (each) => [each.purse, each]));
      for (const [player, { positions }] of state.accounts) {
        for (const { wallet } of positions.values()) {
          const known = free.get(playerPurse(player, wallet, 'free'));
          if (known !== undefined) guards.trackMoney(player, [known]);
        }
        arrange(player, now);
        for (const order of state.accounts.get(player)?.orders.values() ?? []) firstPrices.add(order);
        guards.guard(player, now);
      }
    },
    follow(event, now) {
      const own = event.kind.startsWith('OVERSEA_') ? event.steps : [];
      for (const { player } of own) {
        if (event.kind === 'OVERSEA_FILLED' && event.lossCut !== undefined) guards.wasCut(player);
        guards.trackMoney(player, event.after);
      }
      const changed = new Set<PlayerId>();
      for (const each of balancesOf(event, (player) => state.accounts.has(player))) {
        const player = guards.updateMoney(each);
        if (player !== undefined) changed.add(player);
      }
      for (const { player } of own) changed.delete(player);
      const commands: WatchCommand[] = [...guards.review(changed, now)];
      for (const { player } of own) commands.push(...rewatch(player, now));
      return commands;
    },
    tick(instrument, quote, now) {
      const live = market.liveOf(instrument);
      live.gapMs = live.quote === undefined ? Infinity : quote.ts - live.quote.ts;
      live.quote = quote;
      const fired = live.levels.fired(quote);
      const whom = [...guards.dueAt(instrument)];
      if (fired.length === 0 && whom.length === 0) {
        firstPrices.ticked(instrument, (order) => hasMetPrice(order, now));
        return NOTHING;
      }
      const reached: number[] = [];
      for (const id of fired) {
        if (legOf(id) !== 'GUARD') reached.push(id);
        else {
          const player = ownerOf(id)?.player;
          if (player !== undefined) whom.push(player);
        }
      }
      const commands = [...guards.review(whom, now), ...ask(reached, now)];
      firstPrices.ticked(instrument, (order) => hasMetPrice(order, now));
      return commands;
    },
    remember(instrument, quote, seenAt = quote.ts) {
      market.liveOf(instrument).quote = quote;
      firstPrices.remember(instrument, seenAt);
    },
    refused(command) {
      switch (command.kind) {
        case 'CUT_OVERSEA_LOSSES':
          guards.wasRefused(command.player);
          return;
        case 'EXIT_OVERSEA_POSITION':
          putBackAsked(command.player, legId(command.position, command.leg));
          return;
        case 'FILL_OVERSEA_ORDER':
          putBackAsked(command.player, legId(command.order, 'ORDER'));
          return;
      }
    },
    termsChanged(now, instrument) {
      market.forgetTerms();
      const whom: PlayerId[] = [];
      for (const [player, { positions }] of state.accounts) {
        if (instrument === undefined ? positions.size > 0 : positions.has(instrument)) whom.push(player);
      }
      return guards.review(whom, now);
    },
  };
}

/** A payment says it for each of its players apart, and only few of thousands have something open here. */
function* balancesOf(event: AnyEvent, isOpen: (player: PlayerId) => boolean): Iterable<BalanceAfter> {
  if (!isPacked(event)) yield* event.after;
  else for (const seen of eventsSeen(event, isOpen).values()) yield* seen.after;
}

const NOTHING: readonly WatchCommand[] = Object.freeze([]);

/** docs/rules.md 3.5: on one tick loss-cuts come first, then these, each oldest first. */
const RANKS: Readonly<Record<Leg | 'STOP', number>> = { GUARD: 0, SL: 1, TP: 2, STOP: 3, ORDER: 4 };

const rankOf = (id: number, owner: OverseaOrder | OverseaPosition): number =>
  RANKS['type' in owner && owner.type === 'STOPMARKET' ? 'STOP' : legOf(id)];
