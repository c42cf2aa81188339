import { expect, test } from 'vitest';
import {
  formatClock,
  formatDate,
  formatDateRange,
  formatDateTime,
  formatDay,
  formatDayOfYear,
  formatDuration,
  formatMonthDay,
  isSameDay,
} from './format-date.ts';

/** 2025-11-14, half past midnight in Seoul: still the day before in London. */
const friday = Date.UTC(2025, 10, 13, 15, 30);

test('a day is the Korean day, with its weekday', () => {
  expect(formatDay(friday, 'ko')).toBe('11월 14일 (금)');
  expect(formatDay(friday, 'en')).toBe('Fri, Nov 14');
  expect(formatDay(undefined, 'ko')).toBe('–');
  expect(formatMonthDay(friday, 'ko')).toBe('11월 14일');
  expect(formatMonthDay(friday, 'en')).toBe('Nov 14');
  expect(formatMonthDay(undefined, 'ko')).toBe('–');
  expect(formatDayOfYear(friday, 'ko')).toBe('2025년 11월 14일 (금)');
  expect(formatDayOfYear(friday, 'en')).toBe('Fri, Nov 14, 2025');
});

test('the last second of a Korean day is on that day', () => {
  expect(formatDate(Date.UTC(2025, 11, 31, 14, 59, 59))).toBe('2025.12.31');
  expect(formatDate(Date.UTC(2025, 11, 31, 15, 0, 0))).toBe('2026.01.01');
});

test('a range has its year once, and twice when it crosses one', () => {
  const october = Date.UTC(2025, 9, 15, 3);
  expect(formatDateRange({ from: october, to: friday })).toBe('2025.10.15 – 11.14');
  expect(formatDateRange({ from: october, to: Date.UTC(2026, 0, 2) })).toBe('2025.10.15 – 2026.01.02');
});

test('the time is written with 24 hours', () => {
  expect(formatClock(friday)).toBe('00:30');
  expect(formatClock(Date.UTC(2025, 10, 14, 12, 7))).toBe('21:07');
  expect(formatDateTime(friday)).toBe('2025.11.14 00:30');
  expect(formatDateTime(undefined)).toBe('–');
});

test('two moments around midnight in Seoul are on two days', () => {
  expect(isSameDay(friday, friday - 31 * 60_000)).toBe(false);
  expect(isSameDay(friday, friday + 60_000)).toBe(true);
});

test.each([
  [0, '00:00:00'],
  [-1, '00:00:00'],
  [3_599_999, '00:59:59'],
  [28_800_000, '08:00:00'],
  [360_000_000, '100:00:00'],
])('%d ms last %s', (durationMs, shown) => expect(formatDuration(durationMs)).toBe(shown));
