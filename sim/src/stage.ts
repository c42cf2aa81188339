// What every simulated part shares: time, chance, faults, the trace, and the way to end the run.
import type { Faults } from './faults.ts';
import type { Goal } from './goals.ts';
import type { Plan } from './plan.ts';
import type { Scheduler } from './scheduler.ts';
import type { Trace } from './trace.ts';
import type { Violation } from './violation.ts';

export type CrashKind = 'kill' | 'power';

/** The wall clock of all machines, which a fault may set, and how often that has happened. */
export interface Clock {
  readonly nowMs: number;
  readonly steps: number;
}

export interface Stage {
  clock(): Clock;
  readonly plan: Plan;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly trace: Trace;
  reached(goal: Goal): void;
  /** Ends the run; the first violation is the one that counts. */
  fail(violation: Violation): void;
  isOver(): boolean;
  /** One more await point of an I/O; returns how the machine dies there, if it does. */
  crashPoint(machine: number, operation: number): CrashKind | undefined;
  crash(machine: number, kind: CrashKind): void;
}
