// Days of the calendar as days since 1970, in Korea.
import { DAY_MS } from '@maru/engine/time';

/** From Monday to Sunday. */
export function weekOf(date: number): readonly number[] {
  const sinceMonday = (weekdayOf(date) + 6) % 7;
  return Array.from({ length: 7 }, (_, place) => date - sinceMonday + place);
}

/** 0 is Sunday. */
export const weekdayOf = (date: number): number => new Date(date * DAY_MS).getUTCDay();

export const dayOfMonth = (date: number): number => new Date(date * DAY_MS).getUTCDate();

/** `2026-11-17` */
export const dateText = (date: number): string => new Date(date * DAY_MS).toISOString().slice(0, 10);
