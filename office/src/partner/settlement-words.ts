// Sums of several currencies, and a share's row, as the office writes them.
import type { ReceivedReply } from '@maru/client/call';
import type { settlementRows } from '@maru/contract/partner/settlement';
import type { Tone } from '../parts/facts.tsx';
import { amountOf, moneyOf } from '../parts/money.ts';
import { words as partner } from '../text/partner.ts';
import { words } from '../text/settlement.ts';
import { percentOf } from './rate-fields.tsx';

export type ShareRow = ReceivedReply<typeof settlementRows>['content'][number];

export const sumsText = (
  sums: readonly { readonly currency: string; readonly amount: string }[] | undefined,
): string =>
  sums === undefined
    ? words.unknown
    : sums.length === 0
      ? words.nothing
      : sums.map(({ currency, amount }) => amountOf(amount, currency)).join(' · ');

export const TONES: Readonly<Record<keyof typeof words.states, Tone>> = {
  ...{ ACCRUED: 'brass', CONFIRMING: 'brass', CONFIRMED: 'plain', PAID: 'plain', VOID: 'danger' },
};

/** `직속 회원 · 코인선물`, `K2101 줄 · 차이 · 코인선물` */
export const detailOf = ({ type, product, lineCode }: ShareRow): string =>
  [...(lineCode === null ? [] : [words.lineOf(lineCode)]), words.types[type], partner.product(product)].join(
    ' · ',
  );

export const computedOf = ({ baseAmount, rate }: ShareRow): string =>
  words.computed(moneyOf(baseAmount), percentOf(rate));
