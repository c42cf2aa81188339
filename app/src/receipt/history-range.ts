// Which Korean days a history shows.
import { DAY_MS, KST_OFFSET_MS } from '@maru/engine/time';

/** Noon of that date in Korea: every date format puts this instant on that day. */
export const instantOf = (date: string): number =>
  Date.parse(`${date}T00:00:00Z`) + DAY_MS / 2 - KST_OFFSET_MS;

/** `2026-11-16`: the Korean day of an instant. */
export const dateOf = (at: number): string => new Date(at + KST_OFFSET_MS).toISOString().slice(0, 10);

export const PERIODS = ['week', 'month', 'quarter'] as const;
export type Period = (typeof PERIODS)[number];

/** A period that ends today, or days that the member chose. */
export type Range = { readonly kind: Period } | ({ readonly kind: 'own' } & Dates);

export const FIRST_RANGE: Range = { kind: 'month' };

const DAYS: Readonly<Record<Period, number>> = { week: 7, month: 30, quarter: 90 };

export interface Dates {
  readonly startDate: string;
  readonly endDate: string;
}

/** The days of a period, both ends with them. */
export const daysIn = ({ startDate, endDate }: Dates): number =>
  (instantOf(endDate) - instantOf(startDate)) / DAY_MS + 1;

export function rangeOf(range: Range, now: number): Dates {
  if (range.kind === 'own') return { startDate: range.startDate, endDate: range.endDate };
  return { startDate: dateOf(now - (DAYS[range.kind] - 1) * DAY_MS), endDate: dateOf(now) };
}
