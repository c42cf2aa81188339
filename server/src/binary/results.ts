// How every round ended, for the public lists: rounds with bets as they were frozen, all others computed from the same
// ticks by the same function.
import { roundOutcome } from '@maru/engine/binary/prices';
import type { SiteId } from '@maru/engine/purse';
import { DAY_MS, earlier, type Millis } from '@maru/engine/time';
import type { RoundResult } from '../bets/tables.ts';
import type { Database, Tx } from '../db/database.ts';
import type { BinarySite } from './deps.ts';
import { isInSession, isOffered, type Offer, type OfferRound, roundAt } from './offers.ts';
import type { FrozenEvent } from './settle.ts';
import { type TickWindow, ticksThatCount } from './tick-window.ts';

const RETENTION_MS = 30 * DAY_MS;
/** The longest round. */
const LOOK_BACK_MS = 300_000;

/** The results of all rounds that close at this instant. Ticks are fetched once, for all instruments together. */
export async function resultsAt(
  close: Millis,
  parts: {
    readonly offers: readonly Offer[];
    readonly sites: readonly BinarySite[];
    readonly ticks: TickWindow;
    readonly frozen: readonly FrozenEvent[];
  },
): Promise<readonly RoundResult[]> {
  const { offers, sites, ticks, frozen } = parts;
  const known = new Map(frozen.map((event) => [`${event.site}/${event.round}`, event]));
  const closing = offers
    .filter(({ family, lengthMs }) => family !== 'BALL' && close % lengthMs === 0)
    .map((offer) => roundAt(offer, earlier(close, offer.lengthMs)))
    .filter(isInSession);
  const froms = new Map<string, Millis>();
  for (const { offer } of closing) {
    const { code, staleMs } = offer.instrument;
    froms.set(code, earlier(close, LOOK_BACK_MS + 2 * staleMs));
  }
  const asked = [...froms].map(([stock, from]) => ({ stock, from }));
  const ticksByStock = await ticks.gatherMany(asked, close);
  const results: RoundResult[] = [];
  for (const round of closing) {
    const { code, staleMs, precision } = round.offer.instrument;
    const own = ticksByStock.get(code) ?? [];
    const span = { open: round.open, close, staleMs, hasOwnStrikes: false };
    const outcome = roundOutcome(ticksThatCount(own, span, ticks.gaps()), span, { precision, staleMs });
    for (const site of sites) {
      if (!isOffered(site, round.offer)) continue;
      const event = known.get(`${site.id}/${round.id}`);
      results.push(resultOf(site.id, round, event ?? outcome));
    }
  }
  return results;
}

export const resultOf = (
  site: SiteId,
  { id, offer, close }: OfferRound,
  {
    status,
    voidReason,
    openTick,
    closeTick,
  }: Pick<FrozenEvent, 'status' | 'voidReason' | 'openTick' | 'closeTick'>,
): RoundResult => ({
  site,
  round: id,
  offer: offer.id,
  close,
  status,
  voidReason,
  openPrice: openTick?.price,
  closePrice: closeTick?.price,
});

export async function findNewestClose(tx: Tx): Promise<Millis | undefined> {
  const [row] = await tx.query<{ close_ms: Millis | null }>(
    'select max(close_ms) as close_ms from round_result',
  );
  return row?.close_ms ?? undefined;
}

export const forgetOldResults = (database: Database, now: Millis): Promise<unknown> =>
  database.transaction((tx) =>
    tx.query('delete from round_result where close_ms < $1', [now - RETENTION_MS]),
  );
