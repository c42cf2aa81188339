// Amounts and moments as the screens of members write them.
import { groupDigits } from '@maru/app/ui/typing/typed-number';
import { amount, plus, toDecimal, ZERO } from '@maru/engine/amount';
import { minuteOf, spanOf } from '../parts/moments.ts';
import { words } from '../text/members.ts';

/** `−1,234,567.5`: as exact as it came. */
export const shownAmount = (decimal: string): string => groupDigits(decimal).replace('-', '−');

/** With a sign, for results. */
export const shownResult = (decimal: string): string =>
  Number(decimal) > 0 ? `+${shownAmount(decimal)}` : shownAmount(decimal);

export const toneOf = (decimal: string): 'up' | 'down' | 'plain' => {
  const number = Number(decimal);
  return number === 0 ? 'plain' : number > 0 ? 'up' : 'down';
};

const DAY_MS = 86_400_000;

/** `지금`, `2분`, and after a few days the date. */
export function shownSeen(seenMillis: number | null, isOnline: boolean, now: number): string {
  if (isOnline) return words.now;
  if (seenMillis === null) return '–';
  const span = now - seenMillis;
  return span < 3 * DAY_MS ? spanOf(span) : (minuteOf(seenMillis).split(' ')[0] ?? '');
}

export const daysSince = (millis: number, now: number): number =>
  Math.max(0, Math.floor((now - millis) / DAY_MS));

export const walletName = (type: string): string => words.walletNames[type] ?? words.spot(type);

export const isNothing = (decimal: string): boolean => amount(decimal) === ZERO;

/** Exact, whatever the size. */
export const sumOf = (decimals: readonly string[]): string =>
  toDecimal(decimals.reduce((sum, each) => plus(sum, amount(each)), ZERO));

const HUNDREDTHS = 10_000n;

/** How far one price is from another, in percent of the first, cut after two places. */
export function distanceOf(from: string, to: string): string | undefined {
  const [start, end] = [amount(from), amount(to)];
  if (start <= ZERO) return undefined;
  const apart = ((end > start ? end - start : start - end) * HUNDREDTHS) / start;
  return `${apart / 100n}.${String(apart % 100n).padStart(2, '0')}`;
}
