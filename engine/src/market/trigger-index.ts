// The triggers that wait for a price: limits, stops, take-profits, stop-losses and isolated liquidations of one
// instrument and one kind of price (last, mark, bid or ask). A tick that reaches none costs two comparisons, however
// many wait.
import type { Price } from '../amount.ts';
import { assert } from '../assert.ts';

/** Both include the level itself: a stop at 100 fires at 100 (docs/rules.md 3.5). */
export type Fires = 'AT_OR_ABOVE' | 'AT_OR_BELOW';

export interface Trigger {
  /** Older triggers have smaller numbers. What has several legs numbers them itself, say order × 4 + leg. */
  readonly id: number;
  readonly fires: Fires;
  readonly level: Price;
}

/**
 * Ids are always returned in the order in which a moving price would reach them: those that fire above from the
 * lowest level up, then those that fire below from the highest level down, and on one level the smaller id first.
 * Which kind of order goes first on a tick (docs/rules.md 3.5) is decided by the caller, which knows what each id
 * stands for.
 */
export interface Triggers {
  readonly size: number;
  watch(trigger: Trigger): void;
  /** True when the trigger was there: a cancelled one may have fired on the same tick. */
  forget(id: number): boolean;
  /** For a level that changes with its position: an id that is forgotten and watched thousands of times gets slow. */
  move(id: number, level: Price): void;
  levelOf(id: number): Price | undefined;
  /** The ids that would fire at this price. Reads only, so that a decision may call it. */
  reachedBy(price: Price): readonly number[];
  /** The ids that fire at this price; they are removed. */
  firedBy(price: Price): readonly number[];
}

export function createTriggers(): Triggers {
  const above = createSide('AT_OR_ABOVE');
  const below = createSide('AT_OR_BELOW');
  const waiting = new Map<number, Waiting>();
  const sideOf = (one: Waiting): Side => (one.fires === 'AT_OR_ABOVE' ? above : below);

  return {
    get size() {
      return waiting.size;
    },
    watch({ id, fires, level }) {
      assert(Number.isSafeInteger(id), 'a trigger’s id is a whole number');
      assert(!waiting.has(id), `trigger ${id} is watched once`);
      const one: Waiting = { id, fires, level, place: -1 };
      waiting.set(id, one);
      sideOf(one).add(one);
    },
    forget(id) {
      const one = waiting.get(id);
      if (one === undefined) return false;
      waiting.delete(id);
      sideOf(one).remove(one);
      return true;
    },
    move(id, level) {
      const one = waiting.get(id);
      assert(one !== undefined, `trigger ${id} moves while it is watched`);
      one.level = level;
      sideOf(one).moved(one);
    },
    levelOf: (id) => waiting.get(id)?.level,
    reachedBy(price) {
      if (!above.isReachedBy(price) && !below.isReachedBy(price)) return NOBODY;
      return [...above.reachedBy(price), ...below.reachedBy(price)].map((one) => one.id);
    },
    firedBy(price) {
      if (!above.isReachedBy(price) && !below.isReachedBy(price)) return NOBODY;
      const fired: number[] = [];
      for (const side of [above, below]) {
        for (let one = side.removeReached(price); one !== undefined; one = side.removeReached(price)) {
          waiting.delete(one.id);
          fired.push(one.id);
        }
      }
      return fired;
    },
  };
}

const NOBODY: readonly number[] = Object.freeze([]);

interface Waiting {
  readonly id: number;
  readonly fires: Fires;
  level: Price;
  /** Where in its side's heap it lies, so that it can be taken out without a search. */
  place: number;
}

interface Side {
  add(one: Waiting): void;
  remove(one: Waiting): void;
  /** Its level is another one than before. */
  moved(one: Waiting): void;
  isReachedBy(price: Price): boolean;
  removeReached(price: Price): Waiting | undefined;
  reachedBy(price: Price): readonly Waiting[];
}

/** Four children per parent: half as deep as two, and four neighbouring keys share a cache line. */
const CHILDREN = 4;
const parentOf = (place: number): number => (place - 1) >> 2;

/** A heap with the level that a price reaches first on top. */
function createSide(fires: Fires): Side {
  const rising = fires === 'AT_OR_ABOVE';
  const heap: Waiting[] = [];
  // Doubles in heap order spare most comparisons the walk to the trigger and its bigint. Rounding keeps the order
  // but may make neighbours equal: equal keys are decided by the exact levels.
  const keys: number[] = [];

  const keyOf = (one: Waiting): number => (rising ? Number(one.level) : -Number(one.level));
  const reaches = (price: Price, level: Price): boolean => (rising ? price >= level : price <= level);

  function isBefore(a: Waiting, b: Waiting): boolean {
    if (a.level === b.level) return a.id < b.id;
    return a.level < b.level === rising;
  }

  /** Is this trigger reached before the one that lies at that place? */
  function isAhead(one: Waiting, key: number, place: number): boolean {
    const other = keys[place]!;
    return key < other || (key === other && isBefore(one, heap[place]!));
  }

  function put(one: Waiting, key: number, place: number): void {
    heap[place] = one;
    keys[place] = key;
    one.place = place;
  }

  function rise(one: Waiting, key: number, from: number): void {
    let place = from;
    while (place > 0) {
      const parent = parentOf(place);
      if (!isAhead(one, key, parent)) break;
      put(heap[parent]!, keys[parent]!, place);
      place = parent;
    }
    put(one, key, place);
  }

  function sink(one: Waiting, key: number, from: number): void {
    let place = from;
    for (;;) {
      const first = place * CHILDREN + 1;
      const end = Math.min(first + CHILDREN, heap.length);
      if (first >= end) break;
      let best = first;
      for (let child = first + 1; child < end; child++) {
        if (isAhead(heap[child]!, keys[child]!, best)) best = child;
      }
      if (isAhead(one, key, best)) break;
      put(heap[best]!, keys[best]!, place);
      place = best;
    }
    put(one, key, place);
  }

  function remove(one: Waiting): void {
    const { place } = one;
    assert(heap[place] === one, 'a trigger lies where it says');
    const end = heap.length - 1;
    const last = heap[end]!;
    const lastKey = keys[end]!;
    // Not `pop`: once it is compiled it never gives memory back, and a crash of the market empties a large index.
    heap.length = end;
    keys.length = end;
    if (last !== one) settle(last, lastKey, place);
  }

  /** Puts it at this place, or where it belongs above or below. */
  function settle(one: Waiting, key: number, place: number): void {
    if (place > 0 && isAhead(one, key, parentOf(place))) rise(one, key, place);
    else sink(one, key, place);
  }

  const isReachedBy = (price: Price): boolean => heap.length > 0 && reaches(price, heap[0]!.level);

  return {
    add(one) {
      heap.push(one);
      keys.push(0);
      rise(one, keyOf(one), heap.length - 1);
    },
    remove,
    moved(one) {
      assert(heap[one.place] === one, 'a trigger lies where it says');
      settle(one, keyOf(one), one.place);
    },
    isReachedBy,
    removeReached(price) {
      if (!isReachedBy(price)) return undefined;
      const one = heap[0]!;
      remove(one);
      return one;
    },
    reachedBy(price) {
      const reached: Waiting[] = [];
      const visit = (place: number): void => {
        const one = heap[place];
        // The children of a trigger that is not reached are not reached either.
        if (one === undefined || !reaches(price, one.level)) return;
        reached.push(one);
        for (let child = 1; child <= CHILDREN; child++) visit(place * CHILDREN + child);
      };
      visit(0);
      return reached.sort((a, b) => (isBefore(a, b) ? -1 : 1));
    },
  };
}
