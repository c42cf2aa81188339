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

/** Something that goes on from one await point of an I/O to another: the first is the last one before it begins. */
export interface Span {
  readonly what: string;
  readonly from: number;
  readonly to: number;
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
  /** Another run, which went the same way so far, has checked what happens. */
  isRepeat(): boolean;
  /** How many await points of an I/O there were. */
  points(): number;
  /** From so many await points until now this went on. */
  wentOn(what: string, from: number): void;
  /** One more await point of an I/O; returns how the machine dies there, if it does. */
  crashPoint(machine: number, operation: number): CrashKind | undefined;
  crash(machine: number, kind: CrashKind): void;
}
