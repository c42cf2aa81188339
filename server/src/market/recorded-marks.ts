// The mark price at an instant, from the record.
import type { Price } from '@maru/engine/amount';
import { withoutLate } from '@maru/engine/market/mark-price';
import { compareTicks, type Tick, tickAt } from '@maru/engine/market/tick';
import { later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { TickRecorder } from './tick-recorder.ts';
import { loadTicks } from './tick-store.ts';

/** Nobody should pay for a price that nobody could trade at any more. */
const OLDEST_MARK_MS = MINUTE_MS;
/** A tick that came late shows it by a newer one that came before: those of a few seconds later are read as well. */
const LATE_SHOWN_MS = 10_000;

/** The last live mark at or before the instant; undefined if it is older than a minute then. */
export async function markRecordedAt(
  { database, recorder }: { readonly database: Database; readonly recorder: Pick<TickRecorder, 'open'> },
  stock: string,
  at: Millis,
): Promise<Price | undefined> {
  const window = { from: millis(at - OLDEST_MARK_MS), to: later(at, LATE_SHOWN_MS) };
  // Read before the query: a minute that is sealed in between would otherwise be missing from both.
  const open = recorder.open(stock).filter(({ ts }) => ts >= window.from && ts < window.to);
  const stored = await database.transaction((tx) => loadTicks(tx, stock, window));
  const known = new Map<string, Tick>();
  for (const tick of [...stored, ...open]) known.set(`${tick.ts} ${tick.seq}`, tick);
  return tickAt(withoutLate([...known.values()].sort(compareTicks)), at)?.mark;
}
