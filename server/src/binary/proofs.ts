// The recorded minutes that the result of a round was computed from are kept for the receipts of its bets.
import { SALT_BEFORE_MS } from '@maru/engine/bitball/salt';
import { HOUR_MS, MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { saveProofMinutes } from '../market/recorded-minutes.ts';
import type { OfferList, OfferRound } from './offers.ts';

/** The salt of every draw is a tick of this one (docs/rules.md 2.4). */
export const SALT_STOCK = 'BTCUSDT';

/**
 * A tick that counts arrives within the grace, before its minute is sealed, so it is recorded in the minute of its own
 * time.
 */
export function minutesOf(round: OfferRound): {
  readonly stock: string;
  readonly minutes: readonly number[];
} {
  const { offer, open, close } = round;
  const isBall = offer.family === 'BALL';
  const from = isBall ? open - SALT_BEFORE_MS : open;
  const { staleMs, code } = offer.instrument;
  const minutes: number[] = [];
  const last = isBall ? from : close;
  for (let at = Math.floor((from - staleMs) / MINUTE_MS) * MINUTE_MS; at <= last; at += MINUTE_MS)
    minutes.push(at);
  return { stock: isBall ? SALT_STOCK : code, minutes };
}

/** Saves the minutes of the rounds of the last day; called repeatedly. */
export async function saveProofs(database: Database, offers: OfferList, now: Millis): Promise<void> {
  await database.transaction(async (tx) => {
    const rows = await tx.query<{ round_id: number }>(
      'select distinct round_id from bet_round where close_ms between $1 and $2',
      [now - 30 * HOUR_MS, now],
    );
    const wanted = new Map<string, { readonly stock: string; readonly minute: number }>();
    for (const { round_id } of rows) {
      const round = offers.roundOf(round_id);
      if (round === undefined) continue;
      const { stock, minutes } = minutesOf(round);
      for (const minute of minutes) wanted.set(`${stock} ${minute}`, { stock, minute });
    }
    await saveProofMinutes(tx, [...wanted.values()]);
  });
}
