// Crash at every await point of a script: once without, to count them, then once for each.
import { calmPlan, type Mode } from './plan.ts';
import type { CrashKind } from './stage.ts';
import { runPlan } from './world.ts';

export interface EveryDone {
  readonly mode: Mode;
  readonly kind: CrashKind;
  readonly points: number;
  readonly failures: readonly { readonly point: number; readonly what: string }[];
}

/** Must be called from a macrotask, as `runPlan`. */
export function crashEverywhere(mode: Mode, kind: CrashKind, seed: number): EveryDone {
  const plan = calmPlan(mode, seed);
  const calm = runPlan(plan);
  const failures: { point: number; what: string }[] = [];
  if (calm.violation) failures.push({ point: 0, what: calm.violation.what });
  for (let point = 1; point <= calm.points; point += 1) {
    const { violation } = runPlan(plan, { crashAt: { point, kind } });
    if (violation) failures.push({ point, what: violation.what });
  }
  return { mode, kind, points: calm.points, failures };
}
