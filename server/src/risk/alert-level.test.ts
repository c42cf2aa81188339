import { expect, test } from 'vitest';
import { type AlertLevel, nextLevel } from './alert-level.ts';

test.each<[AlertLevel | undefined, number, AlertLevel | undefined]>([
  [undefined, 0.79, undefined],
  [undefined, 0.8, 'NEAR'],
  [undefined, 1, 'OVER'],
  ['NEAR', 0.75, 'NEAR'],
  ['NEAR', 0.7, undefined],
  ['NEAR', 1, 'OVER'],
  ['OVER', 0.95, 'OVER'],
  ['OVER', 0.9, 'NEAR'],
  ['OVER', 0.5, undefined],
])('an alert that is %s is at %d of its limit %s', (level, used, next) => {
  expect(nextLevel(level, used)).toBe(next);
});

test('a figure that moves around its limit fires once', () => {
  let level: AlertLevel | undefined;
  const changes: (AlertLevel | undefined)[] = [];
  for (const used of [0.78, 0.81, 0.79, 0.82, 0.78, 1.01, 0.99, 1.02, 0.97]) {
    const next = nextLevel(level, used);
    if (next !== level) changes.push(next);
    level = next;
  }
  expect(changes).toEqual(['NEAR', 'OVER']);
});
