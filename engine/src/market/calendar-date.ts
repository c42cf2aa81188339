// A day of some calendar as a whole number of days since 1970-01-01, without a clock or a time zone.

import { koreanDate } from '../time.ts';

declare const brand: unique symbol;
export type DayNumber = number & { readonly [brand]: 'DayNumber' };

export const dayNumber = (value: number): DayNumber => value as DayNumber;
export const dayAfter = (day: DayNumber, days: number): DayNumber => (day + days) as DayNumber;

/** 0 is Sunday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: DayNumber): number => (((day + 4) % 7) + 7) % 7;

/** `2026-11-15`. Counts eras of 400 years from 1 March, so that the leap day is the last of its year. */
export function formatIsoDate(day: DayNumber): string {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const inEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (inEra - Math.floor(inEra / 1_460) + Math.floor(inEra / 36_524) - Math.floor(inEra / 146_096)) / 365,
  );
  const dayOfYear = inEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

/** Reads `2026-11-15`, or returns undefined: the 30th of February is no date. */
export function parseDate(text: string): DayNumber | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return undefined;
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || date < 1 || date > 31) return undefined;
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  const day = dayNumber(era * 146_097 + dayOfEra - 719_468);
  return formatIsoDate(day) === text ? day : undefined;
}

const MONTHS_PER_YEAR = 12;

/** The Korean month of an instant, as months since the year 0. */
export function koreanMonth(at: number): number {
  const [year, month] = formatIsoDate(dayNumber(koreanDate(at))).split('-');
  return Number(year) * MONTHS_PER_YEAR + Number(month) - 1;
}
