// One process of the server on one machine. Everything it receives from outside passes through here, so that it can be
// killed between any two steps or stalled while everything else goes on.
import { share, streams } from './dice.ts';
import type { Stage } from './stage.ts';

export interface Operation<Result> {
  readonly label: string;
  readonly typicalMs: number;
  /** What happens outside, at half time. Throws for an error that the caller shall see. */
  readonly effect: () => Result;
  /** What happens instead when the process is killed before the effect; nothing when absent. */
  readonly whenKilled?: () => void;
}

export interface Machine {
  readonly id: number;
  /** Operations of a thread are numbered apart, from here on: what it does changes nothing for the others. */
  readonly firstOperation: number;
  isAlive(): boolean;
  /** Runs now, or when the stall is over; never when the machine is dead. */
  deliver(run: () => void): void;
  /** Before anything else that waits for a stalled machine. */
  deliverFirst(run: () => void): void;
  wait(ms: number): Promise<void>;
  soon(): Promise<void>;
  /** An I/O inside this machine (a disk, an embedded database): it dies with the machine. */
  operate<Result>(operation: Operation<Result>): Promise<Result>;
  /** Numbers the operations of this machine; latency and faults of an operation depend on its number. */
  nextOperation(): number;
  latencyMs(operation: number, typicalMs: number): number;
  /** True when the machine died at this await point: twice the operation's number before it, one more after it. */
  diesAt(point: number): boolean;
  kill(): void;
  stall(ms: number): void;
  /** Another thread of the same process. */
  thread(number: number): Machine;
}

const THREAD_OPERATIONS = 1_000_000;

export function createMachine(stage: Stage, id: number): Machine {
  const { scheduler, plan, trace } = stage;
  let alive = true;
  let stalledUntilMs = 0;
  let held: (() => void)[] = [];
  const underWay = new Set<() => void>();
  // After a stall, the held steps run all at once or one by one.
  const wakeStepMs = share(plan.seed, streams.latency, id, -1) < 0.5 ? 0 : 0.1;

  function deliver(run: () => void): void {
    if (!alive) return;
    if (scheduler.nowMs() < stalledUntilMs || held.length > 0) held.push(run);
    else run();
  }

  /** One held step per event, so that promises run between them as they would. */
  function wake(): void {
    if (!alive || scheduler.nowMs() < stalledUntilMs) return;
    const next = held.shift();
    if (next === undefined) return;
    next();
    scheduler.after(wakeStepMs, wake);
  }

  const latencyMs = (operation: number, typicalMs: number) => {
    const draw = share(plan.seed, streams.latency, id, operation);
    return typicalMs * (0.2 + 1.6 * draw * draw);
  };

  function diesAt(point: number): boolean {
    const kind = stage.crashPoint(id, point);
    if (kind === undefined) return false;
    stage.crash(id, kind);
    return true;
  }

  const createThread = (firstOperation: number): Machine => {
    let operations = firstOperation;
    return {
      ...shared,
      firstOperation,
      nextOperation: () => operations++,
      operate: ({ label, typicalMs, effect, whenKilled }) =>
        new Promise((resolve, reject) => {
          if (!alive) return;
          const operation = operations++;
          if (diesAt(2 * operation)) return;
          const tookMs = latencyMs(operation, typicalMs);
          if (whenKilled) underWay.add(whenKilled);
          scheduler.after(tookMs / 2, () => {
            if (!alive) return;
            if (whenKilled) underWay.delete(whenKilled);
            trace.note(`m${id} ${label}`);
            let finish: () => void;
            try {
              const result = effect();
              finish = () => resolve(result);
            } catch (fault) {
              finish = () => reject(fault as Error);
            }
            scheduler.after(tookMs / 2, () => deliver(() => diesAt(2 * operation + 1) || finish()));
          });
        }),
    };
  };

  const shared: Omit<Machine, 'firstOperation' | 'nextOperation' | 'operate'> = {
    id,
    isAlive: () => alive,
    deliver,
    deliverFirst(run) {
      if (!alive) return;
      if (scheduler.nowMs() < stalledUntilMs || held.length > 0) held.unshift(run);
      else run();
    },
    wait: (ms) =>
      new Promise((resolve) => {
        if (alive) scheduler.after(ms, () => deliver(resolve));
      }),
    soon: () =>
      new Promise((resolve) => {
        if (alive) scheduler.after(0.02, () => deliver(resolve));
      }),
    latencyMs,
    diesAt,
    kill() {
      if (!alive) return;
      alive = false;
      held = [];
      for (const whenKilled of underWay) whenKilled();
      underWay.clear();
    },
    stall(ms) {
      stalledUntilMs = Math.max(stalledUntilMs, scheduler.nowMs() + ms);
      trace.note(`m${id} stands still for ${ms} ms`);
      scheduler.after(ms, wake);
    },
    thread: (number) => createThread(number * THREAD_OPERATIONS),
  };
  return createThread(0);
}
