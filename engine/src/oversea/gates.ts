// When an instrument takes orders and when a price may be used (docs/rules.md 0.5, 0.7, 4.3).
import type { Context } from '../command.ts';
import type { Quote } from '../market/quote.ts';
import { isWithin, type Millis } from '../time.ts';
import type { OverseaCommand } from './commands.ts';
import { phaseAt } from './session-phase.ts';
import type { OverseaSession, OverseaTerms } from './terms.ts';

/** A command may wait before it is decided: a stretch that ended meanwhile is over, even if it was open on receipt. */
export function termsNow(terms: OverseaTerms, now: Millis): OverseaTerms {
  const { session } = terms;
  if (session === undefined || isWithin(now, { from: session.opensAt, to: session.closesAt })) return terms;
  return { ...terms, session: undefined };
}

/** Nothing happens in a session that ended while the command waited. */
export function commandNow(command: OverseaCommand, { now }: Context): OverseaCommand {
  if ('terms' in command) {
    const terms = termsNow(command.terms, now);
    return terms === command.terms ? command : { ...command, terms };
  }
  if (!('priced' in command)) return command;
  return {
    ...command,
    priced: command.priced.map(({ terms, quote }) => ({ terms: termsNow(terms, now), quote })),
  };
}

export const isFresh = (
  quote: Quote | undefined,
  { staleMs }: Pick<OverseaTerms, 'staleMs'>,
  now: Millis,
): quote is Quote => quote !== undefined && now - quote.ts <= staleMs;

/** Only orders that make a position smaller: by its mode, or because the trade date ends soon. */
export const isReduceOnly = ({ mode, session }: OverseaTerms, now: Millis): boolean =>
  mode === 'REDUCE_ONLY' || (session !== undefined && phaseAt(session, now) !== 'OPEN');

export function isClosingTime(session: OverseaSession, now: Millis): boolean {
  const phase = phaseAt(session, now);
  return phase === 'CLOSING' || phase === 'CARRYING';
}

export const isOvernightTime = (session: OverseaSession, now: Millis): boolean =>
  phaseAt(session, now) === 'CARRYING';

export type TradeGate = 'OPTION_STOPPED' | 'MARKET_CLOSED' | 'NO_FRESH_PRICE';

/** May something be filled on this price now? */
export function fillGate(terms: OverseaTerms, quote: Quote | undefined, now: Millis): TradeGate | undefined {
  if (terms.mode === 'STOPPED') return 'OPTION_STOPPED';
  if (terms.session === undefined) return 'MARKET_CLOSED';
  return isFresh(quote, terms, now) ? undefined : 'NO_FRESH_PRICE';
}
