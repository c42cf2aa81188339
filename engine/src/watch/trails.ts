// Levels that follow a price: each fires a share behind the furthest price that it has seen, as a trailing stop does.
import type { Price, Rate } from '../amount.ts';
import { createTriggers, type Fires } from '../market/trigger-index.ts';
import { createTrailGroups, type Extreme, type Follower } from './trail-groups.ts';

export interface Follow {
  /** Share of the furthest price. */
  readonly callback: Rate;
  /** The price from which on it follows; absent: the first that comes. */
  readonly activation?: Price;
  /** Absent until it follows. */
  readonly extreme?: Extreme;
}

export interface Trails {
  /** One that is known already keeps the furthest price that it has seen here. */
  put(id: number, follow: Follow): void;
  /** True when it was there. */
  remove(id: number): boolean;
  /** Also of one that fired, until it is removed: it may have to be watched again. */
  extremeOf(id: number): Extreme | undefined;
  /** The price goes on; nothing fires. Returns those that begin to follow. */
  extend(tick: Extreme): readonly number[];
  /** Those that this price reaches. They no longer follow until they are put again. */
  firedBy(price: Price): readonly number[];
}

export function createTrails(fires: Fires): Trails {
  const groups = createTrailGroups(fires);
  const followers = new Map<number, Follower>();
  /** Those that do not follow yet: until their activation, or the first price. */
  const waiting = createTriggers();
  const unpriced = new Set<number>();

  const furthest = (a: Extreme | undefined, b: Extreme | undefined): Extreme | undefined =>
    a === undefined || (b !== undefined && groups.isFurther(b.price, a.price)) ? b : a;

  function withdraw(follower: Follower): void {
    groups.leave(follower);
    waiting.forget(follower.id);
    unpriced.delete(follower.id);
  }

  return {
    put(id, { callback, activation, extreme: stored }) {
      const known = followers.get(id);
      if (known?.group !== undefined && known.callback === callback) {
        const seen = groups.extremeOf(known);
        if (furthest(seen, stored) === seen) return;
      }
      if (known !== undefined) withdraw(known);
      const follower: Follower = { id, callback, group: undefined, extreme: undefined };
      followers.set(id, follower);
      const extreme = furthest(known?.extreme, stored);
      if (extreme !== undefined) groups.join(follower, extreme);
      else if (activation === undefined) unpriced.add(id);
      else
        waiting.watch({
          id,
          fires: fires === 'AT_OR_BELOW' ? 'AT_OR_ABOVE' : 'AT_OR_BELOW',
          level: activation,
        });
    },
    remove(id) {
      const follower = followers.get(id);
      if (follower === undefined) return false;
      withdraw(follower);
      return followers.delete(id);
    },
    extremeOf(id) {
      const follower = followers.get(id);
      return follower && groups.extremeOf(follower);
    },
    extend(tick) {
      groups.extend(tick);
      const activated = waiting.firedBy(tick.price);
      if (activated.length === 0 && unpriced.size === 0) return NONE;
      const started = [...activated, ...unpriced];
      unpriced.clear();
      for (const id of started) {
        const follower = followers.get(id);
        if (follower !== undefined) groups.join(follower, tick);
      }
      return started;
    },
    firedBy(price) {
      const fired = groups.firedBy(price);
      return fired.length === 0 ? NONE : fired.map(({ id }) => id).sort((a, b) => a - b);
    },
  };
}

const NONE: readonly number[] = Object.freeze([]);
