import { divide, type Price } from '../amount.ts';

/** By how many percent the price differs from the previous day's close, half-up to two places (docs/rules.md 0.3). */
export function rateChange(last: Price, previousClose: Price): number {
  if (previousClose === 0n) return 0;
  const size = previousClose < 0n ? -previousClose : previousClose;
  const hundredths = Number(divide((last - previousClose) * 10_000n, size, 'half-up'));
  return hundredths / 100;
}
