import { expect, test } from 'vitest';
import { isQuiet, mayPush, usualSetting } from './rules.ts';

const at = (clock: string): number => Date.parse(`2026-11-12T${clock}:00+09:00`);
const night = { fromMinute: 23 * 60, toMinute: 7 * 60 };

test.each([
  [night, '22:59', false],
  [night, '23:00', true],
  [night, '00:00', true],
  [night, '06:59', true],
  [night, '07:00', false],
  [{ fromMinute: 720, toMinute: 780 }, '11:59', false],
  [{ fromMinute: 720, toMinute: 780 }, '12:00', true],
  [{ fromMinute: 720, toMinute: 780 }, '13:00', false],
  [{ fromMinute: 720, toMinute: 720 }, '12:00', false],
])('in quiet hours %o it is %s: %s', (quiet, clock, expected) => {
  expect(isQuiet(quiet, at(clock))).toBe(expected);
});

test('in quiet hours only danger and what was chosen is told, and nothing that was switched off', () => {
  const setting = { ...usualSetting, quiet: night, through: ['PRICE' as const] };
  const told = (clock: string) =>
    usualSetting.push.filter((category) => mayPush(setting, category, at(clock)));
  expect(told('03:00')).toEqual(['RISK', 'PRICE']);
  expect(told('12:00')).toEqual(usualSetting.push);
  expect(mayPush({ ...setting, push: ['FILL'] }, 'RISK', at('03:00'))).toBe(false);
  expect(mayPush({ ...setting, push: ['FILL'] }, 'FILL', at('12:00'))).toBe(true);
});
