// The days that the chart of a history draws.
import { DAY_MS } from '@maru/engine/time';
import type { Dates } from './history-range.ts';

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

interface Traded extends Dates {
  readonly traded: ReadonlySet<string>;
  /** Of a market that is closed then, weekends are drawn only if there was a trade. */
  readonly hasWeekends: boolean;
}

export function slotsOf({ startDate, endDate, traded, hasWeekends }: Traded): readonly string[] {
  const last = Math.max(dayNumber(endDate), ...[...traded].map(dayNumber));
  const slots: string[] = [];
  for (let day = dayNumber(startDate); day <= last; day++) {
    const date = new Date(day * DAY_MS);
    const text = date.toISOString().slice(0, 10);
    const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
    if (hasWeekends || !isWeekend || traded.has(text)) slots.push(text);
  }
  return slots;
}
