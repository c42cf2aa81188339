// Amounts as the office writes them.
import { groupDigits } from '@maru/app/ui/typing/typed-number';

/** `-1234567.5` is `−1,234,567.5`. */
export const moneyOf = (decimal: string): string => groupDigits(decimal).replace('-', '−');

export const isNegative = (decimal: string): boolean => decimal.startsWith('-');

/** With its currency: won have their own word. */
export const amountOf = (decimal: string, currency: string): string =>
  currency === 'KRW' ? `${moneyOf(decimal)}원` : `${moneyOf(decimal)} ${currency}`;
