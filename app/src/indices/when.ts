// Moments as a trader names them: yesterday, today and tomorrow by the Korean clock, other days by their date.
import { formatClock, formatDay, isSameDay } from '@maru/client/format-date';
import type { WireIndexSeal } from '@maru/contract/indices';
import { parseDate } from '@maru/engine/market/calendar-date';
import { indexDayStart } from '@maru/engine/market/index-path';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@maru/engine/time';
import type { IndexWords } from '../text/indices.ts';
import type { Language } from '../text/language.tsx';

interface Reader {
  readonly now: number;
  readonly words: IndexWords;
  readonly language: Language;
}

export function whenOf(at: number, { now, words, language }: Reader): string {
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

/** The beginning of a day that is written as `2026-11-15`. */
export function startOf(date: string): number {
  const day = parseDate(date);
  return day === undefined ? 0 : indexDayStart(day);
}

/** When a seal was published, and whether that was before its day. */
export function publishedWhen({ date, sealedMillis }: WireIndexSeal, reader: Reader): string {
  const { published, publishedLate } = reader.words;
  return (sealedMillis < startOf(date) ? published : publishedLate)(whenOf(sealedMillis, reader));
}
