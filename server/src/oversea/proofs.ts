// The recorded minutes that a fill was made in are kept for its receipt.
import type { Quote } from '@maru/engine/market/quote';
import { HOUR_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { InstrumentList } from '../market/instrument-list.ts';
import { saveProofMinutes } from '../market/recorded-minutes.ts';
import { listFillMinutes } from './fill-store.ts';

/** The minute of the tick, the one before it, and the one after, which contains a tick that came late. */
export function minutesAround({ ts }: Pick<Quote, 'ts'>): readonly number[] {
  const own = Math.floor(ts / MINUTE_MS) * MINUTE_MS;
  return [own - MINUTE_MS, own, own + MINUTE_MS];
}

/** Saves the minutes of the fills of the last day; called repeatedly. */
export async function saveProofs(
  database: Database,
  instruments: InstrumentList,
  now: Millis,
): Promise<void> {
  await database.transaction(async (tx) => {
    const made = await listFillMinutes(tx, { from: millis(now - 30 * HOUR_MS), to: now });
    const wanted = made.flatMap(({ instrument, minute }) => {
      const stock = instruments.byId(instrument)?.code;
      return stock === undefined
        ? []
        : minutesAround({ ts: millis(minute) }).map((each) => ({ stock, minute: each }));
    });
    await saveProofMinutes(tx, wanted);
  });
}
