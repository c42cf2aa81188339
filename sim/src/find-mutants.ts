// Searches for every planted bug with the simulator: one that no seed finds has survived.
import { loadFoundBy, saveFoundBy } from './found-by.ts';
import { mutants } from './mutants.ts';
import { runSeeds, type SeedsDone } from './seeds.ts';
import { openSwitchingProcess, type SwitchingProcess } from './switching-process.ts';

/** A mutant that more seeds than this do not find has survived. */
const SEEDS_PER_MUTANT = 1_000;
const AT_A_TIME = 2;
/** Run at the end without a bug. */
const LAST_SEED = 1;

export interface Search {
  /** Only planted bugs with this in their name. */
  readonly only: string | undefined;
  /** Begins at this seed instead of the one that found the bug last. */
  readonly from: number | undefined;
  /** Writes down which seeds found them. */
  readonly note: boolean;
  /** Seeds up to this one are known to hold without a planted bug. */
  readonly proven: number;
  readonly writeLine: (line: string) => void;
}

/** Returns whether each of them was found. */
export async function findMutants({ only, from, note, proven, writeLine }: Search): Promise<boolean> {
  const chosen = mutants.filter(({ name }) => only === undefined || name.includes(only));
  const waiting = chosen.map(({ name }) => name);
  const foundBy = loadFoundBy();
  const found = new Map<string, number>();

  const saveFound = (): void =>
    saveFoundBy(
      new Map([...foundBy, ...found]),
      mutants.map(({ name }) => name),
    );

  /** By its noted seed where bugs are switched on and off, else in a process of its own. */
  async function search(
    switching: SwitchingProcess,
    name: string,
    first: number,
  ): Promise<Pick<SeedsDone, 'failure'>> {
    const failure = await switching.tryOut({ mutant: name, seed: first });
    if (failure !== undefined) return { failure };
    return runSeeds({ from: first, count: SEEDS_PER_MUTANT, mutant: name, workers: 1 });
  }

  async function find(switching: SwitchingProcess, name: string): Promise<void> {
    const began = performance.now();
    const first = from ?? foundBy.get(name) ?? 1;
    const done = await search(switching, name, first).catch(() => undefined);
    if (done === undefined) writeLine(`DID NOT RUN, see the error above  ${name}`);
    else if (done.failure === undefined)
      writeLine(`SURVIVED the ${SEEDS_PER_MUTANT} seeds from ${first}  ${name}`);
    else {
      const { seed, what } = done.failure;
      found.set(name, seed);
      // A search that is cut short keeps what it found.
      if (note) saveFound();
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      writeLine(`found by seed ${String(seed).padStart(4)} in ${seconds} s  ${name}: ${what.slice(0, 120)}`);
    }
  }

  let isSound = true;
  async function findNext(): Promise<void> {
    const switching = openSwitchingProcess();
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await find(switching, next);
    // Else a bug that stayed would have found those after it, too.
    const failure = await switching.tryOut({ mutant: undefined, seed: LAST_SEED });
    switching.close();
    if (failure === undefined) return;
    isSound = false;
    writeLine(`seed ${LAST_SEED} FAILS WITH ALL PLANTED BUGS SWITCHED OFF: ${failure.what}`);
  }

  await Promise.all(Array.from({ length: AT_A_TIME }, findNext));
  // A seed that also fails without the planted bug has found a bug of ours.
  const unproven = [...found.values()].filter((seed) => seed > proven);
  const { failure } = await runSeeds({ seeds: new Set(unproven) });
  if (failure !== undefined) {
    for (const [name, seed] of found) if (seed === failure.seed) found.delete(name);
    writeLine(`seed ${failure.seed} FAILS WITHOUT A PLANTED BUG: ${failure.what}`);
  }
  writeLine(`${found.size} of ${chosen.length} planted bugs found`);
  const moved = [...found].filter(([name, seed]) => foundBy.get(name) !== seed).length;
  if (note) saveFound();
  else if (moved > 0)
    writeLine(`${moved} of them by another seed than last time: with --note the next search begins there`);
  return isSound && found.size === chosen.length && chosen.length > 0;
}
