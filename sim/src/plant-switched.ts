// Loads every file that has planted bugs behind a switch: who imports it calls the file itself, or a copy of it with a
// bug. So one process tries one bug after the other, and most of its code is compiled well by then. Must run before
// anything else is imported.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { mutants } from './mutants.ts';
import { changed, mutantOf, sourceOf } from './plant.ts';
import { switches } from './switches.ts';

const COPY = '?copy=';
/** The file itself, and a copy of it without a bug. */
const ITSELF = 'itself';
const SOUND = 'sound';

const FILES = [...new Set(mutants.flatMap(({ changes }) => changes.map(({ file }) => file)))];

export function registerSwitches(): void {
  registerHooks({
    load(url, context, next) {
      const [path = '', copy] = url.split(COPY);
      const file = FILES.find((each) => path.endsWith(each));
      if (file === undefined) return next(url, context);
      if (copy === undefined) {
        const names = namesIn(readFileSync(new URL(url), 'utf8'));
        if (names === undefined) return next(url, context);
        return { format: 'module', source: switchOf(url, names), shortCircuit: true };
      }
      const loaded = next(url, context);
      const name = decodeURIComponent(copy);
      if (name === ITSELF || name === SOUND) return loaded;
      const changes = mutantOf(name).changes.filter((change) => change.file === file);
      return { ...loaded, source: changed(mutantOf(name), sourceOf(loaded.source), changes) };
    },
  });
}

interface Names {
  readonly functions: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
}

/** What a file exports. Undefined where a copy would not do: two classes of one name are not the same. */
export function namesIn(source: string): Names | undefined {
  const [functions, values] = [new Set<string>(), new Set<string>()];
  for (const [line] of source.matchAll(/^export .*$/gm)) {
    if (/^export (type|interface) /.test(line)) continue;
    const [, called] = /^export (?:async )?function\*? ?(\w+)/.exec(line) ?? [];
    const [, value] = /^export const (\w+)/.exec(line) ?? [];
    if (called !== undefined) functions.add(called);
    else if (value !== undefined) values.add(value);
    else return undefined;
  }
  return { functions, values };
}

function switchOf(url: string, { functions, values }: Names): string {
  const call = (name: string) => `(...given) { return (active ?? itself).${name}.apply(this, given); }`;
  return [
    `import * as itself from ${JSON.stringify(`${url}${COPY}${ITSELF}`)};`,
    `import { switches } from ${JSON.stringify(new URL('./switches.ts', import.meta.url).href)};`,
    'var active;',
    `switches.set(${JSON.stringify(url)}, (copy) => { active = copy; });`,
    ...Array.from(functions, (name) => `export function ${name}${call(name)}`),
    ...Array.from(
      values,
      (name) =>
        `export const ${name} = typeof itself.${name} === 'function' ? function ${call(name)} : itself.${name};`,
    ),
  ].join('\n');
}

/** Switches one bug on and all others off. False when it is in a file without a switch. */
export async function switchOn(name: string | undefined): Promise<boolean> {
  for (const set of switches.values()) set(undefined);
  const files = new Set(name === undefined ? [] : mutantOf(name).changes.map(({ file }) => file));
  for (const file of files) {
    const [url, set] = [...switches].find(([each]) => each.endsWith(file)) ?? [];
    if (set === undefined) return false;
    set(await import(`${url}${COPY}${encodeURIComponent(name ?? '')}`));
  }
  return true;
}

/** Copies without a bug, of all files that have a switch. */
export async function switchToCopies(): Promise<void> {
  for (const [url, set] of switches) set(await import(`${url}${COPY}${SOUND}`));
}
