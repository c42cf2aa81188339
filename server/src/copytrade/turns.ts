// Whose turn it is: one follow of each trader after the other, so that a trader with many followers does not make the
// followers of all others wait.
import type { PlayerId } from '@maru/engine/purse';

export interface Turns {
  /** Its turn comes after everything of the same trader that waits already. */
  add(trader: PlayerId, follow: number): void;
  /** Undefined when nothing waits. */
  take(): number | undefined;
  size(): number;
}

/** Of a queue, places that were taken are given up when there are so many. */
const COMPACT_FROM = 1_024;

export function createTurns(): Turns {
  /** The trader whose turn it is first; `next` is the place from which on nothing was taken. */
  const queues = new Map<PlayerId, { follows: number[]; next: number }>();

  return {
    add(trader, follow) {
      const queue = queues.get(trader);
      if (queue === undefined) queues.set(trader, { follows: [follow], next: 0 });
      else queue.follows.push(follow);
    },
    take() {
      for (const [trader, queue] of queues) {
        queues.delete(trader);
        const follow = queue.follows[queue.next];
        queue.next += 1;
        if (queue.next >= COMPACT_FROM && queue.next * 2 > queue.follows.length) {
          queue.follows = queue.follows.slice(queue.next);
          queue.next = 0;
        }
        if (queue.next < queue.follows.length) queues.set(trader, queue);
        return follow;
      }
      return undefined;
    },
    size() {
      let sum = 0;
      for (const { follows, next } of queues.values()) sum += follows.length - next;
      return sum;
    },
  };
}
