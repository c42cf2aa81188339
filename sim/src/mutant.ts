// A planted bug: a change of the real source as it is loaded. One that no longer fits its source fails loudly instead
// of surviving.

export interface Change {
  /** The end of the file's path. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface Mutant {
  readonly name: string;
  readonly changes: readonly Change[];
}

export const one = (name: string, file: string, from: string, to: string): Mutant => ({
  name,
  changes: [{ file, from, to }],
});
