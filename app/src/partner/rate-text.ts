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

type Rate = Node['rates'][number];
export type Base = Rate['base'];

const BASES: readonly Base[] = ['FEE', 'TURNOVER'];

/** What the shares in a currency are computed from: so far nothing leaves both open. */
export function basesOf(sums: Pick<Dashboard['currencies'][number], 'fees' | 'turnover'>): readonly Base[] {
  const [fees, turnover] = [units(sums.fees) !== 0n, units(sums.turnover) !== 0n];
  return fees === turnover ? BASES : fees ? ['FEE'] : ['TURNOVER'];
}

/** One rate, or the least and the most of those that are not zero: each product has its own. */
export function rateText(rates: readonly Rate[], base: Base, words: PartnerWords): string {
  const given = rates.filter((each) => each.base === base).map(({ rate }) => units(rate));
  const sorted = given.filter((rate) => rate > 0n).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const [least = 0n, most = 0n] = [sorted[0], sorted.at(-1)];
  const text = (rate: bigint) => toDecimal(rate * 100n);
  return least === most ? words.percent(text(most)) : words.percents(text(least), text(most));
}

/** `나눔률 30%`; with two bases each is named: a share of fees says nothing about one of stakes. */
export function ratesText(rates: readonly Rate[], bases: readonly Base[], words: PartnerWords): string {
  const given = bases.filter((base) => rates.some((each) => each.base === base && units(each.rate) > 0n));
  const [first = bases[0] ?? 'FEE', second] = given;
  if (second === undefined) return words.rateOf(rateText(rates, first, words));
  return given.map((base) => words.baseRate(words.base[base], rateText(rates, base, words))).join(' · ');
}

/** A count that goes on where counting ended: `199+`. */
const countText = (count: number, isCut: boolean): string =>
  `${formatDecimal(String(count))}${isCut ? '+' : ''}`;

/** Counts of members end at a thousand. Beside the word for members a tab and the tree have room for the figure alone. */
export function peopleText(count: number, words: PartnerWords, form: 'whole' | 'figure' = 'whole'): string {
  const isCut = count >= MOST_COUNTED_BELOW;
  if (form === 'figure') return countText(count, isCut);
  const text = countText(count, false);
  return isCut ? words.capped(text) : words.people(text);
}

/** How many partners there are below; the answer lists the first of them. */
export const belowText = ({ tree, hasMoreNodes }: Pick<Dashboard, 'tree' | 'hasMoreNodes'>): string =>
  countText(tree.length - 1, hasMoreNodes);

/** `2026-11-04` is `11.04`. */
export const shortDate = (date: string): string => date.slice(5).replace('-', '.');
