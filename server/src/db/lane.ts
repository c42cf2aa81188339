// A bounded queue for work that orders must not wait for: few run at once, few more wait, one asker after the other.
import { AsyncLocalStorage } from 'node:async_hooks';

/** The player or guest for whom something is read. */
export interface Asker {
  /** The player, or the address of a guest. */
  readonly who: string | number;
  /** The connection is closed, so the answer would not be received. */
  readonly hasLeft: () => boolean;
}

export interface LaneLimits {
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** One asker alone cannot fill the queue. */
  readonly mostWaitingEach: number;
  /** An asker who has waited longer than this is refused. */
  readonly patienceMs: number;
}

export interface Lane {
  /** Rejects with `LaneBusy` when the queue is full, the wait was too long, or the asker has left. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Runs before all who wait, also when the queue is full. For the platform's own few reads. */
  runFirst<Result>(work: () => Promise<Result>): Promise<Result>;
  waiting(): number;
}

/** Nothing was done; a retry in a moment is safe. */
export class LaneBusy extends Error {
  override name = 'LaneBusy';
}

interface Waiting {
  readonly hasLeft: () => boolean;
  readonly sinceMs: number;
  readonly start: () => void;
  readonly refuse: (why: LaneBusy) => void;
}

const asking = new AsyncLocalStorage<Asker>();
const NOBODY: Asker = { who: '', hasLeft: () => false };

/**
 * The asker is kept in the asynchronous context, because every feature between the call and the database would
 * otherwise have to pass it on.
 */
export const readFor = <Result>(asker: Asker, work: () => Result): Result => asking.run(asker, work);

/** Undefined for work that no read call has started, such as an order. */
export const currentAsker = (): Asker | undefined => asking.getStore();

export function createLane(limits: LaneLimits, steadyMs: () => number = () => performance.now()): Lane {
  /** Askers in the order of their next turn. */
  const queues = new Map<string | number, Waiting[]>();
  const urgent: (() => void)[] = [];
  let waiting = 0;
  let running = 0;

  const isOver = ({ hasLeft, sinceMs }: Waiting, nowMs: number): boolean =>
    hasLeft() || nowMs - sinceMs > limits.patienceMs;

  function next(): Waiting | undefined {
    for (const [who, queue] of queues) {
      const first = queue.shift();
      queues.delete(who);
      if (first === undefined) continue;
      waiting -= 1;
      if (queue.length > 0) queues.set(who, queue);
      return first;
    }
    return undefined;
  }

  function startNext(): void {
    while (running < limits.atOnce) {
      const ours = urgent.shift();
      if (ours !== undefined) {
        ours();
        continue;
      }
      const first = next();
      if (first === undefined) return;
      if (isOver(first, steadyMs())) first.refuse(new LaneBusy('waited too long, or the asker has left'));
      else first.start();
    }
  }

  /** Makes room by refusing work that is overdue or whose asker has left. */
  function sweep(): void {
    const nowMs = steadyMs();
    for (const [who, queue] of queues) {
      const remaining: Waiting[] = [];
      for (const each of queue) {
        if (isOver(each, nowMs)) each.refuse(new LaneBusy('waited too long, or the asker has left'));
        else remaining.push(each);
      }
      waiting -= queue.length - remaining.length;
      if (remaining.length === 0) queues.delete(who);
      else queues.set(who, remaining);
    }
  }

  const isFull = (who: string | number): boolean =>
    waiting >= limits.mostWaiting || (queues.get(who)?.length ?? 0) >= limits.mostWaitingEach;

  async function runNow<Result>(work: () => Promise<Result>): Promise<Result> {
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      startNext();
    }
  }

  return {
    run<Result>(work: () => Promise<Result>): Promise<Result> {
      const asker = currentAsker() ?? NOBODY;
      const { who, hasLeft } = asker;
      if (running < limits.atOnce && waiting === 0) return runNow(work);
      if (isFull(who)) sweep();
      if (isFull(who)) return Promise.reject(new LaneBusy('the queue is full'));
      return new Promise<Result>((resolve, reject) => {
        const queue = queues.get(who) ?? [];
        // It is started when another asker's work finishes, and must not run in that asker's context.
        const start = () => void readFor(asker, () => runNow(work)).then(resolve, reject);
        queue.push({ hasLeft, sinceMs: steadyMs(), start, refuse: reject });
        queues.set(who, queue);
        waiting += 1;
        startNext();
      });
    },
    runFirst: <Result>(work: () => Promise<Result>) =>
      new Promise<Result>((resolve, reject) => {
        urgent.push(() => void runNow(work).then(resolve, reject));
        startNext();
      }),
    waiting: () => waiting,
  };
}
