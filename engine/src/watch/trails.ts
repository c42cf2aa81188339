// Levels that follow a price: each fires a share behind the furthest price that it has seen, as a trailing stop does.
import type { Price, Rate } from '../amount.ts';
import { createTriggers, type Fires } from '../market/trigger-index.ts';
import type { Millis } from '../time.ts';
import { createTrailGroups, type Extreme, type Follower } from './trail-groups.ts';

export interface Follow {
  /** Share of the furthest price. */
  readonly callback: Rate;
  /** The price from which on it follows; absent: the first that comes. */
  readonly activation?: Price;
  /** Absent until it follows. */
  readonly extreme?: Extreme;
  /** Prices that are recalled from before it are none of its own. */
  readonly since?: Millis;
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
  /** Those that this price reaches. They fire no more until they are put again, but know how far the price goes. */
  firedBy(price: Price): readonly number[];
  /** Prices that were missed, in their order, before the first that may fire. Returns those that begin to follow. */
  recall(ticks: readonly Extreme[]): readonly number[];
}

export function createTrails(fires: Fires): Trails {
  const groups = createTrailGroups(fires);
  const followers = new Map<number, Follower>();
  const follows = new Map<number, Follow>();
  /** Those that fired: whoever is put again goes on from the furthest price, also from one that came since. */
  const firedGroups = createTrailGroups(fires);
  const fired = new Set<number>();
  /** Those that do not follow yet: until their activation, or the first price. */
  const waiting = createTriggers();
  const unpriced = new Set<number>();

  const furthest = (a: Extreme | undefined, b: Extreme | undefined): Extreme | undefined =>
    a === undefined || (b !== undefined && groups.isFurther(b.price, a.price)) ? b : a;

  function withdraw(follower: Follower): void {
    (fired.delete(follower.id) ? firedGroups : groups).leave(follower);
    waiting.forget(follower.id);
    unpriced.delete(follower.id);
  }

  function put(id: number, follow: Follow): void {
    const { callback, activation, extreme: stored } = follow;
    follows.set(id, follow);
    const known = followers.get(id);
    if (known?.group !== undefined && known.callback === callback && !fired.has(id)) {
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
  }

  function extend(tick: Extreme): readonly number[] {
    groups.extend(tick);
    firedGroups.extend(tick);
    const activated = waiting.firedBy(tick.price);
    if (activated.length === 0 && unpriced.size === 0) return NONE;
    const started = [...activated, ...unpriced];
    unpriced.clear();
    for (const id of started) {
      const follower = followers.get(id);
      if (follower !== undefined) groups.join(follower, tick);
    }
    return started;
  }

  return {
    put,
    remove(id) {
      const follower = followers.get(id);
      if (follower === undefined) return false;
      withdraw(follower);
      follows.delete(id);
      return followers.delete(id);
    },
    extremeOf(id) {
      const follower = followers.get(id);
      return follower && groups.extremeOf(follower);
    },
    extend,
    firedBy(price) {
      const reached = groups.firedBy(price);
      if (reached.length === 0) return NONE;
      for (const follower of reached) {
        fired.add(follower.id);
        if (follower.extreme !== undefined) firedGroups.join(follower, follower.extreme);
      }
      return reached.map(({ id }) => id).sort((a, b) => a - b);
    },
    recall(ticks) {
      const late = [...follows].sort(([, a], [, b]) => (a.since ?? 0) - (b.since ?? 0));
      for (const follower of followers.values()) withdraw(follower);
      const started: number[] = [];
      let next = 0;
      const putUntil = (ts: number) => {
        for (let one = late[next]; one !== undefined && (one[1].since ?? 0) <= ts; one = late[++next])
          put(...one);
      };
      for (const tick of ticks) {
        putUntil(tick.ts);
        started.push(...extend(tick));
      }
      putUntil(Infinity);
      return started;
    },
  };
}

const NONE: readonly number[] = Object.freeze([]);
