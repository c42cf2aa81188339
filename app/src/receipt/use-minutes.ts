// The minutes around a forced close, from the opening of the position to a little after its end.
import type { ReceivedReply } from '@maru/client/call';
import { stockChart } from '@maru/contract/market';
import { MINUTE_MS } from '@maru/engine/time';
import { useAnswer } from '../shell/connection/use-answer.ts';

const AFTER_MS = 10 * MINUTE_MS;
const BEFORE_MS = 5 * MINUTE_MS;
/** The longest time that is drawn; of a longer holding, the earlier part does not explain the close. */
const MOST_MS = 180 * MINUTE_MS;

const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS;

export type MinuteCandles = ReceivedReply<typeof stockChart>;

export function useMinutes(
  stock: string,
  { from, to }: { readonly from: number | undefined; readonly to: number },
): MinuteCandles | undefined {
  return useAnswer(stockChart, {
    stock,
    period: '1m',
    beginMillis: minuteOf(Math.max((from ?? to) - BEFORE_MS, to - MOST_MS)),
    endMillis: minuteOf(to + AFTER_MS),
  }).reply;
}
