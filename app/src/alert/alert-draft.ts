// What is being chosen for a price alert, before it is sent.
import { formatPercent, formatPrice } from '@maru/client/format';
import type { AlertInstrument, WireAlert } from '@maru/contract/alert/calls';
import { divide, parseUnits, toDecimal } from '@maru/engine/amount';
import { comparePrices, onGrid } from '../market/prices/price-grid.ts';

export type AlertDraft = Pick<WireAlert, 'fires' | 'level' | 'basis' | 'repeat' | 'push' | 'inApp'>;

/** A percent above the price of now. */
export function firstDraft(now: string, { tickSize }: Pick<AlertInstrument, 'tickSize'>): AlertDraft {
  const units = parseUnits(now) ?? 0n;
  const above = units + divide(units < 0n ? -units : units, 100n, 'up');
  const level = onGrid(toDecimal(above), tickSize);
  return { fires: 'AT_OR_ABOVE', level, basis: 'LAST', repeat: 'ONCE', push: true, inApp: true };
}

/** A level below the price of now can only be waited for from above. */
export const withLevel = (draft: AlertDraft, level: string, now: string | undefined): AlertDraft => ({
  ...draft,
  level,
  fires:
    now === undefined || comparePrices(level, now) === 0
      ? draft.fires
      : comparePrices(level, now) > 0
        ? 'AT_OR_ABOVE'
        : 'AT_OR_BELOW',
});

/** `97,000` and `95,482.5`: a level in words has no places that say nothing. */
export const levelText = (level: string, precision: number): string =>
  formatPrice(level, precision).replace(/\.0+$/, '');

/** `+1,517.7` and `+1.59%` of the price of now. */
export function gapOf(level: string, now: string): { readonly points: string; readonly percent: string } {
  const [to, from] = [parseUnits(level) ?? 0n, parseUnits(now) ?? 0n];
  const size = from < 0n ? -from : from;
  const percent = size === 0n ? 0 : Math.round(Number(((to - from) * 100_000n) / size) / 10) / 100;
  return { points: toDecimal(to - from), percent: formatPercent(percent) };
}
