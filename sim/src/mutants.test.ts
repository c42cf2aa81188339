import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadFoundBy } from './found-by.ts';
import { mutants } from './mutants.ts';

const changes = mutants.flatMap(({ name, changes }) => changes.map((change) => ({ name, ...change })));

test.each(changes)('the planted bug “$name” still fits $file', ({ file, from }) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(source.split(from)).toHaveLength(2);
});

test('no two planted bugs share a name', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

test('a seed is noted only for a planted bug that exists', () => {
  const names = new Set(mutants.map(({ name }) => name));
  expect([...loadFoundBy().keys()].filter((name) => !names.has(name))).toEqual([]);
});
