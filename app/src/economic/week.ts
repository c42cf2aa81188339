// Days of the calendar as days since 1970, in Korea.
import { DAY_MS } from '@maru/engine/time';

/** So many weeks before and after the current one can be opened. */
const WEEKS_BEFORE = 2;
const WEEKS_AFTER = 3;
const WEEK_DAYS = 7;

/** From Monday to Sunday. */
function weekOf(date: number): readonly number[] {
  const sinceMonday = (weekdayOf(date) + 6) % WEEK_DAYS;
  return Array.from({ length: WEEK_DAYS }, (_, place) => date - sinceMonday + place);
}

/** The weeks around a day, the earliest first. */
export const weeksAround = (date: number): readonly (readonly number[])[] =>
  Array.from({ length: WEEKS_BEFORE + 1 + WEEKS_AFTER }, (_, place) =>
    weekOf(date + (place - WEEKS_BEFORE) * WEEK_DAYS),
  );

/** 0 is Sunday. */
export const weekdayOf = (date: number): number => new Date(date * DAY_MS).getUTCDay();

export const dayOfMonth = (date: number): number => new Date(date * DAY_MS).getUTCDate();

/** From 1. */
export const monthOf = (date: number): number => new Date(date * DAY_MS).getUTCMonth() + 1;

/** `2026-11-17` */
export const dateText = (date: number): string => new Date(date * DAY_MS).toISOString().slice(0, 10);
