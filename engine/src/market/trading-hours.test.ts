import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, millis } from '../time.ts';
import { formatIsoDate, parseDate } from './calendar-date.ts';
import {
  checkHours,
  isOpen,
  isRestDay,
  latestTradeDay,
  nextOpening,
  openStretches,
  type Stretch,
  sessionAt,
  type TradingHours,
  tradeDate,
} from './trading-hours.ts';
import { instantOf, wallClock, type ZoneOffsets } from './zone-offsets.ts';

// Everything expected here is read from Intl, which the engine does not have: two independent calendars must agree.
function clockOf(zone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return (at: number) => {
    const parts = Object.fromEntries(format.formatToParts(at).map((part) => [part.type, part.value]));
    const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(parts['weekday'] ?? '');
    const date = `${parts['year']}-${parts['month']}-${parts['day']}`;
    const minute = Number(parts['hour']) * 60 + Number(parts['minute']);
    const wall = Date.parse(`${date}T${parts['hour']}:${parts['minute']}:${parts['second']}Z`);
    return { weekday, date, minute, offsetMs: wall - Math.floor(at / 1_000) * 1_000 };
  };
}

const FROM = Date.UTC(2024, 0, 1);
const TO = Date.UTC(2034, 11, 31);

function zoneOf(name: string): ZoneOffsets {
  const clock = clockOf(name);
  const changes = [{ at: millis(FROM), offsetMs: clock(FROM).offsetMs }];
  for (let day = FROM; day < TO; day += 24 * HOUR_MS) {
    const next = clock(day + 24 * HOUR_MS).offsetMs;
    if (next === changes.at(-1)?.offsetMs) continue;
    let hour = day;
    while (clock(hour).offsetMs !== next) hour += 30 * MINUTE_MS;
    changes.push({ at: millis(hour), offsetMs: next });
  }
  return { name, changes };
}

const chicago = zoneOf('America/Chicago');
const newYork = zoneOf('America/New_York');
const berlin = zoneOf('Europe/Berlin');
const hongKong = zoneOf('Asia/Hong_Kong');
const seoul = zoneOf('Asia/Seoul');

const weekdays = (...stretches: readonly Stretch[]) => [
  [],
  stretches,
  stretches,
  stretches,
  stretches,
  stretches,
  [],
];
const open = (from: number, to: number): Stretch => ({ opensMinute: from * 60, closesMinute: to * 60 });
const hours = (
  zone: ZoneOffsets,
  week: readonly (readonly Stretch[])[],
  exceptions: Readonly<Record<string, readonly Stretch[]>> = {},
): TradingHours => ({
  zone,
  week,
  exceptions: new Map(Object.entries(exceptions).map(([date, stretches]) => [parseDate(date)!, stretches])),
});

const cme = hours(chicago, weekdays(open(-7, 16)));
const nyse = hours(newYork, weekdays(open(9.5, 16)));
const eurex = hours(berlin, weekdays({ opensMinute: 0, closesMinute: 22 * 60, opensByUtc: true }));
const hkex = hours(hongKong, weekdays(open(9.25, 12), open(13, 16.5), open(17.25, 27)));
const forex = hours(seoul, weekdays(open(8, 30)));
const crypto = hours(seoul, Array(7).fill([open(0, 24)]));
const krx = hours(seoul, weekdays(open(9, 15.5)));

type Rule = (clock: { weekday: number; minute: number }, utcMinute: number) => boolean;
const at = (hour: number, minute = 0) => hour * 60 + minute;
const isWeekday = (day: number) => day >= 1 && day <= 5;

/** The same hours written the other way round: by the local time of the exchange. */
const told: readonly (readonly [string, TradingHours, string, Rule])[] = [
  [
    'CME, Sunday to Friday 17:00–16:00 Chicago',
    cme,
    'America/Chicago',
    ({ weekday, minute }) => (isWeekday(weekday) && minute < at(16)) || (weekday <= 4 && minute >= at(17)),
  ],
  [
    'NYSE, 09:30–16:00 New York',
    nyse,
    'America/New_York',
    ({ weekday, minute }) => isWeekday(weekday) && minute >= at(9, 30) && minute < at(16),
  ],
  [
    'Eurex, from midnight UTC to 22:00 Frankfurt',
    eurex,
    'Europe/Berlin',
    ({ weekday, minute }, utcMinute) =>
      isWeekday(weekday) && minute < at(22) && minute >= at(1) && utcMinute < at(22),
  ],
  [
    'HKEX with lunch and night',
    hkex,
    'Asia/Hong_Kong',
    ({ weekday, minute }) =>
      (isWeekday(weekday) &&
        ((minute >= at(9, 15) && minute < at(12)) ||
          (minute >= at(13) && minute < at(16, 30)) ||
          minute >= at(17, 15))) ||
      (weekday >= 2 && minute < at(3)),
  ],
  [
    'forex, 08:00–06:00 Seoul, closed from Saturday 06:00 to Monday 08:00',
    forex,
    'Asia/Seoul',
    ({ weekday, minute }) =>
      (isWeekday(weekday) && minute >= at(8)) || (weekday >= 2 && weekday <= 6 && minute < at(6)),
  ],
  ['crypto, always', crypto, 'Asia/Seoul', () => true],
  [
    'KRX, 09:00–15:30 Seoul',
    krx,
    'Asia/Seoul',
    ({ weekday, minute }) => isWeekday(weekday) && minute >= at(9) && minute < at(15, 30),
  ],
];

describe('an instrument is open exactly when it is by the local time of its exchange', () => {
  test.each(told)('%s', (_name, each, zone, rule) => {
    const clock = clockOf(zone);
    fc.assert(
      fc.property(fc.integer({ min: FROM + 7 * 86_400_000, max: TO - 7 * 86_400_000 }), (instant) => {
        const utcMinute = Math.floor((instant % 86_400_000) / MINUTE_MS);
        expect(isOpen(each, millis(instant))).toBe(rule(clock(instant), utcMinute));
      }),
      { numRuns: 1_500 },
    );
  });

  // Only one of America and Europe has changed its clocks in the second and the last of these.
  const weeks = [
    '2026-03-02',
    '2026-03-09',
    '2026-03-23',
    '2026-03-30',
    '2026-10-19',
    '2026-10-26',
    '2026-11-02',
  ];
  test.each(told)('%s: at every edge, one millisecond before and after', (_name, each, zone, rule) => {
    const clock = clockOf(zone);
    for (const week of weeks) {
      const from = millis(Date.parse(week));
      const to = millis(from + 7 * 86_400_000);
      for (const stretch of openStretches(each, { from, to })) {
        for (const edge of [stretch.opensAt, stretch.closesAt]) {
          for (const instant of [edge - 1, edge, edge + 1]) {
            const utcMinute = Math.floor((instant % 86_400_000) / MINUTE_MS);
            expect([week, instant, isOpen(each, millis(instant))]).toEqual([
              week,
              instant,
              rule(clock(instant), utcMinute),
            ]);
          }
        }
      }
    }
  });
});

const kst = (text: string) => millis(Date.parse(`${text}+09:00`));

describe('what a Korean trader sees', () => {
  test('Chicago opens at 07:00 in summer and at 08:00 in winter', () => {
    expect(nextOpening(cme, kst('2026-07-06T00:00:00'))).toBe(kst('2026-07-06T07:00:00'));
    expect(nextOpening(cme, kst('2026-11-16T00:00:00'))).toBe(kst('2026-11-16T08:00:00'));
  });
  test('Hong Kong opens on Monday at 10:15', () => {
    expect(nextOpening(hkex, kst('2026-11-15T12:00:00'))).toBe(kst('2026-11-16T10:15:00'));
    expect(isRestDay(hkex, kst('2026-11-15T12:00:00'))).toBe(true);
  });
  test('Frankfurt opens at 09:00 all year and closes at 05:00 or 06:00', () => {
    expect(sessionAt(eurex, kst('2026-07-06T12:00:00'))).toMatchObject({
      opensAt: kst('2026-07-06T09:00:00'),
      closesAt: kst('2026-07-07T05:00:00'),
    });
    expect(sessionAt(eurex, kst('2026-11-16T12:00:00'))).toMatchObject({
      opensAt: kst('2026-11-16T09:00:00'),
      closesAt: kst('2026-11-17T06:00:00'),
    });
  });
  test('forex keeps the same Korean hours in both seasons', () => {
    for (const day of ['2026-07-06', '2026-11-16']) {
      expect(isOpen(forex, millis(kst(`${day}T08:00:00`) - 1))).toBe(false);
      expect(isOpen(forex, kst(`${day}T08:00:00`))).toBe(true);
    }
  });
  test('a market that never closes has no next opening and no rest day', () => {
    expect(nextOpening(crypto, kst('2026-11-15T00:00:00'))).toBeUndefined();
    expect(isRestDay(crypto, kst('2026-11-15T23:59:59'))).toBe(false);
  });
});

describe('trade dates', () => {
  test('the session that opens on Sunday evening in Chicago is Monday', () => {
    expect(tradeDate(cme, kst('2026-11-16T08:00:00'))).toBe('2026-11-16');
    expect(tradeDate(cme, millis(kst('2026-11-17T07:00:00') - 1))).toBe('2026-11-16');
    expect(tradeDate(cme, kst('2026-11-17T07:00:00'))).toBe('2026-11-17');
  });
  test('the Hong Kong trade date ends at 03:00, and lunch and dusk are breaks of it', () => {
    const lunch = kst('2026-11-16T13:30:00');
    expect(isOpen(hkex, lunch)).toBe(false);
    expect(tradeDate(hkex, lunch)).toBe('2026-11-16');
    expect(latestTradeDay(hkex, lunch)?.closesAt).toBe(kst('2026-11-17T04:00:00'));
    expect(tradeDate(hkex, kst('2026-11-17T03:59:59'))).toBe('2026-11-16');
    expect(tradeDate(hkex, kst('2026-11-17T04:00:00'))).toBe('2026-11-17');
  });
  test('the day of a market that never closes is the Korean day', () => {
    expect(tradeDate(crypto, millis(kst('2026-11-16T00:00:00') - 1))).toBe('2026-11-15');
    expect(tradeDate(crypto, kst('2026-11-16T00:00:00'))).toBe('2026-11-16');
  });
});

describe('holidays and short days', () => {
  const festive = hours(newYork, weekdays(open(9.5, 16)), {
    '2026-11-26': [],
    '2026-11-27': [open(9.5, 13)],
    '2026-11-30': [open(10.5, 16)],
  });
  const local = (text: string) => instantOf(newYork, Date.parse(`${text}Z`));
  test('a holiday is a rest day and has a next opening', () => {
    expect(isRestDay(festive, local('2026-11-26T10:00:00'))).toBe(true);
    expect(nextOpening(festive, local('2026-11-26T10:00:00'))).toBe(local('2026-11-27T09:30:00'));
  });
  test('an early close ends the day', () => {
    expect(isOpen(festive, millis(local('2026-11-27T13:00:00') - 1))).toBe(true);
    expect(isOpen(festive, local('2026-11-27T13:00:00'))).toBe(false);
    expect(isRestDay(festive, local('2026-11-27T13:00:00'))).toBe(true);
  });
  test('a late opening is the next opening', () => {
    expect(nextOpening(festive, local('2026-11-28T00:00:00'))).toBe(local('2026-11-30T10:30:00'));
  });
});

test('the next opening is open, and the moment before it is not', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(cme, nyse, eurex, hkex, forex, krx),
      fc.integer({ min: FROM + 7 * 86_400_000, max: TO - 40 * 86_400_000 }),
      (each, instant) => {
        const opening = nextOpening(each, millis(instant))!;
        expect(opening).toBeGreaterThan(instant);
        expect(isOpen(each, opening)).toBe(true);
        expect(isOpen(each, millis(opening - 1))).toBe(false);
        // Nothing opens in between: the first opened stretch after a closed instant begins there.
        if (!isOpen(each, millis(instant))) {
          expect(openStretches(each, { from: millis(instant), to: opening })).toEqual([]);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('wall clock and instant are inverse outside the hours that clocks skip or repeat', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(chicago, newYork, berlin, seoul),
      fc.integer({ min: FROM + 86_400_000 * 3, max: TO }),
      (zone, instant) => {
        const back = instantOf(zone, wallClock(zone, millis(instant)));
        // In the repeated hour the first of the two is meant.
        expect([0, -HOUR_MS]).toContain(back - instant);
      },
    ),
  );
});

test('a date is read and printed alike, and no other text is a date', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), (day) => {
      const text = new Date(day * 86_400_000).toISOString().slice(0, 10);
      expect(formatIsoDate(parseDate(text)!)).toBe(text);
      expect(parseDate(text)).toBe(day);
    }),
  );
  for (const text of [
    '2026-02-30',
    '0000-00-00',
    '2026-13-01',
    '2026-1-1',
    '２０２６-01-01',
    '2026-01-01T',
  ]) {
    expect(parseDate(text)).toBeUndefined();
  }
});

test('invalid hours are reported', () => {
  expect(checkHours(cme)).toEqual([]);
  expect(checkHours(hours(seoul, [[open(9, 8)], [], [], [], [], [], []]))).toContain(
    'a stretch closes after it opens',
  );
  expect(checkHours(hours(seoul, [[open(9, 12), open(11, 13)], [], [], [], [], [], []]))).toHaveLength(1);
  expect(checkHours(hours(seoul, []))).toEqual(['a week has seven days']);
});
