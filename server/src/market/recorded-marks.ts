// The mark price at an instant, from the record.
import type { Price } from '@maru/engine/amount';
import { markTickAt } from '@maru/engine/market/mark-price';
import { later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { listRecordedTicks, type RecordParts } from './recorded-ticks.ts';

/** Nobody should pay for a price that nobody could trade at any more. */
const OLDEST_MARK_MS = MINUTE_MS;
/** A tick that came late shows it by a newer one that came before: those of a few seconds later are read as well. */
const LATE_SHOWN_MS = 10_000;

/** The last live mark at or before the instant; undefined if it is older than a minute then. */
export async function markRecordedAt(
  parts: RecordParts,
  stock: string,
  at: Millis,
): Promise<Price | undefined> {
  const window = { from: millis(at - OLDEST_MARK_MS), to: later(at, LATE_SHOWN_MS) };
  return markTickAt(await listRecordedTicks(parts, stock, window), at)?.mark;
}
