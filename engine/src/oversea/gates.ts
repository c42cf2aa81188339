// When an instrument takes orders and when a price may be used (rules.md 0.5, 0.7, 4.3).
import { isWithin, type Millis } from '../time.ts';
import {
  FORCED_CLOSE_BEFORE_MS,
  OVERNIGHT_CHECK_BEFORE_MS,
  type OverseaSession,
  type OverseaTerms,
  type Quote,
  REDUCE_ONLY_BEFORE_MS,
} from './terms.ts';

/** A command may wait before it is decided: a stretch that ended meanwhile is over, whatever the door has seen. */
export function termsNow(terms: OverseaTerms, now: Millis): OverseaTerms {
  const { session } = terms;
  if (session === undefined || isWithin(now, { from: session.opensAt, to: session.closesAt })) return terms;
  return { ...terms, session: undefined };
}

export const isFresh = (
  quote: Quote | undefined,
  { staleMs }: Pick<OverseaTerms, 'staleMs'>,
  now: Millis,
): quote is Quote => quote !== undefined && now - quote.ts <= staleMs;

/** Only orders that make a position smaller: by its mode, or because the trade date ends soon. */
export const isReduceOnly = ({ mode, session }: OverseaTerms, now: Millis): boolean =>
  mode === 'REDUCE_ONLY' || (session !== undefined && now >= session.endsAt - REDUCE_ONLY_BEFORE_MS);

export const isClosingTime = ({ endsAt }: OverseaSession, now: Millis): boolean =>
  now >= endsAt - FORCED_CLOSE_BEFORE_MS;

export const isOvernightTime = ({ endsAt }: OverseaSession, now: Millis): boolean =>
  now >= endsAt - OVERNIGHT_CHECK_BEFORE_MS;

export type TradeGate = 'OPTION_STOPPED' | 'MARKET_CLOSED' | 'NO_FRESH_PRICE';

/** May something be filled on this price now? */
export function fillGate(terms: OverseaTerms, quote: Quote | undefined, now: Millis): TradeGate | undefined {
  if (terms.mode === 'STOPPED') return 'OPTION_STOPPED';
  if (terms.session === undefined) return 'MARKET_CLOSED';
  return isFresh(quote, terms, now) ? undefined : 'NO_FRESH_PRICE';
}
