// Rates and counts as a partner reads them.

import type { ReceivedReply } from '@maru/client/call';
import { formatDecimal } from '@maru/client/format';
import { MOST_COUNTED_BELOW } from '@maru/contract/partner/calls';
import type { partnerDashboard } from '@maru/contract/partner/profit-calls';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import type { PartnerWords } from '../text/partner.ts';

export type Dashboard = ReceivedReply<typeof partnerDashboard>;
export type Node = Dashboard['tree'][number];

const units = (decimal: string): bigint => parseUnits(decimal) ?? 0n;

/** A rate of 0.015 is 1.5 percent. */
export const percentOf = (rate: string): string => toDecimal(units(rate) * 100n);

/** One rate, or the least and the most of those that are not zero: each product has its own. */
export function rateText(rates: readonly { readonly rate: string }[], words: PartnerWords): string {
  const given = rates.map(({ rate }) => units(rate)).filter((rate) => rate > 0n);
  if (given.length === 0) return words.percent('0');
  const sorted = given.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const [least = 0n, most = 0n] = [sorted[0], sorted.at(-1)];
  const text = (rate: bigint) => toDecimal(rate * 100n);
  return least === most ? words.percent(text(most)) : words.percents(text(least), text(most));
}

/** Counts end at a thousand. */
export function peopleText(count: number, words: PartnerWords): string {
  const text = formatDecimal(String(count));
  return count >= MOST_COUNTED_BELOW ? words.capped(text) : words.people(text);
}

/** `2026-11-04` is `11.04`. */
export const shortDate = (date: string): string => date.slice(5).replace('-', '.');
