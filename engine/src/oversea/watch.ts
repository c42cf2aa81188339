// Follows the durable events and the ticks, and returns what to submit to the desk: fills of orders that a price
// reaches, exits, and loss-cuts. It decides nothing: the desk checks every rule again.
import type { Amount } from '../amount.ts';
import { isPacked } from '../payment/shares.ts';
import type { AnyEvent } from '../products.ts';
import { type PlayerId, playerPurse, type SiteId, type WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { BalanceAfter } from '../transfer.ts';
import { eventsSeen } from '../view.ts';
import type { CutOverseaLosses, ExitOverseaPosition, FillOverseaOrder } from './commands.ts';
import type { OverseaState } from './state.ts';
import type { Quote } from './terms.ts';
import { createFirstPrices } from './watch-first-prices.ts';
import { createGuards } from './watch-guards.ts';
import { isLevelReached, legId, legOf, ownerOfLeg } from './watch-levels.ts';
import { createMarket, type TermsOf } from './watch-market.ts';
import { createPlacements } from './watch-placements.ts';
import { createRequests } from './watch-requests.ts';

export type WatchCommand = CutOverseaLosses | ExitOverseaPosition | FillOverseaOrder;

export interface WatchDeps {
  /** As the durable events have left it: its owner applies an event before `follow` gets it. */
  readonly state: OverseaState;
  readonly termsOf: TermsOf;
  /** The smallest amount that such a wallet of the site holds. */
  readonly unitOf: (site: SiteId, wallet: WalletType) => Amount;
}

export interface OverseaWatch {
  /** Begins to watch everything in the state. `balances` has at least the free money of everybody with a position. */
  start(balances: Iterable<BalanceAfter>, now: Millis): void;
  /** A durable event. A new order or position is compared with the live price at once. */
  follow(event: AnyEvent, now: Millis): readonly WatchCommand[];
  tick(instrument: number, quote: Quote, now: Millis): readonly WatchCommand[];
  /** A price from before the start: positions are valued by it, and nothing fires on it. `seenAt` is when it came. */
  remember(instrument: number, quote: Quote, seenAt?: Millis): void;
  /** The desk refused or could not be reached: what is still open is watched again from the next tick on. */
  refused(command: WatchCommand): void;
  /** Rates or settings of one instrument changed, or of all: the accounts with positions in it are reviewed. */
  termsChanged(now: Millis, instrument?: number): readonly WatchCommand[];
}

export function createWatch({ state, termsOf, unitOf }: WatchDeps): OverseaWatch {
  const market = createMarket(termsOf);
  const guards = createGuards(state, market, unitOf);
  const firstPrices = createFirstPrices(state);
  const placements = createPlacements(state, market);
  const { ask, hasMetPrice, ownerOf } = createRequests({ state, market, placements, firstPrices });

  /** Updates the levels of a player, and compares the new ones with the live prices. */
  function updatePlayer(player: PlayerId, now: Millis): readonly WatchCommand[] {
    const fresh = placements.update(player, now);
    if (!state.accounts.has(player)) {
      guards.forget(player);
      placements.forget(player);
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

  return {
    start(balances, now) {
      guards.start(now);
      const free = new Map(Array.from(balances, (each) => [each.purse, each]));
      for (const [player, { positions }] of state.accounts) {
        for (const { wallet } of positions.values()) {
          const known = free.get(playerPurse(player, wallet, 'free'));
          if (known !== undefined) guards.trackMoney(player, [known]);
        }
        placements.update(player, now);
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
      for (const { player } of own) commands.push(...updatePlayer(player, now));
      return commands;
    },
    tick(instrument, quote, now) {
      const live = market.liveOf(instrument);
      live.gapMs = live.quote === undefined ? Infinity : quote.ts - live.quote.ts;
      live.quote = quote;
      const fired = live.levels.fired(quote);
      const players = [...guards.dueAt(instrument)];
      if (fired.length === 0 && players.length === 0) {
        firstPrices.ticked(instrument, (order) => hasMetPrice(order, now));
        return NOTHING;
      }
      const reached: number[] = [];
      for (const id of fired) {
        if (legOf(id) !== 'GUARD') reached.push(id);
        else {
          const player = ownerOf(id)?.player;
          if (player !== undefined) players.push(player);
        }
      }
      const commands = [...guards.review(players, now), ...ask(reached, now)];
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
          placements.putBack(command.player, legId(command.position, command.leg));
          return;
        case 'FILL_OVERSEA_ORDER':
          placements.putBack(command.player, legId(command.order, 'ORDER'));
          return;
      }
    },
    termsChanged(now, instrument) {
      market.forgetTerms();
      const players: PlayerId[] = [];
      for (const [player, { positions }] of state.accounts) {
        if (instrument === undefined ? positions.size > 0 : positions.has(instrument)) players.push(player);
      }
      return guards.review(players, now);
    },
  };
}

/** A payment packs the balances of thousands of players, few of whom have something open here. */
function* balancesOf(event: AnyEvent, isOpen: (player: PlayerId) => boolean): Iterable<BalanceAfter> {
  if (!isPacked(event)) yield* event.after;
  else for (const seen of eventsSeen(event, isOpen).values()) yield* seen.after;
}

const NOTHING: readonly WatchCommand[] = Object.freeze([]);
