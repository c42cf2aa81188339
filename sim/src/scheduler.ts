// Virtual time. Everything that happens is an event in one heap; after each event all promises that became ready run,
// synchronously, so that ordinary async code repeats exactly.
import { mix, streams } from './dice.ts';

export interface Scheduler {
  nowMs(): number;
  after(delayMs: number, run: () => void): void;
  pause(ms: number): Promise<void>;
  /** Runs events in order until told to stop or until there are none. */
  run(isOver: () => boolean): 'DONE' | 'ENDLESS';
  events(): number;
}

/** Twice the longest honest run: fifty clients who retry through 25 s of failing starts (seed 1327, 525,631 events). */
const MOST_EVENTS = 1_000_000;

interface Scheduled {
  readonly atMs: number;
  /** Decides between events of one instant. */
  readonly tie: number;
  readonly run: () => void;
}

// Written as a text so that tools which do not know the engine's own syntax can still read this file. It does nothing
// inside a microtask: the loop must be entered from a macrotask.
const drainMicrotasks = new Function('%PerformMicrotaskCheckpoint()') as () => void;

export function createScheduler(seed: number): Scheduler {
  const heap: Scheduled[] = [];
  let nowMs = 0;
  let scheduled = 0;
  let ran = 0;

  const isBefore = (a: Scheduled, b: Scheduled) => a.atMs < b.atMs || (a.atMs === b.atMs && a.tie < b.tie);

  function push(item: Scheduled): void {
    let index = heap.length;
    heap.push(item);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent] as Scheduled;
      if (!isBefore(item, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = item;
  }

  function pop(): Scheduled | undefined {
    const [top] = heap;
    const last = heap.pop();
    if (top === undefined || last === undefined || heap.length === 0) return top;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Scheduled, heap[child] as Scheduled))
        child += 1;
      const below = heap[child] as Scheduled;
      if (!isBefore(below, last)) break;
      heap[index] = below;
      index = child;
    }
    heap[index] = last;
    return top;
  }

  function after(delayMs: number, run: () => void): void {
    scheduled += 1;
    push({
      atMs: nowMs + Math.max(0, delayMs),
      tie: mix(seed, streams.schedule, scheduled) + scheduled / 2 ** 32,
      run,
    });
  }

  return {
    nowMs: () => nowMs,
    after,
    pause: (ms) => new Promise((resolve) => after(ms, resolve)),
    run(isOver) {
      drainMicrotasks();
      while (!isOver()) {
        const next = pop();
        if (next === undefined) return 'DONE';
        if (ran >= MOST_EVENTS) return 'ENDLESS';
        nowMs = next.atMs;
        ran += 1;
        next.run();
        drainMicrotasks();
      }
      return 'DONE';
    },
    events: () => ran,
  };
}
