// When something may be filled, and that funding which is due comes before everything that changes a position
// (docs/rules.md 0.5, 0.7, 3.11).
import type { Book, Player } from '../book.ts';
import type { Millis } from '../time.ts';
import type { PositionState } from './events.ts';
import { FUNDING_INTERVAL_MS } from './funding-rate.ts';
import { type HeldPosition, isFresh } from './standing.ts';
import { fundedKey } from './state.ts';
import type { FuturesTerms, Quote } from './terms.ts';

export type TradeGate = 'OPTION_STOPPED' | 'NO_FRESH_PRICE';

/** May something be filled on this price now? */
export function fillGate(
  terms: Pick<FuturesTerms, 'mode' | 'staleMs'>,
  quote: Quote | undefined,
  now: Millis,
): TradeGate | undefined {
  if (terms.mode === 'STOPPED') return 'OPTION_STOPPED';
  return isFresh(quote, terms, now) ? undefined : 'NO_FRESH_PRICE';
}

/** The latest time at which funding was due. A command may wait before it is decided: it passes while it waits. */
export function fundingDueAt({ fundingDue }: Pick<FuturesTerms, 'fundingDue'>, now: Millis): Millis {
  const passed = Math.floor((now - fundingDue) / FUNDING_INTERVAL_MS);
  return (passed > 0 ? fundingDue + passed * FUNDING_INTERVAL_MS : fundingDue) as Millis;
}

/** Who is open at the time pays: a position that was opened before or then, and not one that was opened later. */
export const isFunded = ({ openedAt }: Pick<PositionState, 'openedAt'>, dueAt: Millis): boolean =>
  openedAt <= dueAt;

/**
 * A position that was open when funding was due is neither filled nor given another margin or leverage until it has
 * been accrued: it pays for what it was at that time. The platform sends funding first and then tries again.
 */
export function fundingGate(
  book: Book,
  { site }: Pick<Player, 'site'>,
  position: HeldPosition | undefined,
  terms: Pick<FuturesTerms, 'fundingDue'>,
  now: Millis,
): 'FUNDING_DUE' | undefined {
  if (position === undefined) return undefined;
  const dueAt = fundingDueAt(terms, now);
  if (!isFunded(position, dueAt)) return undefined;
  const funded = book.futures.funded.get(fundedKey(site, position.instrument));
  return funded === undefined || funded < dueAt ? 'FUNDING_DUE' : undefined;
}
