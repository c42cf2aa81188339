// Instants and ranges as the spec's calls write them (docs/wire.md 3): a Korean day, a date-time with offset, or
// milliseconds.
import { parseDate } from '@maru/engine/market/calendar-date';
import { DAY_MS, KST_OFFSET_MS, koreanDate } from '@maru/engine/time';
import { z } from 'zod';
import { epochMillis } from './fields.ts';

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** A Korean day, a date-time with offset, or epoch milliseconds (docs/wire.md 3). Days are marked, for ranges. */
export const moment = z
  .string()
  .max(40)
  .transform((text, context) => {
    const day = parseDate(text);
    if (day !== undefined) return { at: day * DAY_MS - KST_OFFSET_MS, isDay: true };
    const match = DATE_TIME.exec(text);
    if (match && parseDate(match[1] ?? '') !== undefined) return { at: Date.parse(text), isDay: false };
    const millis = epochMillis.safeParse(text);
    if (millis.success) return { at: millis.data, isDay: false };
    context.addIssue({ code: 'custom', message: 'a date, a date-time with offset or epoch milliseconds' });
    return z.NEVER;
  });

/** Either end may be left out. A plain end date is included whole (docs/wire.md 3). */
export const dates = { startDate: moment.optional(), endDate: moment.optional() };

export interface Range {
  readonly from: number;
  readonly to: number;
}

export const rangeOf = (asked: z.output<z.ZodObject<typeof dates>>): Range => ({
  from: asked.startDate?.at ?? 0,
  to:
    asked.endDate === undefined
      ? Number.MAX_SAFE_INTEGER
      : asked.endDate.at + (asked.endDate.isDay ? DAY_MS : 0),
});

/** The last Korean day of a range that ends so, of what has only whole days: one that begins or ends within a day has all of it. */
export const lastDayOf = ({ at, isDay }: z.output<typeof moment>): number => koreanDate(isDay ? at : at - 1);
