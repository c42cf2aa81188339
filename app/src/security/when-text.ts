import { formatClock, formatDay, isSameDay } from '@maru/client/format-date';
import { DAY_MS } from '@maru/engine/time';
import type { SecurityWords } from '../text/security.ts';

/** `오늘 21:38`, `어제 23:14`, `11월 2일 (일)`. */
export function whenText(
  at: number,
  now: number,
  { words, language }: { readonly words: SecurityWords; readonly language: 'ko' | 'en' },
): string {
  if (isSameDay(at, now)) return words.today(formatClock(at));
  if (isSameDay(at, now - DAY_MS)) return words.yesterday(formatClock(at));
  return formatDay(at, language);
}

export const daysSince = (at: number, now: number): number => Math.max(0, Math.floor((now - at) / DAY_MS));
