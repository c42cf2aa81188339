// Which days the history of overseas futures shows.
import { DAY_MS } from '@maru/engine/time';
import { dateOf } from './profit-days.ts';

export const PERIODS = ['week', 'month', 'quarter'] as const;
export type Period = (typeof PERIODS)[number];

/** A period that ends today, or days that the member chose. */
export type Range =
  | { readonly kind: Period }
  | { readonly kind: 'own'; readonly startDate: string; readonly endDate: string };

export const FIRST_RANGE: Range = { kind: 'month' };

const DAYS: Readonly<Record<Period, number>> = { week: 7, month: 30, quarter: 90 };

export function rangeOf(range: Range, now: number): { readonly startDate: string; readonly endDate: string } {
  if (range.kind === 'own') return { startDate: range.startDate, endDate: range.endDate };
  return { startDate: dateOf(now - (DAYS[range.kind] - 1) * DAY_MS), endDate: dateOf(now) };
}

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** Every weekday of the range, and weekend days only if there was a trade. */
export function slotsOf(
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
  traded: ReadonlySet<string>,
): readonly string[] {
  const last = Math.max(dayNumber(endDate), ...[...traded].map(dayNumber));
  const slots: string[] = [];
  for (let day = dayNumber(startDate); day <= last; day++) {
    const date = new Date(day * DAY_MS);
    const text = date.toISOString().slice(0, 10);
    const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
    if (!isWeekend || traded.has(text)) slots.push(text);
  }
  return slots;
}
