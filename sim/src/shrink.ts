// Makes a failing run small: first as few faults as possible, then as few commands, with the same violation.
import { drawPlan } from './plan.ts';
import { runPlan } from './world.ts';

export interface Regression {
  readonly seed: number;
  readonly invariant: string;
  readonly what: string;
  readonly faults: readonly string[];
  readonly commands: readonly string[];
}

export function shrink(seed: number): Regression | undefined {
  const plan = drawPlan(seed);
  const first = runPlan(plan);
  if (first.violation === undefined) return undefined;
  const { invariant } = first.violation;
  const failsWith = (faults: readonly string[], commands: readonly string[]) => {
    const { violation } = runPlan(plan, { onlyFaults: new Set(faults), onlyCommands: new Set(commands) });
    return violation?.invariant === invariant;
  };
  const unique = [...new Set(first.faults)];
  const faults = failsWith(unique, first.commands)
    ? reduce(unique, (some) => failsWith(some, first.commands))
    : unique;
  const commands = reduce(first.commands, (some) => failsWith(faults, some));
  return { seed, invariant, what: first.violation.what, faults, commands };
}

export const replay = ({ seed, faults, commands }: Regression) =>
  runPlan(drawPlan(seed), { onlyFaults: new Set(faults), onlyCommands: new Set(commands) });

/** Delta debugging: leaves out ever smaller parts for as long as it still fails. */
function reduce(items: readonly string[], fails: (some: readonly string[]) => boolean): readonly string[] {
  let left = items;
  for (let parts = 2; left.length > 0; ) {
    const size = Math.ceil(left.length / parts);
    const smaller = cuts(left, size).find(fails);
    if (smaller !== undefined) {
      left = smaller;
      parts = Math.max(2, parts - 1);
    } else if (size === 1) return left;
    else parts = Math.min(left.length, parts * 2);
  }
  return left;
}

const cuts = (items: readonly string[], size: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.filter((_item, index) => Math.floor(index / size) !== part),
  );
