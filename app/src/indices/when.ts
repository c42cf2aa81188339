// Moments as a trader names them: yesterday, today and tomorrow by the Korean clock, other days by their date.
import { formatClock, formatDay, isSameDay } from '@maru/client/format-date';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@maru/engine/time';
import type { Language } from '../text/language.tsx';
import type { IndexWords } from './index-words.ts';

export function whenOf(
  at: number,
  { now, words, language }: { now: number; words: IndexWords; language: Language },
): string {
  const time = formatClock(at);
  if (isSameDay(at, now)) return words.today(time);
  if (isSameDay(at, now - DAY_MS)) return words.yesterday(time);
  if (isSameDay(at, now + DAY_MS)) return words.tomorrow(time);
  return `${formatDay(at, language)} ${time}`;
}

/** Rounded up to the minute, so that it never shows less time than is left. */
export function leftOf(leftMs: number): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.max(0, Math.ceil(leftMs / MINUTE_MS));
  return { hours: Math.floor((minutes * MINUTE_MS) / HOUR_MS), minutes: minutes % 60 };
}
