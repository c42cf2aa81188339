// Followers of one price that have seen the same furthest price lie in one group. A price that goes further than several
// groups makes them one: so a tick moves at most one group, however many follow.
import type { Price, Rate } from '../amount.ts';
import { assert } from '../assert.ts';
import { levelBehind } from '../market/level-behind.ts';
import { createTriggers, type Fires } from '../market/trigger-index.ts';
import type { Millis } from '../time.ts';

/** The furthest price that was seen, with the tick that had it. */
export interface Extreme {
  readonly price: Price;
  readonly ts: Millis;
  readonly seq: number;
}

export interface Follower {
  readonly id: number;
  readonly callback: Rate;
  /** Undefined while it does not follow: before it begins, and after it fired. */
  group: Group | undefined;
  /** Its own: that of the group may be of a tick from before it came. */
  extreme: Extreme | undefined;
}

interface Group {
  readonly id: number;
  extreme: Extreme;
  /** The smallest callback, which fires first, is last. */
  readonly followers: Follower[];
}

export interface TrailGroups {
  isFurther(a: Price, b: Price): boolean;
  join(follower: Follower, extreme: Extreme): void;
  leave(follower: Follower): void;
  extremeOf(follower: Follower): Extreme | undefined;
  /** The price goes on. */
  extend(tick: Extreme): void;
  /** Those that this price reaches; they leave. */
  firedBy(price: Price): readonly Follower[];
}

export function createTrailGroups(fires: Fires): TrailGroups {
  const isUp = fires === 'AT_OR_BELOW';
  const isFurther = (a: Price, b: Price): boolean => (isUp ? a > b : a < b);
  /** The one with the furthest price first. */
  const groups: Group[] = [];
  const byId = new Map<number, Group>();
  /** Of each group the level that is reached first. */
  const nearest = createTriggers();
  let created = 0;

  function watchNearest(group: Group): void {
    const first = group.followers.at(-1);
    assert(first !== undefined, 'a group has followers');
    const level = levelBehind(fires, group.extreme.price, first.callback);
    if (nearest.levelOf(group.id) === undefined) nearest.watch({ id: group.id, fires, level });
    else nearest.move(group.id, level);
  }

  function forget(group: Group): void {
    nearest.forget(group.id);
    byId.delete(group.id);
  }

  /** After one or several left. */
  function settle(group: Group): void {
    if (group.followers.length > 0) {
      watchNearest(group);
      return;
    }
    forget(group);
    groups.splice(groups.lastIndexOf(group), 1);
  }

  /** How many groups have seen a price that is as far or further. */
  function placeOf(price: Price): number {
    let [from, to] = [0, groups.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (isFurther(price, groups[middle]!.extreme.price)) to = middle;
      else from = middle + 1;
    }
    return from;
  }

  function insert(group: Group, follower: Follower): void {
    follower.group = group;
    group.followers.splice(placeIn(group.followers, follower), 0, follower);
  }

  const extremeIn = ({ extreme }: Group, { extreme: own }: Follower): Extreme =>
    own === undefined || isFurther(extreme.price, own.price) ? extreme : own;

  return {
    isFurther,
    join(follower, extreme) {
      follower.extreme = extreme;
      const place = placeOf(extreme.price);
      let group = groups[place - 1];
      if (group?.extreme.price !== extreme.price) {
        group = { id: ++created, extreme, followers: [] };
        byId.set(group.id, group);
        groups.splice(place, 0, group);
      }
      insert(group, follower);
      watchNearest(group);
    },
    leave(follower) {
      const { group } = follower;
      if (group === undefined) return;
      follower.extreme = extremeIn(group, follower);
      follower.group = undefined;
      group.followers.splice(placeIn(group.followers, follower), 1);
      settle(group);
    },
    extremeOf: (follower) =>
      follower.group === undefined ? follower.extreme : extremeIn(follower.group, follower),
    extend(tick) {
      const top = groups.at(-1);
      if (top === undefined || !isFurther(tick.price, top.extreme.price)) return;
      let largest: Group | undefined;
      const passed: Group[] = [];
      for (let last = groups.at(-1); last !== undefined; last = groups.at(-1)) {
        if (!isFurther(tick.price, last.extreme.price)) break;
        groups.length -= 1;
        passed.push(last);
        if (largest === undefined || last.followers.length > largest.followers.length) largest = last;
      }
      assert(largest !== undefined, 'the price goes further than one group at least');
      for (const group of passed) {
        if (group === largest) continue;
        forget(group);
        for (const follower of group.followers) insert(largest, follower);
      }
      largest.extreme = tick;
      groups.push(largest);
      watchNearest(largest);
    },
    firedBy(price) {
      const reached = nearest.firedBy(price);
      if (reached.length === 0) return NOBODY;
      const fired: Follower[] = [];
      for (const id of reached) {
        const group = byId.get(id);
        assert(group !== undefined, 'what is reached is a group');
        for (let last = group.followers.at(-1); last !== undefined; last = group.followers.at(-1)) {
          const level = levelBehind(fires, group.extreme.price, last.callback);
          if (isUp ? price > level : price < level) break;
          last.extreme = extremeIn(group, last);
          last.group = undefined;
          group.followers.length -= 1;
          fired.push(last);
        }
        settle(group);
      }
      return fired;
    },
  };
}

/** Where a follower lies or belongs: the largest callback first, of equal ones the newest. */
function placeIn(sorted: readonly Follower[], { callback, id }: Follower): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = sorted[middle]!;
    if (other.callback > callback || (other.callback === callback && other.id > id)) from = middle + 1;
    else to = middle;
  }
  return from;
}

const NOBODY: readonly Follower[] = Object.freeze([]);
