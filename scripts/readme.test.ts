// The README shows the pictures that `npm run pictures` makes, and no others.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { README_PICTURES } from './readme-pictures.mjs';

const root = join(import.meta.dirname, '..');
const made = Object.values(README_PICTURES);

test('every picture of the README is made by the script, and every one that it makes is shown', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const shown = [...readme.matchAll(/docs\/pictures\/([\w.-]+)/g)].map(([, file]) => file);
  expect(shown).toEqual(made);
});

test('the folder of pictures holds them and nothing else', () => {
  expect(readdirSync(join(root, 'docs', 'pictures')).toSorted()).toEqual(made.toSorted());
});

test('every scene that stands in the README exists', () => {
  // Most are listed; a few are passed by a journey on its way.
  const scenes = [
    ...readdirSync(join(root, 'e2e')).filter((file) => file.endsWith('-scenes.ts')),
    ...readdirSync(join(root, 'e2e', 'journeys')).map((file) => join('journeys', file)),
  ].map((file) => readFileSync(join(root, 'e2e', file), 'utf8'));
  for (const name of Object.keys(README_PICTURES))
    expect(scenes.some((text) => text.includes(`name: '${name}'`))).toBe(true);
  expect(existsSync(join(root, 'scripts', 'pictures.mjs'))).toBe(true);
});
