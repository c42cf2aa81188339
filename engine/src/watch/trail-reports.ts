// How far the price went for orders that follow it is made durable from time to time: so a restart need not read many
// ticks again.
import type { Millis } from '../time.ts';

const REPORT_EVERY_MS = 60_000;

/** An order that follows a price. */
interface Following {
  readonly leg: number;
  readonly instrument: number;
}

export interface TrailReports {
  add(following: Following, now: Millis): void;
  /** It has just begun to follow: that is reported at once. */
  started(following: Following): void;
  isDue(now: Millis): boolean;
  /** Looks at so many at most that are due, each once a minute. `report` says that one is gone by returning false. */
  reportSome(limit: number, now: Millis, report: (following: Following) => boolean): void;
}

export function createTrailReports(): TrailReports {
  /** In the order in which they are due: all wait equally long. */
  let queue: (Following & { readonly dueAt: Millis })[] = [];
  let head = 0;
  const begun: Following[] = [];
  const waiting = new Set<number>();

  const isDue = (now: Millis): boolean => begun.length > 0 || (queue[head]?.dueAt ?? Infinity) <= now;

  function wait({ leg, instrument }: Following, now: Millis): void {
    waiting.add(leg);
    queue.push({ leg, instrument, dueAt: (now + REPORT_EVERY_MS) as Millis });
  }

  function takeFirst(): Following | undefined {
    const first = queue[head];
    head += 1;
    if (head * 2 > queue.length) {
      queue = queue.slice(head);
      head = 0;
    }
    return first;
  }

  return {
    add(following, now) {
      if (!waiting.has(following.leg)) wait(following, now);
    },
    started: (following) => void begun.push(following),
    isDue,
    reportSome(limit, now, report) {
      for (let looked = 0; looked < limit && isDue(now); looked++) {
        const fresh = begun.pop();
        if (fresh !== undefined) {
          report(fresh);
          continue;
        }
        const one = takeFirst();
        if (one === undefined) return;
        if (report(one)) wait(one, now);
        else waiting.delete(one.leg);
      }
    },
  };
}
