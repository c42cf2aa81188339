// A limit and what is used of it, as words.
import { formatClock, formatDate, isSameDay } from '@maru/client/format-date';
import type { WireLimit } from '@maru/contract/limits/calls';
import { parseUnits } from '@maru/engine/amount';
import { DAY_MS } from '@maru/engine/time';
import type { MoneyText } from '../shell/money-text.ts';
import type { limitsWords } from '../text/limits.ts';

export type LimitWords = (typeof limitsWords)['ko'];
export type LimitKind = WireLimit['kind'];

export function timeText(minutes: string, words: LimitWords): string {
  const all = Number(minutes);
  const [hours, rest] = [Math.floor(all / 60), all % 60];
  if (hours === 0) return words.minutes(String(rest));
  return rest === 0 ? words.hours(String(hours)) : words.hoursMinutes(String(hours), String(rest));
}

export const valueText = (kind: LimitKind, value: string, words: LimitWords, { money }: MoneyText): string =>
  kind === 'TIME' ? timeText(value, words) : money(value);

export function usedText(
  { kind, used }: Pick<WireLimit, 'kind' | 'used'>,
  words: LimitWords,
  money: MoneyText,
): string {
  const value = valueText(kind, used, words, money);
  if (kind === 'TIME') return words.passed(value);
  return kind === 'STAKE' ? words.largest(value) : words.used(value);
}

/** Whole percent, rounded down; never above 100. */
export function sharePercent({ value, used }: Pick<WireLimit, 'value' | 'used'>): number {
  const limit = parseUnits(value ?? '0') ?? 0n;
  if (limit <= 0n) return 0;
  const share = Number(((parseUnits(used) ?? 0n) * 100n) / limit);
  return Math.min(100, share);
}

/** `내일 21:12`, `오늘 21:12`, otherwise the date. */
export function momentText(at: number, now: number, words: LimitWords): string {
  if (isSameDay(at, now)) return `${words.today} ${formatClock(at)}`;
  if (isSameDay(at, now + DAY_MS)) return `${words.tomorrow} ${formatClock(at)}`;
  return `${formatDate(at)} ${formatClock(at)}`;
}
