// Crash at every await point of a script: once without, to count them, then once for each.
import type { Goal } from './goals.ts';
import { calmPlan, type Mode, ownScriptPlan, type Plan } from './plan.ts';
import { simProducts } from './products.ts';
import type { CrashKind } from './stage.ts';
import { runPlan } from './world.ts';

interface Script {
  readonly what: string;
  readonly plan: Plan;
  /** Only around these goals. */
  readonly around?: readonly Goal[];
}

/** What everybody does together, and what single products want to be looked at in detail. */
export function scriptsOf(mode: Mode, seed: number): readonly Script[] {
  const own = simProducts.flatMap((product): Script[] => {
    const plan = ownScriptPlan(mode, product);
    if (plan === undefined || product.ownScript === undefined) return [];
    const { what, around } = product.ownScript;
    return [{ what, plan, around }];
  });
  return [{ what: 'all products', plan: calmPlan(mode, seed) }, ...own];
}

/** So many points before something became durable it was not yet submitted, and so many after it everything is written. */
const BEFORE = 40;
const AFTER = 25;

/** Must be called from a macrotask, as `runPlan`. Crashes everywhere, or where the script is `around` its goals. */
export function crashEverywhere({ plan, around }: Script, kind: CrashKind) {
  const calm = runPlan(plan);
  const failures: { point: number; what: string }[] = [];
  if (calm.violation) failures.push({ point: 0, what: calm.violation.what });
  const centres = calm.reachedAt.filter(({ goal }) => around?.includes(goal));
  if (around?.some((goal) => !calm.goals.has(goal)))
    failures.push({ point: 0, what: `the script no longer reaches ${around.join(', ')}` });
  let points = 0;
  for (let point = 1; point <= calm.points; point += 1) {
    const isNear = centres.some((each) => point >= each.point - BEFORE && point <= each.point + AFTER);
    if (around !== undefined && !isNear) continue;
    points += 1;
    const { violation } = runPlan(plan, { crashAt: { point, kind } });
    if (violation) failures.push({ point, what: violation.what });
  }
  return { points, failures };
}
