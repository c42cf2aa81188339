// Figures of copy trading as its screens show them.
import { formatDecimal, formatPercent, formatPrice, MISSING } from '@maru/client/format';
import { formatChange } from '@maru/client/format-amount';
import { formatClock, formatDate } from '@maru/client/format-date';
import { parseUnits, toDecimal } from '@maru/engine/amount';

/** In units of an eighth place. */
const CENT = 1_000_000n;

/** `+12.90%`, from two places of the wire. */
export const signedPercent = (percent: number | null | undefined): string =>
  formatPercent(percent ?? undefined);

/** Without a sign, one place: `68.2%`. */
export const plainPercent = (percent: number | null): string =>
  percent === null ? MISSING : `${formatPrice(percent.toFixed(1), 1)}%`;

/** Without a sign, two places: a slippage of `0.06%`, which may be below zero. */
export const finePercent = (percent: number | null): string =>
  percent === null ? MISSING : `${formatPrice(percent.toFixed(2), 2)}%`;

/** `+61.2210`: a profit in USDT, always four places, so that columns of them can be compared. */
export const profitText = (text: string | undefined): string =>
  text === undefined ? MISSING : formatChange(text, 4);

/** `391.5600 USDT`: an amount beside such profits. */
export const usdtText = (text: string): string => `${formatPrice(text, 4)} USDT`;

/** Where later places say nothing, as in a mean: `297.5798` is `297.57`. */
export const centsOf = (text: string): string => {
  const units = parseUnits(text) ?? 0n;
  return toDecimal(units - (units % CENT));
};

/** A share of 0.1 is `10`. */
export const percentOfShare = (share: string): string =>
  formatDecimal(toDecimal((parseUnits(share) ?? 0n) * 100n));

export const countText = (count: number): string => formatDecimal(String(count));

/** `11.14 20:12` */
export const shortTime = (at: number): string => `${formatDate(at).slice(5)} ${formatClock(at)}`;

/** `2026-11-04` is `11.04`. */
export const shortDay = (date: string): string => date.slice(5).replace('-', '.');
