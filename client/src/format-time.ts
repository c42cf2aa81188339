// Times as they are shown. Without amounts, so that the first screen can show a time without loading the arithmetic.
import { KST_OFFSET_MS } from '@maru/engine/time';

/** `mm:ss` of the remaining time, never below zero. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000));
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/** `21:07:44` in Korea, wherever the phone is. */
export function formatTimeOfDay(at: number): string {
  const seconds = Math.floor((at + KST_OFFSET_MS) / 1_000) % 86_400;
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** When a closed market opens: `0` is Sunday, the time is Korean. */
export function openingOf(at: number): { readonly weekday: number; readonly time: string } {
  const days = Math.floor((at + KST_OFFSET_MS) / 86_400_000);
  // The first of January 1970 was a Thursday.
  return { weekday: (days + 4) % 7, time: formatTimeOfDay(at).slice(0, 5) };
}
