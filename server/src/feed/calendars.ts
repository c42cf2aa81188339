// The hours of the exchanges (docs/rules.md 1.9, 4.1, 4.3) with the holidays of two years. Later years, and what an
// exchange announces later, two members of staff enter in the office.
import { type DayNumber, parseDate } from '@maru/engine/market/calendar-date';
import type { Stretch, TradingHours } from '@maru/engine/market/trading-hours';
import type { ExchangeCalendar } from '../market/calendars.ts';
import { zoneOffsets } from './zone-offsets.ts';

const clock = (time: string): number => {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + (time.startsWith('-') ? -Number(minutes) : Number(minutes));
};

/** `09:30-16:00`; hours above 24 lie on the next day, negative ones on the evening before. */
const stretch = (text: string): Stretch => {
  const match = /^(-?\d+:\d\d)-(\d+:\d\d)$/.exec(text);
  if (!match) throw new Error(`expected hours such as 09:30-16:00, found ${text}`);
  return { opensMinute: clock(match[1] ?? ''), closesMinute: clock(match[2] ?? '') };
};

const stretches = (...texts: readonly string[]): readonly Stretch[] => texts.map(stretch);

const weekdays = (each: readonly Stretch[]) => [[], ...Array<typeof each>(5).fill(each), []];

function dates(
  text: string,
  hours: readonly Stretch[] = [],
): readonly (readonly [DayNumber, typeof hours])[] {
  return text.split(' ').map((date) => {
    const day = parseDate(date);
    if (day === undefined) throw new Error(`expected a date such as 2026-01-31, found ${date}`);
    return [day, hours] as const;
  });
}

const US_HOLIDAYS =
  '2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-11-26 2026-12-25 ' +
  '2027-01-01 2027-01-18 2027-02-15 2027-03-26 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-11-25 2027-12-24';
const KR_HOLIDAYS =
  '2026-01-01 2026-02-16 2026-02-17 2026-02-18 2026-03-02 2026-05-01 2026-05-05 2026-05-25 2026-06-03 2026-08-17 ' +
  '2026-09-24 2026-09-25 2026-10-05 2026-10-09 2026-12-25 2026-12-31 2027-01-01 2027-02-08 2027-02-09 2027-03-01 ' +
  '2027-05-05 2027-05-13 2027-08-16 2027-09-14 2027-09-15 2027-09-16 2027-10-04 2027-10-11 2027-12-31';
const HK_HOLIDAYS =
  '2026-01-01 2026-02-17 2026-02-18 2026-02-19 2026-04-03 2026-04-06 2026-04-07 2026-05-01 2026-05-25 2026-06-19 ' +
  '2026-07-01 2026-10-01 2026-10-19 2026-12-25 2027-01-01 2027-02-08 2027-02-09 2027-03-26 2027-03-29 2027-04-05 ' +
  '2027-05-13 2027-06-09 2027-07-01 2027-09-16 2027-10-01 2027-10-08 2027-12-27';

const seoul = zoneOffsets('Asia/Seoul');

/** The exceptions of an exchange may be added to; those who hold its hours see it at once. */
type ChangingHours = ExchangeCalendar['hours'];

export const alwaysOpen: TradingHours = {
  zone: seoul,
  week: Array.from({ length: 7 }, () => stretches('00:00-24:00')),
  exceptions: new Map(),
};

/** The hours of the specification: fixed by the Korean clock, the overlap of the summer and winter sessions. */
export const forexHours: ChangingHours = {
  zone: seoul,
  week: weekdays(stretches('08:00-30:00')),
  exceptions: new Map(),
};

/** Holidays on which Chicago trades until noon are early closes; on three days a year it does not trade. */
export const cmeHours: ChangingHours = {
  zone: zoneOffsets('America/Chicago'),
  week: weekdays(stretches('-7:00-16:00')),
  exceptions: new Map([
    ...dates('2026-01-01 2026-04-03 2026-12-25 2027-01-01 2027-03-26 2027-12-24'),
    ...dates(
      '2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-11-26 ' +
        '2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-11-25',
      stretches('-7:00-12:00'),
    ),
    ...dates('2026-11-27 2026-12-24 2027-11-26', stretches('-7:00-12:15')),
  ]),
};

export const usStockHours: ChangingHours = {
  zone: zoneOffsets('America/New_York'),
  week: weekdays(stretches('09:30-16:00')),
  exceptions: new Map([
    ...dates(US_HOLIDAYS),
    ...dates('2026-11-27 2026-12-24 2027-11-26', stretches('09:30-13:00')),
  ]),
};

export const krStockHours: ChangingHours = {
  zone: seoul,
  week: weekdays(stretches('09:00-15:30')),
  exceptions: new Map(dates(KR_HOLIDAYS)),
};

/** The day session, and the night session that the exchange has run itself since June 2025. */
export const krFuturesHours: ChangingHours = {
  zone: seoul,
  week: weekdays(stretches('08:45-15:45', '18:00-30:00')),
  exceptions: new Map(dates(KR_HOLIDAYS)),
};

export const hkexHours: ChangingHours = {
  zone: zoneOffsets('Asia/Hong_Kong'),
  week: weekdays(stretches('09:15-12:00', '13:00-16:30', '17:15-27:00')),
  exceptions: new Map([
    ...dates(HK_HOLIDAYS),
    ...dates('2026-02-16 2026-12-24 2026-12-31 2027-02-05 2027-12-24 2027-12-31', stretches('09:15-12:30')),
  ]),
};

export const oseHours: ChangingHours = {
  zone: zoneOffsets('Asia/Tokyo'),
  week: weekdays(stretches('08:45-15:15', '16:30-30:00')),
  exceptions: new Map(dates('2026-01-01 2027-01-01')),
};

export const eurexHours: ChangingHours = {
  zone: zoneOffsets('Europe/Berlin'),
  week: weekdays([{ opensMinute: 0, closesMinute: 22 * 60, opensByUtc: true }]),
  exceptions: new Map(
    dates(
      '2026-01-01 2026-04-03 2026-04-06 2026-05-01 2026-12-24 2026-12-25 2026-12-31 ' +
        '2027-01-01 2027-03-26 2027-03-29 2027-12-24 2027-12-31',
    ),
  ),
};

/** In the order of the office's list. What never closes has no calendar. */
export const exchangeCalendars: readonly ExchangeCalendar[] = [
  { code: 'CME', koName: 'CME', hours: cmeHours },
  { code: 'HKEX', koName: '홍콩', hours: hkexHours },
  { code: 'EUREX', koName: 'Eurex', hours: eurexHours },
  { code: 'OSE', koName: '오사카', hours: oseHours },
  { code: 'KRXF', koName: '국내 선물', hours: krFuturesHours },
  { code: 'KRX', koName: '국내 주식', hours: krStockHours },
  { code: 'US', koName: '미국 주식', hours: usStockHours },
  { code: 'FX', koName: '외환', hours: forexHours },
];
