// Korean days as calls write them.
import { dayNumber, formatIsoDate, parseDate } from '@maru/engine/market/calendar-date';

export const dateOf = (day: number): string => formatIsoDate(dayNumber(day));

/** Undefined for a day that there is not, such as the 31st of February. */
export const dayOf = (date: string): number | undefined => parseDate(date);
