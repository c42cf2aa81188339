// Crash at every await point of a script: once without, to count them, then once for each.
import { calmPlan, type Mode } from './plan.ts';
import type { CrashKind } from './stage.ts';
import { runPlan } from './world.ts';

/** Must be called from a macrotask, as `runPlan`. */
export function crashEverywhere(mode: Mode, kind: CrashKind, seed: number) {
  const plan = calmPlan(mode, seed);
  const calm = runPlan(plan);
  const failures: { point: number; what: string }[] = [];
  if (calm.violation) failures.push({ point: 0, what: calm.violation.what });
  for (let point = 1; point <= calm.points; point += 1) {
    const { violation } = runPlan(plan, { crashAt: { point, kind } });
    if (violation) failures.push({ point, what: violation.what });
  }
  return { points: calm.points, failures };
}
