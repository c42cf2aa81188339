// The recorded minutes from which a result is computed again, as the receipts of every product show them. How to check
// a minute: `hash` is the SHA-256 (hex) of `{previousHash}\n{stock}\n{minuteMillis}\n{ticks}` as UTF-8, and
// `previousHash` is the hash of the stock's minute before it. A line of `ticks` is one tick: milliseconds from the
// minute, number, last price, then the distances of bid, ask and mark from it, its delay, and where the source sent an
// index the distance of that. A tick that arrived after its minute was sealed is in the next minute's text with a
// negative time.
import { z } from 'zod';

/** The minute of the record whose text has a tick: part of the tick in a receipt. */
export const minuteOfTick = {
  minuteMillis: z.int(),
  /** Null for the few seconds until the minute is sealed, and where the record no longer has it. */
  hash: z.string().nullable(),
  previousHash: z.string().nullable(),
};

const recordedMinute = z.object({
  stock: z.string(),
  minuteMillis: z.int(),
  ticks: z.string(),
  previousHash: z.string(),
  hash: z.string(),
});

export const receiptTicks = z.object({
  stock: z.string(),
  /** Oldest first. */
  minutes: z.array(recordedMinute),
  /** False until every minute that may count is sealed; call again in a few seconds. */
  complete: z.boolean(),
});
export type ReceiptTicks = z.output<typeof receiptTicks>;
