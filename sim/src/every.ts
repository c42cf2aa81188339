// Crash at every await point of a script: once without, to count them, then once for each.

import { type During, pointsOf } from './every-points.ts';
import { calmPlan, type Mode, ownScriptPlan, type Plan } from './plan.ts';
import { simProducts } from './products.ts';
import type { CrashKind } from './stage.ts';
import { type RunResult, runPlan } from './world.ts';

export interface Script {
  readonly what: string;
  readonly plan: Plan;
  /** Only while these go on, and around them. */
  readonly during?: readonly string[];
}

/** What everybody does together, and what single products want to be looked at in detail. */
export function scriptsOf(mode: Mode, seed: number): readonly Script[] {
  const own = simProducts.flatMap((product): Script[] => {
    const plan = ownScriptPlan(mode, product);
    if (plan === undefined || product.ownScript === undefined) return [];
    const { what, during } = product.ownScript;
    return [{ what, plan, during }];
  });
  return [{ what: 'all products', plan: calmPlan(mode, seed) }, ...own];
}

/** Several processes share the points: this one takes every so-manieth. */
export interface Part {
  readonly part: number;
  readonly of: number;
}

export interface Crashed {
  /** At which this process crashed it. */
  readonly points: number;
  /** Of all processes: while something went on that the script asks for. */
  readonly during: During;
  readonly failures: readonly { readonly point: number; readonly what: string }[];
}

/** Must be called from a macrotask, as `runPlan`. */
export const runCalm = ({ plan }: Script): RunResult => runPlan(plan);

/** The same. Crashes at all points, or where something goes on that the script asks for. */
export function crashEverywhere(
  { plan, during: asked }: Script,
  calm: RunResult,
  kind: CrashKind,
  { part, of }: Part,
): Crashed {
  const failures: { point: number; what: string }[] = [];
  if (calm.violation) failures.push({ point: 0, what: calm.violation.what });
  const { points, during } = pointsOf(calm, asked);
  for (const [what, count] of Object.entries(during))
    if (count === 0) failures.push({ point: 0, what: `the script has no longer ${what}` });
  const own = points.filter((_, place) => place % of === part);
  for (const point of own) {
    const { violation } = runPlan(plan, { crashAt: { point, kind } });
    if (violation) failures.push({ point, what: violation.what });
  }
  return { points: own.length, during, failures };
}
