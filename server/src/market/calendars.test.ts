// What staff enter in one process counts in the others.
import type { DayNumber } from '@maru/engine/market/calendar-date';
import { siteId } from '@maru/engine/purse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { type ExchangeCalendar, openCalendars } from './calendars.ts';
import { bitcoin, NOON } from './testing.ts';

const DAY = 20_410 as DayNumber;

const exchange = (): ExchangeCalendar => ({
  code: 'TEST',
  koName: '시험',
  hours: { ...bitcoin.hours, exceptions: new Map() },
});

describe.each(testDatabases)('calendars of two processes on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());

  test('an exception that is entered in one holds in the other once it was read, and is told once', async () => {
    const first = await openCalendars(store.database, [exchange()]);
    const second = await openCalendars(store.database, [exchange()]);
    let told = 0;
    second.onChange(() => {
      told += 1;
    });
    const holiday = { calendar: 'TEST', date: DAY, stretches: [], note: '휴장' };
    await first.enter([holiday], siteId(1), { staff: 1, now: NOON, reason: 'test' });
    expect(second.byCode('TEST')?.hours.exceptions.has(DAY)).toBe(false);
    await second.refresh();
    await second.refresh();
    expect(second.byCode('TEST')?.hours.exceptions.get(DAY)).toEqual([]);
    expect(second.noteOf('TEST', DAY)).toBe('휴장');
    expect(told).toBe(1);
  });
});
