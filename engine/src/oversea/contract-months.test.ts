import { describe, expect, test } from 'vitest';
import { type DayNumber, dayAfter, formatIsoDate, parseDate, weekdayOf } from '../market/calendar-date.ts';
import { type Stretch, type TradingHours, tradeDay } from '../market/trading-hours.ts';
import { millis } from '../time.ts';
import { contractMonth, contractMonthAt, isBusinessDayOf, isLastTradingDay } from './contract-months.ts';

const date = (text: string): DayNumber => parseDate(text)!;

/** A calendar in UTC with these holidays, and days on which only the morning trades. */
function hoursWith(closed: string, mornings = ''): TradingHours {
  const whole = [{ opensMinute: -420, closesMinute: 960 }];
  const morning = [{ opensMinute: -420, closesMinute: 720 }];
  const days = (text: string) => text.split(' ').filter((each) => each !== '');
  return {
    zone: { name: 'UTC', changes: [{ at: millis(0), offsetMs: 0 }] },
    week: [[], whole, whole, whole, whole, whole, []],
    exceptions: new Map<DayNumber, readonly Stretch[]>([
      ...days(closed).map((each) => [date(each), []] as const),
      ...days(mornings).map((each) => [date(each), morning] as const),
    ]),
  };
}

const chicago = hoursWith(
  '2026-01-01 2026-04-03 2026-12-25',
  '2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-11-26',
);
const hongKong = hoursWith('2026-01-01 2026-02-17 2026-02-18 2026-02-19 2026-12-25');
const osaka = hoursWith('2026-01-01');

describe('the last trading day', () => {
  test.each([
    ['NQ', '2026-01-05', '2026-03', 'NQH26', '2026-03-20', chicago],
    // The third Friday of June is a holiday in 2026.
    ['ES', '2026-05-01', '2026-06', 'ESM26', '2026-06-18', chicago],
    ['CL', '2026-01-05', '2026-02', 'CLG26', '2026-01-20', chicago],
    ['CL', '2026-02-01', '2026-03', 'CLH26', '2026-02-20', chicago],
    // The 25th of May is Memorial Day, so it counts from the Friday before.
    ['CL', '2026-05-01', '2026-06', 'CLM26', '2026-05-19', chicago],
    ['NG', '2026-11-02', '2026-12', 'NGZ26', '2026-11-25', chicago],
    ['NG', '2026-01-05', '2026-02', 'NGG26', '2026-01-28', chicago],
    ['GC', '2026-01-05', '2026-02', 'GCG26', '2026-02-25', chicago],
    ['SI', '2026-01-05', '2026-03', 'SIH26', '2026-03-27', chicago],
    ['HG', '2026-10-05', '2026-12', 'HGZ26', '2026-12-29', chicago],
    ['6E', '2026-01-05', '2026-03', '6EH26', '2026-03-16', chicago],
    ['NKD', '2026-01-05', '2026-03', 'NKDH26', '2026-03-12', chicago],
    ['NIY', '2026-01-05', '2026-03', 'NIYH26', '2026-03-12', chicago],
    ['NK225', '2026-01-05', '2026-03', 'NK225H26', '2026-03-12', osaka],
    ['HSI', '2026-01-05', '2026-01', 'HSIF26', '2026-01-29', hongKong],
    ['MHI', '2026-02-02', '2026-02', 'MHIG26', '2026-02-26', hongKong],
    ['FDAX', '2026-04-01', '2026-06', 'FDAXM26', '2026-06-19', osaka],
    ['FDXM', '2026-12-01', '2026-12', 'FDXMZ26', '2026-12-18', osaka],
    ['K2', '2026-01-05', '2026-01', 'K2F26', '2026-01-08', osaka],
    ['KQ', '2026-01-05', '2026-03', 'KQH26', '2026-03-12', osaka],
  ])('of %s on %s is that of %s', (code, on, month, symbol, last, hours) => {
    expect(contractMonth(code, hours, date(on))).toEqual({ month, symbol, lastTradingDate: date(last) });
  });

  test('rolls to the next month the day after', () => {
    expect(contractMonth('NQ', chicago, date('2026-03-20'))?.symbol).toBe('NQH26');
    expect(isLastTradingDay('NQ', chicago, date('2026-03-20'))).toBe(true);
    expect(contractMonth('NQ', chicago, date('2026-03-21'))?.symbol).toBe('NQM26');
    expect(isLastTradingDay('NQ', chicago, date('2026-03-19'))).toBe(false);
  });

  test('of an unknown code is undefined', () => {
    expect(contractMonth('XX', chicago, date('2026-03-20'))).toBeUndefined();
  });
});

test('the month rolls when the last trading day ends, not a moment before', () => {
  const end = tradeDay(chicago, date('2026-03-20'))!.closesAt;
  expect(contractMonthAt('NQ', chicago, millis(end - 1))?.symbol).toBe('NQH26');
  expect(contractMonthAt('NQ', chicago, end)?.symbol).toBe('NQM26');
});

test('a day of which only the morning trades is no business day', () => {
  expect(isBusinessDayOf(chicago, date('2026-01-19'))).toBe(false);
  expect(isBusinessDayOf(chicago, date('2026-01-20'))).toBe(true);
  expect(isBusinessDayOf(chicago, date('2026-01-18'))).toBe(false);
});

describe('over ten years', () => {
  const CODES = 'NQ MNQ ES MES YM RTY CL NG GC SI HG 6E NKD NIY NK225 HSI MHI FDAX FDXM K2 KQ'.split(' ');
  test.each(CODES)('every last trading day of %s is a business day, and months follow each other', (code) => {
    let day = date('2026-01-01');
    let before = '';
    while (day < date('2036-01-01')) {
      const month = contractMonth(code, chicago, day)!;
      expect(month.lastTradingDate).toBeGreaterThanOrEqual(day);
      expect(isBusinessDayOf(chicago, month.lastTradingDate), formatIsoDate(month.lastTradingDate)).toBe(
        true,
      );
      expect([0, 6]).not.toContain(weekdayOf(month.lastTradingDate));
      expect(month.month > before).toBe(true);
      before = month.month;
      day = dayAfter(month.lastTradingDate, 1);
    }
  });
});
