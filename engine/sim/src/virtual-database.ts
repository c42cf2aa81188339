// The database server of table mode: connections that break before, during or after a commit, restarts, and the one
// lock that belongs to a connection.
import { share, streams } from './dice.ts';
import type { Machine } from './machine.ts';
import type { Stage } from './stage.ts';

export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/** What a statement does when it begins: it has its answer, it will have it at the commit, or it waits for another. */
export type Begun<Result> =
  | { readonly answer: Result }
  | { readonly commit: () => Result; readonly abort: () => void }
  | 'WAIT';

export interface Connection {
  /** Throws `ConnectionLost` when the outcome is not known, and what `begin` throws as it is. */
  run<Result>(label: string, begin: () => Begun<Result>): Promise<Result>;
  isOpen(): boolean;
  /** Takes the lock that tells a living owner from a dead one; it is free again when the connection breaks. */
  tryLock(): boolean;
  hasLock(): boolean;
}

export interface VirtualDatabase {
  connect(machine: Machine): Connection;
  restart(downMs: number): void;
  /** The connections of a machine that is gone. */
  drop(machine: number): void;
}

export function createDatabase(stage: Stage): VirtualDatabase {
  const { scheduler, faults, plan, trace } = stage;
  let life = 0;
  let downUntilMs = 0;
  let lock: { readonly machine: number; readonly session: number } | undefined;
  const broken = new Map<number, (() => void)[]>();

  function connect(machine: Machine): Connection {
    let session = 0;
    let open = true;
    let asked = 0;

    function breakNow(): void {
      if (lock?.machine === machine.id && lock.session === session) lock = undefined;
      session += 1;
      machine.deliverFirst(() => {
        open = false;
      });
    }
    broken.set(machine.id, [...(broken.get(machine.id) ?? []), breakNow]);

    function run<Result>(label: string, begin: () => Begun<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        if (!machine.isAlive()) return;
        const operation = machine.nextOperation();
        if (machine.diesAt(2 * operation)) return;
        asked += 1;
        const slow = faults.strikes('slow-database', machine.id, asked) ? 60 : 1;
        const tookMs = machine.latencyMs(operation, plan.knobs.databaseMs) * slow;
        const myLife = life;
        const mySession = session;
        const isGone = () => life !== myLife || scheduler.nowMs() < downUntilMs;
        const finish = (done: () => void) =>
          scheduler.after(tookMs / 4, () =>
            machine.deliver(() => machine.diesAt(2 * operation + 1) || done()),
          );
        const lose = (why: string) => {
          trace.note(`m${machine.id} ${label} ${why}`);
          if (session === mySession) breakNow();
          finish(() => reject(new ConnectionLost(why)));
        };
        if (isGone()) return finish(() => reject(new ConnectionLost('refused')));
        open = true;
        if (faults.strikes('lost-before-commit', machine.id, asked)) return lose('lost before');
        const during = faults.strikes('lost-during-commit', machine.id, asked);
        const after = faults.strikes('lost-after-commit', machine.id, asked);
        if (during) lose('lost during');

        const commit = (begun: Exclude<Begun<Result>, 'WAIT'>) => {
          if (isGone()) {
            if ('abort' in begun) begun.abort();
            if (!during) finish(() => reject(new ConnectionLost('server gone')));
            return;
          }
          // Whoever lost the connection does not know whether the server went on.
          const isAppend = label.startsWith('insert');
          if (during && 'abort' in begun && share(plan.seed, streams.faults, 5, machine.id, asked) < 0.4) {
            begun.abort();
            if (isAppend) stage.reached('unknown commit gone');
            return;
          }
          trace.note(`m${machine.id} ${label}`);
          const answer = 'answer' in begun ? begun.answer : begun.commit();
          if (isAppend && (during || after)) stage.reached('unknown commit found');
          if (during) return;
          if (after) return lose('lost after');
          finish(() => {
            if (life !== myLife) reject(new ConnectionLost('server gone'));
            else resolve(answer);
          });
        };
        const start = () => {
          if (isGone()) {
            if (!during) finish(() => reject(new ConnectionLost('server gone')));
            return;
          }
          try {
            const begun = begin();
            if (begun === 'WAIT') scheduler.after(plan.knobs.databaseMs / 2, start);
            else scheduler.after(during ? tookMs * 3 : tookMs / 4, () => commit(begun));
          } catch (fault) {
            if (!during) finish(() => reject(fault as Error));
          }
        };
        scheduler.after(tookMs / 2, start);
      });
    }

    return {
      run,
      isOpen: () => open,
      tryLock() {
        if (lock !== undefined && (lock.machine !== machine.id || lock.session !== session)) return false;
        lock = { machine: machine.id, session };
        return true;
      },
      hasLock: () => lock?.machine === machine.id && lock.session === session,
    };
  }

  return {
    connect,
    restart(downMs) {
      life += 1;
      downUntilMs = Math.max(downUntilMs, scheduler.nowMs() + downMs);
      lock = undefined;
      trace.note(`database restarts, back in ${downMs} ms`);
      for (const breakAll of broken.values()) for (const breakNow of breakAll) breakNow();
    },
    drop(machine) {
      for (const breakNow of broken.get(machine) ?? []) breakNow();
      broken.delete(machine);
    },
  };
}
