// The database server of table mode: connections that break before, during or after a commit, and restarts.
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
  /** A statement that has its answer when it begins. */
  ask<Result>(label: string, answer: () => Result): Promise<Result>;
}

export interface VirtualDatabase {
  connect(machine: Machine): Connection;
  /** Raised by each restart: what was open before is gone. */
  life(): number;
  restart(downMs: number): void;
  /** The connections of this machine are broken; its next statements find out. */
  sever(machine: number): void;
}

export function createDatabase(stage: Stage): VirtualDatabase {
  const { scheduler, faults, plan, trace } = stage;
  let life = 0;
  let downUntilMs = 0;
  const severedFor = new Map<number, number>();

  function connect(machine: Machine): Connection {
    let asked = machine.firstOperation;

    function run<Result>(label: string, begin: () => Begun<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        if (!machine.isAlive()) return;
        const operation = machine.nextOperation();
        if (machine.diesAt(2 * operation)) return;
        asked += 1;
        const slow = faults.strikes('slow-database', machine.id, asked) ? 60 : 1;
        const tookMs = machine.latencyMs(operation, plan.knobs.databaseMs) * slow;
        const myLife = life;
        const isGone = () => life !== myLife || scheduler.nowMs() < downUntilMs;
        const finish = (done: () => void) =>
          scheduler.after(tookMs / 4, () =>
            machine.deliver(() => machine.diesAt(2 * operation + 1) || done()),
          );
        const lose = (why: string) => {
          trace.note(`m${machine.id} ${label} ${why}`);
          finish(() => reject(new ConnectionLost(why)));
        };
        if (isGone()) return finish(() => reject(new ConnectionLost('refused')));
        const severed = severedFor.get(machine.id) ?? 0;
        severedFor.set(machine.id, severed - 1);
        if (severed > 0 || faults.strikes('lost-before-commit', machine.id, asked))
          return lose('lost before');
        const during = faults.strikes('lost-during-commit', machine.id, asked);
        const after = faults.strikes('lost-after-commit', machine.id, asked);
        if (during) lose('lost during');

        const commit = (begun: Exclude<Begun<Result>, 'WAIT'>) => {
          if (isGone()) {
            if ('abort' in begun) begun.abort();
            if (!during) finish(() => reject(new ConnectionLost('server gone')));
            return;
          }
          // A client that lost the connection does not know whether the server committed.
          const isAppend = label.startsWith('insert');
          if (during && 'abort' in begun && share(plan.seed, streams.faults, 5, machine.id, asked) < 0.4) {
            begun.abort();
            if (isAppend) stage.reached('unknown commit gone');
            return;
          }
          trace.note(`m${machine.id} ${label}`);
          let answer: Result;
          try {
            answer = 'answer' in begun ? begun.answer : begun.commit();
          } catch (fault) {
            // The statement was refused, or a check of what it read failed: the caller gets the error.
            if (!during) finish(() => reject(fault as Error));
            return;
          }
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

    return { run, ask: (label, answer) => run(label, () => ({ answer: answer() })) };
  }

  return {
    connect,
    life: () => life,
    sever: (machine) => void severedFor.set(machine, 3),
    restart(downMs) {
      life += 1;
      downUntilMs = Math.max(downUntilMs, scheduler.nowMs() + downMs);
      trace.note(`database restarts, back in ${downMs} ms`);
    },
  };
}
