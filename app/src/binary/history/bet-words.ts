// The names of a bet in lists and on its receipt.
import type { WireTradeBet } from '@maru/contract/binary/calls';
import type { Receipt } from '@maru/contract/binary/receipt';
import { type Amount, amount, divide, minus, ONE, rate, toDecimal, ZERO } from '@maru/engine/amount';
import { lengthOf } from '@maru/engine/rounds/round';
import { koreanDay, millis } from '@maru/engine/time';
import type { receipt } from '../../text/ko/receipt.ts';
import type { Same } from '../../text/same.ts';
import { lengthLabel } from '../offers/game-label.ts';
import { isBall } from '../offers/offer-order.ts';

export type ReceiptWords = Same<typeof receipt>;

/** A round that was tried without an account has a length of its own and no number in its day. */
export const isTrial = ({ rule }: Pick<Receipt, 'rule'>): boolean => rule === 'trial-1';

/** `비트코인 1분`, `비트볼 2분`, `마루 지수 100 체험 회차`. */
export function gameName(name: string, type: Receipt['bet']['optionType'], words: ReceiptWords): string {
  if (type === 'T16') return `${name} ${words.trial}`;
  return `${isBall({ type }) ? words.ball : name} ${lengthLabel(type, words)}`;
}

/** Credit less stake; zero before the result. */
export const profitOf = ({ credit, point }: Pick<WireTradeBet, 'credit' | 'point'>): Amount =>
  credit === null ? ZERO : minus(amount(credit), amount(point));

/** What a hit pays before it is cut to whole units of the currency. */
export const exactPayout = ({ point, rate: profitRate }: Pick<WireTradeBet, 'point' | 'rate'>): string =>
  toDecimal(divide(amount(point) * (ONE + rate(profitRate)), ONE, 'down'));

export function resultLabel(status: WireTradeBet['status'], words: ReceiptWords): string {
  return [words.waiting, words.hit, words.miss, words.voided][status] ?? words.waiting;
}

/** The rounds of a Korean day count from 1; one that was tried without an account has no number. */
export function roundNumber({ bet, round }: Pick<Receipt, 'bet' | 'round'>): number | undefined {
  if (bet.optionType === 'T16') return undefined;
  const open = millis(round.openMillis);
  return (open - koreanDay(open)) / lengthOf(bet.optionType) + 1;
}
