// The wall clock of all machines, which a fault may set.
import { share } from './dice.ts';
import { clockMsAt, type Plan } from './plan.ts';
import type { Scheduler } from './scheduler.ts';
import type { Clock } from './stage.ts';

export interface WallClock {
  now(): Clock;
  /** A fault sets it, forwards or back. */
  step(draw: number, part: number): 'BACK' | 'ON';
  /** That much time passes for everybody. */
  jump(ms: number): void;
  /** A clock that went back is set right. */
  setRight(): void;
}

/** Some day in 2026: far from zero, so that a clock that steps back stays a time. */
const START_MS = 1_790_000_000_000;

export function createWallClock(plan: Plan, scheduler: Scheduler): WallClock {
  let stepMs = 0;
  let steps = 0;
  let furthestMs = 0;

  function setRight(): void {
    steps += 1;
    stepMs = furthestMs;
  }

  function move(byMs: number): void {
    stepMs += byMs;
    steps += 1;
    furthestMs = Math.max(furthestMs, stepMs);
  }

  return {
    now: () => ({ nowMs: START_MS + clockMsAt(plan, scheduler.nowMs()) + stepMs, steps }),
    step(draw, part) {
      const byMs = [500, 3_600_000, 86_400_000][draw % 3] ?? 500;
      move(part < 0.5 ? -byMs : byMs);
      // Nothing is accepted while the clock is behind: staff read the log and correct it.
      if (stepMs < furthestMs) scheduler.after(50 + Math.floor(1_500 * share(draw, 4)), setRight);
      return part < 0.5 ? 'BACK' : 'ON';
    },
    jump: move,
    setRight,
  };
}
