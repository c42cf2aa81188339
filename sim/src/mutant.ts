// A planted bug: a change of the real source as it is loaded. One that no longer fits its source fails loudly instead
// of surviving.

interface Change {
  /** The end of the file's path. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface Mutant {
  readonly name: string;
  readonly changes: readonly Change[];
}

type ChangesOfFile = Readonly<Record<string, readonly [from: string, to: string]>>;

/** Changes by file and name. A bug that needs changes of two files stands under both, with the same name. */
export function plantedBugs(files: Readonly<Record<string, ChangesOfFile>>): readonly Mutant[] {
  const changesOf = new Map<string, Change[]>();
  for (const [file, changes] of Object.entries(files))
    for (const [name, [from, to]] of Object.entries(changes))
      changesOf.set(name, [...(changesOf.get(name) ?? []), { file, from, to }]);
  return Array.from(changesOf, ([name, changes]) => ({ name, changes }));
}
