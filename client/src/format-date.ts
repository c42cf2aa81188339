// Dates and durations. Always Korean days, in whatever time zone the phone is.
import { DAY_MS, KST_OFFSET_MS } from '@maru/engine/time';
import { type Language, MISSING } from './format.ts';
import { formatSeconds, formatTimeOfDay, two } from './format-time.ts';

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
}

function dayOf(at: number): Day {
  // A date moved by Korea's offset and read as UTC is the Korean date; Korea has no summer time.
  const moved = new Date(at + KST_OFFSET_MS);
  return {
    year: moved.getUTCFullYear(),
    month: moved.getUTCMonth() + 1,
    day: moved.getUTCDate(),
    weekday: moved.getUTCDay(),
  };
}

const WEEKDAYS = {
  ko: ['일', '월', '화', '수', '목', '금', '토'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
} as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** The day above a list: `11월 14일 (금)`, `Fri, Nov 14`. */
export function formatDay(at: number | undefined, language: Language): string {
  if (at === undefined) return MISSING;
  const { month, day, weekday } = dayOf(at);
  if (language === 'en') return `${WEEKDAYS.en[weekday]}, ${MONTHS[month - 1]} ${day}`;
  return `${month}월 ${day}일 (${WEEKDAYS.ko[weekday]})`;
}

/** `11월 14일`, `Nov 14`. */
export function formatMonthDay(at: number | undefined, language: Language): string {
  if (at === undefined) return MISSING;
  const { month, day } = dayOf(at);
  return language === 'en' ? `${MONTHS[month - 1]} ${day}` : `${month}월 ${day}일`;
}

/** `2025년 11월 14일 (금)` */
export function formatDayOfYear(at: number | undefined, language: Language): string {
  if (at === undefined) return MISSING;
  const { year } = dayOf(at);
  return language === 'en' ? `${formatDay(at, language)}, ${year}` : `${year}년 ${formatDay(at, language)}`;
}

/** `2025.11.14` */
export function formatDate(at: number | undefined): string {
  if (at === undefined) return MISSING;
  const { year, month, day } = dayOf(at);
  return `${year}.${two(month)}.${two(day)}`;
}

/** `2025.10.15 – 11.14`; the second year is written only when it differs. */
export function formatDateRange({ from, to }: { readonly from: number; readonly to: number }): string {
  const end = formatDate(to);
  return `${formatDate(from)} – ${dayOf(from).year === dayOf(to).year ? end.slice(5) : end}`;
}

/** `21:07` */
export const formatClock = (at: number | undefined): string =>
  at === undefined ? MISSING : formatTimeOfDay(at).slice(0, 5);

/** `2025.11.14 21:07` */
export const formatDateTime = (at: number | undefined): string =>
  at === undefined ? MISSING : `${formatDate(at)} ${formatClock(at)}`;

/** Are two times on one Korean day? Lists put a heading between those that are not. */
export const isSameDay = (a: number, b: number): boolean =>
  Math.floor((a + KST_OFFSET_MS) / DAY_MS) === Math.floor((b + KST_OFFSET_MS) / DAY_MS);

/** Funding and holding time, `hh:mm:ss`, never below zero; hours go past a day. */
export const formatDuration = (durationMs: number): string =>
  formatSeconds(Math.max(0, Math.floor(durationMs / 1_000)));
