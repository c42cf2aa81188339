// Times as they are shown. Without amounts, so that the first screen can show a time without loading the arithmetic.
import { DAY_MS, KST_OFFSET_MS } from '@maru/engine/time';

export const two = (part: number): string => String(part).padStart(2, '0');

/** `hh:mm:ss`; the hours may be more than a day has. */
export const formatSeconds = (seconds: number): string =>
  [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');

/** `mm:ss` of the remaining time, never below zero. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000));
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** `21:07:44` in Korea, wherever the phone is. */
export const formatTimeOfDay = (at: number): string =>
  formatSeconds(Math.floor((at + KST_OFFSET_MS) / 1_000) % 86_400);

/** When a closed market opens: `0` is Sunday, the time is Korean. */
export function openingOf(at: number): { readonly weekday: number; readonly time: string } {
  const days = Math.floor((at + KST_OFFSET_MS) / DAY_MS);
  // The first of January 1970 was a Thursday.
  return { weekday: (days + 4) % 7, time: formatTimeOfDay(at).slice(0, 5) };
}
