// Calendars of exchanges: what staff enter is checked by line, takes two people, counts at once and after a restart.
import { parseDate } from '@maru/engine/market/calendar-date';
import type { Instrument } from '@maru/engine/market/instrument';
import { isOpen } from '@maru/engine/market/trading-hours';
import { DAY_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabases } from '../db/testing.ts';
import { insertTestSite } from '../desk/testing.ts';
import {
  type Asks,
  asksOf,
  COLLEAGUE,
  HEAD,
  OWNER,
  openTestHttp,
  person,
  principalOf,
  STAFF,
} from '../http/testing.ts';
import { type ExchangeCalendar, openCalendars } from '../market/calendars.ts';
import { hangSeng } from '../market/testing.ts';
import { createStaffRequests } from '../staff/requests.ts';
import { calendarRoutes } from './calendar-routes.ts';

type Modules = typeof import('@maru/contract/control/calls') & typeof import('@maru/contract/staff/calls');

/** Wednesday noon in Korea. */
const NOW = millis(Date.parse('2026-11-18T12:00:00+09:00'));
const FRIDAY_NOON = millis(Date.parse('2026-11-20T12:00:00+09:00'));
const HEADER = 'calendar,date,hours,note';
const DATES = '/api/office/calendar';
/** Heads one site and not the platform. */
const SITE_HEAD = person(6, 'STAFF');

describe.each(testDatabases)('on $name', ({ open }) => {
  let store: TestDatabase;
  let asks: Asks<Modules>;
  let exchange: ExchangeCalendar;
  let now: Millis;
  let changes: number;
  let close: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(async () => {
    await close?.();
    await store.drop();
  });
  beforeEach(async () => {
    await emptyDatabase(store);
    await insertTestSite(store);
    now = NOW;
    changes = 0;
    await start();
  });

  /** As a process does that starts on what the one before it has stored. */
  async function start(): Promise<void> {
    await close?.();
    exchange = { code: 'HKEX', koName: '홍콩', hours: { ...hangSeng.hours, exceptions: new Map() } };
    const calendars = await openCalendars(store.database, [exchange]);
    calendars.onChange(() => {
      changes += 1;
    });
    const instruments: readonly Instrument[] = [{ ...hangSeng, hours: exchange.hours }];
    const requests = createStaffRequests(store.database);
    const http = await openTestHttp({
      routes: [...calendarRoutes({ calendars, instruments, requests }), ...requests.routes],
      clock: () => now,
      authenticate: async (token) => {
        const [id, role] = token.split('.');
        const principal = principalOf(person(Number(id), role as 'STAFF'));
        const isPlatform = role === 'STAFF' && principal.player !== SITE_HEAD.id;
        return isPlatform ? { ...principal, standing: { ...HEAD, level: 1 } } : principal;
      },
    });
    asks = asksOf<Modules>(http);
    close = () => http.close();
  }

  const change = (...lines: readonly string[]) =>
    asks.post(`${DATES}/change`, { csv: [HEADER, ...lines].join('\n'), reason: '거래소 공지' }, STAFF);
  const approve = (staffRequestId: number | undefined, by = COLLEAGUE) =>
    asks.post('/api/office/request/approve', { staffRequestId }, by);

  test('players see and change nothing', async () => {
    for (const [by, status] of [
      [undefined, 401],
      [OWNER, 403],
    ] as const) {
      expect((await asks.get(`${DATES}/list?from=2026-11-16`, by)).status).toBe(status);
      expect((await asks.post(`${DATES}/check`, { csv: HEADER }, by)).status).toBe(status);
      expect((await asks.post(`${DATES}/change`, { csv: HEADER }, by)).status).toBe(status);
    }
  });

  test('only staff who run the platform ask for a change and approve it, because every site trades by it', async () => {
    const csv = `${HEADER}\nHKEX,2026-11-20,,태풍`;
    const asked = await asks.post(`${DATES}/change`, { csv, reason: '거래소 공지' }, SITE_HEAD);
    expect(asked.body.code).toBe('FORBIDDEN');
    const { body } = await change('HKEX,2026-11-20,,태풍');
    expect((await approve(body.waiting.id, SITE_HEAD)).body.code).toBe('FORBIDDEN');
    expect(isOpen(exchange.hours, FRIDAY_NOON)).toBe(true);
    // It still waits for somebody who may.
    expect((await approve(body.waiting.id)).body.outcome).toBe('DONE');
    expect(isOpen(exchange.hours, FRIDAY_NOON)).toBe(false);
  });

  test('a holiday takes two people, closes the exchange at once, and still does after a restart', async () => {
    expect(isOpen(exchange.hours, FRIDAY_NOON)).toBe(true);
    const { body } = await change('HKEX,2026-11-20,,태풍');
    expect(body).toMatchObject({
      lines: [{ line: 2, kind: 'HOLIDAY', fault: null }],
      waiting: { kind: 'CALENDAR', subject: 'HKEX 2026-11-20' },
    });
    expect(isOpen(exchange.hours, FRIDAY_NOON)).toBe(true);
    expect((await approve(body.waiting.id, STAFF)).body.code).toBe('SECOND_PERSON_NEEDED');
    expect((await approve(body.waiting.id)).body.outcome).toBe('DONE');
    expect(changes).toBe(1);
    expect(isOpen(exchange.hours, FRIDAY_NOON)).toBe(false);
    await start();
    expect(isOpen(exchange.hours, FRIDAY_NOON)).toBe(false);
    const { calendars } = (await asks.get(`${DATES}/list?from=2026-11-16&days=7`, STAFF)).body;
    expect(calendars[0].days.map(({ tradeDate }) => tradeDate)).not.toContain('2026-11-20');
    expect(calendars[0].exceptions).toMatchObject([
      { date: '2026-11-20', kind: 'HOLIDAY', hours: '', note: '태풍', wouldTrade: [{}, {}] },
    ]);
    const rows = await store.database.transaction((tx) =>
      tx.query<{ subject: string; confirmed_by: number }>(
        "select subject, confirmed_by from staff_change where area = 'CALENDAR'",
      ),
    );
    expect(rows).toMatchObject([{ subject: 'HKEX 2026-11-20', confirmed_by: COLLEAGUE.id }]);
  });

  test('a date that began while the request waited is not changed any more', async () => {
    const { body } = await change('HKEX,2026-11-19,,태풍');
    now = millis(NOW + DAY_MS - 60_000);
    expect((await approve(body.waiting.id)).body).toMatchObject({ code: 'SETTING_INVALID', field: 'line 2' });
    expect(exchange.hours.exceptions.size).toBe(0);
  });

  test.each([
    ['HKEX,2026-11-18,,오늘', 'BEGUN'],
    ['HKEX,2026-11-21,,토요일', 'SAME'],
    ['HKEX,2026-11-20,10:15-9:00,', 'HOURS'],
    ['HKEX,2026-11-20,noon,', 'HOURS'],
    ['HKEX,2026-02-30,,', 'DATE'],
    ['HKEX,2031-01-02,,', 'DATE_RANGE'],
    ['NYSE,2026-11-20,,', 'CALENDAR'],
    ['HKEX,2026-11-20,,=1+1', 'NOTE'],
    ['HKEX,2026-11-20', 'LINE'],
    ['HKEX,2026-11-20,-12:00-05:00,', 'OVERLAPS'],
  ])('%s is refused by its line, and nothing of the file is entered', async (line, fault) => {
    const csv = [HEADER, 'HKEX,2026-11-24,10:15-13:00,반나절', line].join('\n');
    const { body } = await asks.post(`${DATES}/check`, { csv }, STAFF);
    expect(body).toMatchObject({ isValid: false, lines: [{ fault: null, kind: 'EARLY_CLOSE' }, { fault }] });
    const refused = await asks.post(`${DATES}/change`, { csv }, STAFF);
    expect(refused.body).toMatchObject({ code: 'CALENDAR_INVALID', field: 'line 3' });
    expect(refused.body.message).toMatch(/[가-힣]/);
    expect((await asks.get('/api/office/request/list', STAFF)).body.content).toEqual([]);
  });

  test('a line twice, no line and a file without its header are refused', async () => {
    for (const csv of ['', HEADER, 'HKEX,2026-11-20,,', `${HEADER}\n${'HKEX,2026-11-20,,\n'.repeat(2)}`])
      expect((await asks.post(`${DATES}/check`, { csv }, STAFF)).body.isValid).toBe(false);
    expect((await asks.get(`${DATES}/list?from=2026-13-01`, STAFF)).status).toBe(422);
  });

  test('an entered holiday can be taken back by the usual hours', async () => {
    await approve((await change('HKEX,2026-11-20,,태풍')).body.waiting.id);
    await approve((await change('HKEX,2026-11-20,10:15-13:00 14:00-17:30,정상')).body.waiting.id);
    expect(isOpen(exchange.hours, FRIDAY_NOON)).toBe(true);
    expect(exchange.hours.exceptions.has(parseDate('2026-11-20')!)).toBe(true);
  });
});
