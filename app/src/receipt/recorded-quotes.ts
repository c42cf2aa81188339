// The prices of recorded ticks, for receipts whose price depends on more than the last one.
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { type Price, price } from '@maru/engine/amount';
import { markTickAt } from '@maru/engine/market/mark-price';
import { millis } from '@maru/engine/time';

export interface RecordedQuote {
  readonly time: number;
  readonly seq: number;
  readonly last: Price;
  readonly bid: Price;
  readonly ask: Price;
  /** Equals the last price where the instrument has no mark. */
  readonly mark: Price;
  readonly minuteMillis: number;
  /** When it reached the server. */
  readonly arrived: number;
}

/** The record writes bid, ask and mark as distances from the last price. */
function quotesOf({ minutes }: Pick<ReceiptTicks, 'minutes'>): readonly RecordedQuote[] {
  return minutes
    .filter(({ ticks }) => ticks !== '')
    .flatMap(({ minuteMillis, ticks }) =>
      ticks.split('\n').map((line) => {
        const [offset, seq, last = '', bid = '', ask = '', mark = '', delay] = line.split(' ');
        const at = price(last);
        const distant = (text: string) => (at + price(text)) as Price;
        const time = minuteMillis + Number(offset);
        return {
          time,
          seq: Number(seq),
          last: at,
          bid: distant(bid),
          ask: distant(ask),
          mark: distant(mark),
          minuteMillis,
          arrived: time + Number(delay),
        };
      }),
    );
}

/** The marks of the ticks, in the order in which they count. */
export const marksOf = (record: Pick<ReceiptTicks, 'minutes'>) =>
  quotesOf(record)
    .map(({ time, seq, mark }) => ({ ts: millis(time), seq, price: mark }))
    .sort((a, b) => a.ts - b.ts || a.seq - b.seq);

interface TickOfReceipt {
  readonly time: number;
  readonly seq: number;
  readonly hash: string | null;
  readonly minuteMillis: number;
}

export const findQuote = (
  record: Pick<ReceiptTicks, 'minutes'>,
  tick: Pick<TickOfReceipt, 'time' | 'seq'>,
): RecordedQuote | undefined =>
  quotesOf(record).find(({ time, seq }) => time === tick.time && seq === tick.seq);

/** The last one at or before the instant that came in time: not after a newer one, and not long after the instant. */
export function liveQuoteAt(record: Pick<ReceiptTicks, 'minutes'>, at: number): RecordedQuote | undefined {
  const recorded = quotesOf(record)
    .map((quote) => ({ ...quote, ts: millis(quote.time), recvTs: millis(quote.arrived) }))
    .toSorted((a, b) => a.ts - b.ts || a.seq - b.seq);
  return markTickAt(recorded, millis(at));
}

/** The tick is in exactly the minute that the receipt names, with the same hash. */
export function isSealed(
  { stock, tick }: { readonly stock: string; readonly tick: TickOfReceipt },
  record: ReceiptTicks,
  quote: RecordedQuote | undefined,
): boolean {
  const minute = record.minutes.find(({ minuteMillis }) => minuteMillis === quote?.minuteMillis);
  return (
    record.stock === stock &&
    (tick.hash === null || (minute?.hash === tick.hash && minute.minuteMillis === tick.minuteMillis))
  );
}

interface Condition {
  readonly level: string;
  readonly fires: 'AT_OR_ABOVE' | 'AT_OR_BELOW';
  readonly by: 'last' | 'bid' | 'ask' | 'mark';
}

/** The price that the condition was compared with, and whether it had been reached. */
export function reachedBy(
  { level, fires, by }: Condition,
  quote: RecordedQuote,
): { readonly seen: Price; readonly isReached: boolean } {
  const seen = quote[by];
  return { seen, isReached: fires === 'AT_OR_ABOVE' ? seen >= price(level) : seen <= price(level) };
}
