// A token that a theme lacks, or a rule that selects a theme by name, is wrong only in one theme and is not noticed in
// the other.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// The tests of the app run from the project's root.
const source = join(process.cwd(), 'app', 'src');
const tokens = readFileSync(join(source, 'ui', 'tokens.css'), 'utf8').replace(/\/\*.*?\*\//gs, '');

/** The declarations of every block whose selector ends like this, in the order of the sheet. */
const blocks = (selector: string): readonly (readonly string[])[] =>
  tokens
    .split('}')
    .map((block) => block.split('{'))
    .filter((parts) => parts.at(-2)?.trim().endsWith(selector))
    .map((parts) =>
      (parts.at(-1) ?? '').split(';').flatMap((line) => line.trim().replace(/\s+/g, ' ') || []),
    );

const named = (lines: readonly string[] | undefined) => lines?.map((line) => line.split(':')[0]).sort();

test('ink and paper set the same tokens', () => {
  expect(blocks('[data-theme="light"]').length).toBeGreaterThan(0);
  expect(named(blocks('[data-theme="light"]')[0])).toEqual(named(blocks('[data-theme="dark"]')[0]));
});

test('no component selects a theme by name', () => {
  const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.css') && !path.endsWith('tokens.css'),
  );
  const asking = sheets.filter((path) =>
    /data-theme|data-updown/.test(readFileSync(join(source, path), 'utf8')),
  );
  expect(asking).toEqual([]);
});
