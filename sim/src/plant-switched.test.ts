import { expect, test } from 'vitest';
import { namesIn } from './plant-switched.ts';

const lines = (...all: readonly string[]) => all.join('\n');

test('functions and values of a file go through its switch, types do not', () => {
  const source = lines(
    'export function decide(a: number): number {',
    'export async function load(): Promise<void> {',
    'export function* rowsOf(): Iterable<number> {',
    'export const most = 5;',
    'export const least = (a: number) => a;',
    'export type Amount = bigint;',
    'export interface Row {',
    'const own = 1;',
  );
  expect(namesIn(source)).toEqual({
    functions: new Set(['decide', 'load', 'rowsOf']),
    values: new Set(['most', 'least']),
  });
});

test.each(['export class Fault extends Error {', 'export let count = 0;', 'export default decide;'])(
  'a file with “%s” has no switch',
  (line) => {
    expect(namesIn(lines('export const most = 5;', line))).toBeUndefined();
  },
);
