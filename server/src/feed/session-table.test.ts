// Compares our sessions with an independent computation that shares only the exchanges' printed hours: it uses the
// platform's own zone data for the local time of the exchange, one instant at a time.
import { type DayNumber, dayNumber, formatIsoDate } from '@maru/engine/market/calendar-date';
import { sessionAt, type TradingHours, tradeDay } from '@maru/engine/market/trading-hours';
import { DAY_MS, MINUTE_MS, millis } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import { instruments } from './instruments.ts';

const FIRST = Date.UTC(2024, 0, 1) / DAY_MS;
const LAST = Date.UTC(2034, 0, 1) / DAY_MS;

/** Hours as the exchanges print them, in local time; a minus is the evening before, more than 24 the day after. */
interface Printed {
  readonly zone: string;
  readonly stretches: readonly (readonly [opens: string, closes: string])[];
  /** Eurex opens at midnight UTC, whatever the local time of Frankfurt. */
  readonly opensByUtc?: boolean;
}

const CME: Printed = { zone: 'America/Chicago', stretches: [['-07:00', '16:00']] };
const KRX: Printed = {
  zone: 'Asia/Seoul',
  stretches: [
    ['08:45', '15:45'],
    ['18:00', '30:00'],
  ],
};
const OSE: Printed = {
  zone: 'Asia/Tokyo',
  stretches: [
    ['08:45', '15:15'],
    ['16:30', '30:00'],
  ],
};
const HKEX: Printed = {
  zone: 'Asia/Hong_Kong',
  stretches: [
    ['09:15', '12:00'],
    ['13:00', '16:30'],
    ['17:15', '27:00'],
  ],
};
const EUREX: Printed = { zone: 'Europe/Berlin', stretches: [['00:00', '22:00']], opensByUtc: true };

const PRINTED: Readonly<Record<string, Printed>> = {
  K2: KRX,
  KQ: KRX,
  NK225: OSE,
  HSI: HKEX,
  MHI: HKEX,
  FDAX: EUREX,
  FDXM: EUREX,
};
const printedOf = (code: string): Printed => PRINTED[code] ?? CME;

const minutesOf = (time: string): number => {
  const [, sign, hours, minutes] = /^(-?)(\d+):(\d+)$/.exec(time)!;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

/** The local time of a zone as if it were UTC; computed by the platform alone. */
function clockOf(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    fractionalSecondDigits: 3,
  });
  return (at) => {
    const read = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(
      read['year']!,
      read['month']! - 1,
      read['day'],
      read['hour'],
      read['minute'],
      read['second'],
      read['fractionalSecond'],
    );
  };
}

/** The first instant with this local time, found by iteration; no offset is assumed. */
function instantShowing(clock: (at: number) => number, wall: number): number {
  let at = wall;
  for (let tries = 0; tries < 4; tries++) at += wall - clock(at);
  return at;
}

interface Boundary {
  readonly at: number;
  readonly date: number;
  readonly opens: boolean;
}

/** Every opening and closing of ten years, with the holidays of the calendar. */
function boundaries(printed: Printed, hours: TradingHours): readonly Boundary[] {
  const clock = clockOf(printed.zone);
  const found: Boundary[] = [];
  for (let date = FIRST; date < LAST; date++) {
    const weekday = new Date(date * DAY_MS).getUTCDay();
    const exception = hours.exceptions.get(dayNumber(date));
    const usual =
      weekday === 0 || weekday === 6
        ? []
        : printed.stretches.map(([opens, closes]) => [minutesOf(opens), minutesOf(closes)] as const);
    // The hours that an exchange announces for one date are data; the instant is computed here again.
    const stretches =
      exception?.map(({ opensMinute, closesMinute }) => [opensMinute, closesMinute] as const) ?? usual;
    for (const [opens, closes] of stretches) {
      const opensWall = date * DAY_MS + opens * MINUTE_MS;
      const closesWall = date * DAY_MS + closes * MINUTE_MS;
      found.push({
        at: printed.opensByUtc === true ? opensWall : instantShowing(clock, opensWall),
        date,
        opens: true,
      });
      found.push({ at: instantShowing(clock, closesWall), date, opens: false });
    }
  }
  return found.sort((a, b) => a.at - b.at || Number(a.opens) - Number(b.opens));
}

const futures = instruments.filter(({ kind }) => kind === 'FUTURES');
const byHours = Map.groupBy(futures, ({ hours }) => hours);

describe.each(
  [...byHours].map(([hours, own]) => ({ names: own.map(({ code }) => code).join(' '), hours, own })),
)('$names', ({ hours, own }) => {
  const printed = printedOf(own[0]!.code);
  const expected = boundaries(printed, hours);

  test('has the hours that its exchange prints', () => {
    expect(new Set(own.map(({ code }) => printedOf(code)))).toEqual(new Set([printed]));
    expect(hours.zone.name).toBe(printed.zone);
  });

  test('opens and closes at the same milliseconds for ten years', () => {
    const wrong: string[] = [];
    let checked = 0;
    // Which trade date is open just before a boundary follows from the boundaries alone.
    let open: DayNumber | undefined;
    for (const [place, { at, date, opens }] of expected.entries()) {
      const isLastHere = expected[place + 1]?.at !== at;
      const before = open;
      open = opens ? dayNumber(date) : undefined;
      if (!isLastHere) continue;
      const after = open;
      const wanted = [before, after, after];
      for (const [shift, want] of [-1, 0, 1].map((each, index) => [each, wanted[index]] as const)) {
        checked++;
        const seen = sessionAt(hours, millis(at + shift))?.day.date;
        if (seen !== want) {
          wrong.push(
            `${new Date(at + shift).toISOString()}: ${text(seen)} and not ${text(want)} (${formatIsoDate(dayNumber(date))})`,
          );
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(10_000);
  });

  test('ends every trade date when its last stretch does', () => {
    const ends = new Map<number, number>();
    for (const { at, date, opens } of expected) if (!opens) ends.set(date, Math.max(at, ends.get(date) ?? 0));
    const wrong: string[] = [];
    for (let date = FIRST; date < LAST; date++) {
      const ours = tradeDay(hours, dayNumber(date))?.closesAt;
      if (ours !== ends.get(date))
        wrong.push(`${formatIsoDate(dayNumber(date))}: ${ours} and not ${ends.get(date)}`);
    }
    expect(wrong).toEqual([]);
  });
});

const text = (date: DayNumber | undefined): string => (date === undefined ? 'closed' : formatIsoDate(date));
