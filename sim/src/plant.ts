// Puts a planted bug into the real sources while they are being loaded. Must run before anything else is imported.
import { registerHooks } from 'node:module';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';

export function mutantOf(name: string): Mutant {
  const mutant = mutants.find((each) => each.name === name);
  if (mutant === undefined) throw new Error(`no planted bug is called ${name}`);
  return mutant;
}

export function plant(name: string): void {
  const mutant = mutantOf(name);
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const changes = mutant.changes.filter(({ file }) => url.endsWith(file));
      if (changes.length === 0) return loaded;
      return { ...loaded, source: changed(mutant, sourceOf(loaded.source), changes) };
    },
  });
}

export const sourceOf = (source: unknown) =>
  typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString('utf8');

export function changed({ name }: Mutant, source: string, changes: Mutant['changes']): string {
  return changes.reduce((text, { file, from, to }) => {
    if (text.split(from).length !== 2) throw new Error(`the planted bug "${name}" no longer fits ${file}`);
    return text.replace(from, () => to);
  }, source);
}
