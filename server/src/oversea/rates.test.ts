import { millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { nextOpening, openingOf } from './rates.ts';

const at = (text: string) => millis(Date.parse(`${text}+09:00`));

test.each([
  ['2026-11-12T08:59:59.999', '2026-11-11T09:00', '2026-11-12T09:00'],
  ['2026-11-12T09:00:00.000', '2026-11-12T09:00', '2026-11-13T09:00'],
  ['2026-11-13T09:00:00.000', '2026-11-13T09:00', '2026-11-16T09:00'],
  ['2026-11-14T12:00:00.000', '2026-11-13T09:00', '2026-11-16T09:00'],
  ['2026-11-16T08:59:59.999', '2026-11-13T09:00', '2026-11-16T09:00'],
  ['2026-11-16T00:00:00.000', '2026-11-13T09:00', '2026-11-16T09:00'],
])('at %s the rates of %s hold, and the next come at %s', (now, since, next) => {
  expect(openingOf(at(now))).toBe(at(since));
  expect(nextOpening(at(now))).toBe(at(next));
});
