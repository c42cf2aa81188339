// The levels at which the orders and positions of each player wait, and which of them are submitted already.
import type { PlayerId } from '../purse.ts';
import { type Level, type Levels, watchesAlike } from './levels.ts';
import type { Placement } from './rules.ts';

export interface Placements {
  /** Watches every level that is wanted for the player and no other. Returns those that are new or moved. */
  update(player: PlayerId, wanted: ReadonlyMap<number, Placement>): readonly Placement[];
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

export function createPlacements(levelsOf: (instrument: number) => Levels): Placements {
  const players = new Map<PlayerId, PlayerLevels>();

  function playerLevels(player: PlayerId): PlayerLevels {
    const known = players.get(player);
    if (known !== undefined) return known;
    const fresh: PlayerLevels = { levels: new Map(), asked: new Set() };
    players.set(player, fresh);
    return fresh;
  }

  return {
    update(player, wanted) {
      // Most who trade have no order that rests and no exit.
      if (wanted.size === 0 && !players.has(player)) return NONE;
      const { levels, asked } = playerLevels(player);
      for (const [id, { instrument }] of levels) {
        if (wanted.has(id)) continue;
        levelsOf(instrument).remove(id);
        levels.delete(id);
        asked.delete(id);
      }
      const fresh: Placement[] = [];
      for (const [id, placement] of wanted) {
        const before = levels.get(id)?.level;
        if (before !== undefined && isSame(before, placement.level)) continue;
        levels.set(id, placement);
        if (asked.has(id)) continue;
        const waiting = levelsOf(placement.instrument);
        if (before !== undefined && !watchesAlike(before, placement.level)) waiting.remove(id);
        waiting.put(placement.level);
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
      if (placement !== undefined) levelsOf(placement.instrument).put(placement.level);
    },
    forget: (player) => void players.delete(player),
  };
}

const NONE: readonly Placement[] = Object.freeze([]);

const isSame = (a: Level, b: Level): boolean => a.level === b.level && watchesAlike(a, b);
