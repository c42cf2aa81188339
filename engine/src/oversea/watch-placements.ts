// The levels at which the orders and positions of each player wait, and which of them are submitted already.
import type { PlayerId } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { OverseaState } from './state.ts';
import { type Level, levelOfOrder, levelsOfPosition } from './watch-levels.ts';
import type { WatchMarket } from './watch-market.ts';

export interface Placement {
  readonly instrument: number;
  readonly level: Level;
}

export interface Placements {
  /** Watches every level that the player's account has now and no other. Returns those that are new or moved. */
  update(player: PlayerId, now: Millis): readonly Placement[];
  /** The level was taken out because a price reached it, and is submitted. False where the player has no levels. */
  markAsked(player: PlayerId, id: number): boolean;
  isAsked(player: PlayerId, id: number): boolean;
  /** Watches a level again that was taken out. */
  putBack(player: PlayerId, id: number): void;
  forget(player: PlayerId): void;
}

interface PlayerLevels {
  readonly levels: Map<number, Placement>;
  /** Submitted and not answered: not to be submitted again. */
  readonly asked: Set<number>;
}

export function createPlacements(state: OverseaState, market: WatchMarket): Placements {
  const players = new Map<PlayerId, PlayerLevels>();

  function levelsOf(player: PlayerId): PlayerLevels {
    const known = players.get(player);
    if (known !== undefined) return known;
    const fresh: PlayerLevels = { levels: new Map(), asked: new Set() };
    players.set(player, fresh);
    return fresh;
  }

  function wantedBy(player: PlayerId, now: Millis): ReadonlyMap<number, Placement> {
    const account = state.accounts.get(player);
    const wanted = new Map<number, Placement>();
    const want = (instrument: number, level: Level) => wanted.set(level.id, { instrument, level });
    for (const order of account?.orders.values() ?? []) want(order.instrument, levelOfOrder(order));
    for (const position of account?.positions.values() ?? []) {
      const terms = market.termsOf(position.site, position.instrument, now);
      if (terms === undefined) continue;
      for (const level of levelsOfPosition(position, terms.tickSize)) want(position.instrument, level);
    }
    return wanted;
  }

  return {
    update(player, now) {
      const wanted = wantedBy(player, now);
      const { levels, asked } = levelsOf(player);
      for (const [id, { instrument }] of levels) {
        if (wanted.has(id)) continue;
        market.liveOf(instrument).levels.remove(id);
        levels.delete(id);
        asked.delete(id);
      }
      const fresh: Placement[] = [];
      for (const [id, placement] of wanted) {
        if (levels.get(id)?.level.level === placement.level.level) continue;
        levels.set(id, placement);
        if (asked.has(id)) continue;
        market.liveOf(placement.instrument).levels.put(placement.level);
        fresh.push(placement);
      }
      return fresh;
    },
    markAsked: (player, id) => players.get(player)?.asked.add(id) !== undefined,
    isAsked: (player, id) => players.get(player)?.asked.has(id) === true,
    putBack(player, id) {
      const known = players.get(player);
      const placement = known?.levels.get(id);
      known?.asked.delete(id);
      if (placement !== undefined) market.liveOf(placement.instrument).levels.put(placement.level);
    },
    forget: (player) => void players.delete(player),
  };
}
