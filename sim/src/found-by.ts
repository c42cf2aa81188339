// Which seed found each planted bug when it was last looked for. The search begins there, which saves the time of the
// seeds before it and nothing else: a bug that this seed no longer finds is looked for in the seeds after it.
import { readFileSync, writeFileSync } from 'node:fs';

export type FoundBy = ReadonlyMap<string, number>;

const FILE = new URL('../found-by.json', import.meta.url);

export function loadFoundBy(): FoundBy {
  return new Map(Object.entries(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>));
}

/** Keeps the order of the planted bugs, so that a change of one is a change of one line. */
export function saveFoundBy(foundBy: FoundBy, names: readonly string[]): void {
  const known = names.flatMap((name) => {
    const seed = foundBy.get(name);
    return seed === undefined ? [] : [[name, seed] as const];
  });
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(known), undefined, 2)}\n`);
}
