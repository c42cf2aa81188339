// The names of a bet in lists and on its receipt.
import type { WireTradeBet } from '@maru/contract/binary/calls';
import type { Receipt } from '@maru/contract/binary/receipt';
import { isMarket } from '@maru/engine/bitball/markets';
import { lengthOf, type RoundType } from '@maru/engine/rounds/round';
import { koreanDay, millis } from '@maru/engine/time';
import { type BallWords, fullPickOf } from '../../bitball/trade/market-words.ts';
import type { receipt } from '../../text/ko/receipt.ts';
import type { Same } from '../../text/same.ts';
import { lengthLabel } from '../offers/game-label.ts';

export type ReceiptWords = Same<typeof receipt>;

/** `비트코인 1분`, `비트볼 2분`. */
export function gameName(name: string, type: RoundType, words: ReceiptWords): string {
  return `${type.startsWith('P') ? words.ball : name} ${lengthLabel(type, words)}`;
}

export function sideLabel(type: string, words: ReceiptWords, ballWords: BallWords): string {
  if (type === 'LONG') return words.up;
  if (type === 'SHORT') return words.down;
  return isMarket(type) ? fullPickOf(type, ballWords) : type;
}

export const sideTone = (type: string): 'up' | 'down' | 'neutral' => {
  if (type === 'LONG') return 'up';
  return type === 'SHORT' ? 'down' : 'neutral';
};

export function resultLabel(status: WireTradeBet['status'], words: ReceiptWords): string {
  return [words.waiting, words.hit, words.miss, words.voided][status] ?? words.waiting;
}

/** The rounds of a Korean day count from 1. */
export function roundNumber({ bet, round }: Pick<Receipt, 'bet' | 'round'>): number {
  const open = millis(round.openMillis);
  return (open - koreanDay(open)) / lengthOf(bet.optionType) + 1;
}
