// What the price is held against on the page, and by whom it is said.
import type { WireTradeBet, WireTradeRound, WireTradeTerms } from '@maru/contract/binary';
import { print } from '@maru/engine/amount';
import { familyOf } from '@maru/engine/binary/round';
import { tickAt } from '@maru/engine/market/tick';
import { millis } from '@maru/engine/time';
import { type Market, strikeOf } from './bet-view.ts';
import type { RoundsNow } from './rounds-at.ts';
import type { TickLine } from './tick-line.ts';

export interface BasePrice {
  /** `now`: a bet takes the next tick as its base. Undefined while it is not known. */
  readonly price: string | 'now' | undefined;
  readonly kind: 'round' | 'entry' | 'next' | 'unknown';
}

/** The opening price as the server says it or, before it does, the last tick at or before the opening. */
export function openPriceOf(
  round: WireTradeRound | null,
  line: TickLine,
  { staleMillis }: Pick<WireTradeTerms, 'staleMillis'>,
): string | undefined {
  if (round === null) return undefined;
  if (round.openPrice !== null) return round.openPrice;
  const tick = tickAt(line.points(), millis(round.openMillis));
  return tick !== undefined && round.openMillis - tick.ts <= staleMillis ? print(tick.price) : undefined;
}

/** The round whose outcome is drawn: where one bets on the next round, it is the one that runs. */
export function drawnRound({ round, running }: RoundsNow, now: number): WireTradeRound | null {
  if (round === null) return running;
  if (familyOf(round.type) === 'RENT') return running;
  return now >= round.openMillis ? round : null;
}

export function basePrice(bets: readonly WireTradeBet[], market: Market, now: number): BasePrice {
  if (market.strikeMode === 'AT_BET') {
    const newest = bets.at(-1);
    const strike = newest && strikeOf(newest, market, now);
    return strike === undefined ? { price: 'now', kind: 'next' } : { price: strike, kind: 'entry' };
  }
  return market.openPrice === undefined
    ? { price: undefined, kind: 'unknown' }
    : { price: market.openPrice, kind: 'round' };
}
