// The days of a statement, as calls name them.
import { MOST_BOOK_DAYS } from '@maru/contract/books/calls';
import { dayNumber, formatIsoDate, parseDate } from '@maru/engine/market/calendar-date';

export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The days, or the name of the field that is wrong. */
export function periodOf({
  fromDate,
  toDate,
}: {
  readonly fromDate: string;
  readonly toDate: string;
}): Period | 'fromDate' | 'toDate' {
  const [from, to] = [parseDate(fromDate), parseDate(toDate)];
  if (from === undefined) return 'fromDate';
  return to === undefined || to < from || to - from >= MOST_BOOK_DAYS ? 'toDate' : { from, to };
}

export const dateOf = (day: number): string => formatIsoDate(dayNumber(day));

export const invalid = (field: string) => ({ ok: false, refusal: 'INVALID_REQUEST', field }) as const;
