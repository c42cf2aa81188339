import type { WireFuturesOrder } from '@maru/contract/futures/wire';
import type { FuturesOrdersWords } from '../../text/futures-orders.ts';

/** What a waiting order waits for; one that was triggered waits for its limit alone. */
export function conditionOf(
  { status, stopPrice, fires, isMark }: WireFuturesOrder,
  price: string,
  words: FuturesOrdersWords,
): string | undefined {
  if (status !== 'WAITING' || stopPrice === null || fires === null) return undefined;
  const watched = words.watched[isMark ? 'mark' : 'last'];
  return fires === 'AT_OR_ABOVE' ? words.firesAbove(watched, price) : words.firesBelow(watched, price);
}
