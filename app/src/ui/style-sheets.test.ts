// Styles are global: where two sheets have a rule for the same bare class, the one that is loaded last decides.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// The tests of the app run from the project's root.
const source = join(process.cwd(), 'app', 'src');
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.css'),
);

/** Classes with a rule of their own: not those of a list of selectors, nor inside an @-rule. */
function classesOf(path: string): ReadonlySet<string> {
  const text = readFileSync(join(source, path), 'utf8').replace(/\/\*.*?\*\//gs, '');
  return new Set([...text.matchAll(/^(?<!,\n)(\.[\w-]+) \{/gm)].map(([, name = '']) => name));
}

test('a class has its own rule in one style sheet only', () => {
  const homes = Map.groupBy(
    sheets.flatMap((path) => [...classesOf(path)].map((name) => ({ name, path }))),
    ({ name }) => name,
  );
  const shared = [...homes].filter(([, places]) => places.length > 1);
  expect(shared.map(([name, places]) => [name, ...places.map(({ path }) => path)])).toEqual([]);
});
