// The recorded minutes that fills were made in are kept for their receipts.
import type { Instrument } from '@maru/engine/market/instrument';
import { HOUR_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { saveProofMinutes } from './recorded-minutes.ts';

/** The minute of the tick, the one before it, and the one after, which contains a tick that came late. */
export function minutesAround({ ts }: { readonly ts: Millis }): readonly number[] {
  const own = Math.floor(ts / MINUTE_MS) * MINUTE_MS;
  return [own - MINUTE_MS, own, own + MINUTE_MS];
}

/** The minutes of each instrument in which the fills of a time range were made. */
export type ListFillMinutes = (
  tx: Tx,
  range: { readonly from: Millis; readonly to: Millis },
) => Promise<readonly { readonly instrument: number; readonly minute: number }[]>;

/** Saves the minutes of the fills of the last day; called repeatedly. */
export async function saveFillProofs(
  database: Database,
  {
    instruments,
    listFillMinutes,
    now,
  }: {
    readonly instruments: { byId(id: number): Pick<Instrument, 'code'> | undefined };
    readonly listFillMinutes: ListFillMinutes;
    readonly now: Millis;
  },
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
