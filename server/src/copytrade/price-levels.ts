// Prices at which something must be looked at again, of one instrument: those that a falling price reaches and those that
// a rising one does. What was replaced stays until it is reached or until there is too much of it.
import type { Price } from '@maru/engine/amount';

export interface Level {
  readonly price: Price;
  readonly id: number;
  readonly version: number;
}

export interface PriceLevels {
  add(level: Level): void;
  /** Takes away every level that this price has reached, in no order. */
  reach(price: Price): readonly Level[];
  readonly size: number;
}

/** At this many levels it is looked how many of them still count. */
const COMPACT_FROM = 1_024;

/** `direction`: whether a price reaches a level by falling to it or by rising to it. */
export function createPriceLevels(
  direction: 'FALL' | 'RISE',
  isCurrent: (level: Level) => boolean,
): PriceLevels {
  /** A heap: no level is reached before the one above it, at half its place. */
  let heap: Level[] = [];
  let compactAt = COMPACT_FROM;
  const isBefore =
    direction === 'FALL'
      ? (one: Level, other: Level) => one.price > other.price
      : (one: Level, other: Level) => one.price < other.price;
  const isReached =
    direction === 'FALL'
      ? (level: Level, price: Price) => price <= level.price
      : (level: Level, price: Price) => price >= level.price;

  function swap(one: number, other: number): void {
    const kept = heap[one]!;
    heap[one] = heap[other]!;
    heap[other] = kept;
  }

  function rise(from: number): void {
    for (let place = from; place > 0; ) {
      const above = (place - 1) >> 1;
      if (!isBefore(heap[place]!, heap[above]!)) return;
      swap(place, above);
      place = above;
    }
  }

  function sink(from: number): void {
    for (let place = from; ; ) {
      let first = place;
      for (const below of [2 * place + 1, 2 * place + 2])
        if (below < heap.length && isBefore(heap[below]!, heap[first]!)) first = below;
      if (first === place) return;
      swap(place, first);
      place = first;
    }
  }

  function takeFirst(): Level {
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length > 0) {
      heap[0] = last;
      sink(0);
    }
    return first;
  }

  function compact(): void {
    heap = heap.filter(isCurrent);
    for (let place = (heap.length >> 1) - 1; place >= 0; place -= 1) sink(place);
    compactAt = Math.max(COMPACT_FROM, 2 * heap.length);
  }

  return {
    add(level) {
      if (heap.length >= compactAt) compact();
      heap.push(level);
      rise(heap.length - 1);
    },
    reach(price) {
      const reached: Level[] = [];
      while (heap.length > 0 && isReached(heap[0]!, price)) reached.push(takeFirst());
      return reached;
    },
    get size() {
      return heap.length;
    },
  };
}
