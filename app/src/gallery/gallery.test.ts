import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { appearanceSearch, readAppearance } from './appearance.ts';

// The tests of the app run from the project's root.
const app = join(process.cwd(), 'app');

test('the gallery is not part of the build: only index.html is built, and nothing in it links here', () => {
  const config = readFileSync(join(app, 'vite.config.ts'), 'utf8');
  expect(config).not.toContain('gallery');
  const leading = readdirSync(join(app, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith(`gallery${sep}`))
    .filter((path) =>
      /from '[^']*gallery|import\('[^']*gallery/.test(readFileSync(join(app, 'src', path), 'utf8')),
    );
  expect(leading).toEqual([]);
  expect(readFileSync(join(app, 'index.html'), 'utf8')).not.toContain('gallery');
});

test('an address without a choice shows both themes, and an unknown choice is ignored', () => {
  const plain = { theme: 'both', updown: 'global' };
  expect(readAppearance('')).toEqual(plain);
  expect(readAppearance('?theme=pink&updown=7')).toEqual(plain);
});

test('what was chosen is read back from the address', () => {
  const appearance = { theme: 'light', updown: 'kr' } as const;
  expect(readAppearance(appearanceSearch(appearance))).toEqual(appearance);
});
