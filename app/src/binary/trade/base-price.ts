// The price that the current one is compared with on the page, and where it comes from.
import type { WireTradeBet, WireTradeRound, WireTradeTerms } from '@maru/contract/binary/calls';
import { toDecimal } from '@maru/engine/amount';
import { tickAt } from '@maru/engine/market/tick';
import { millis } from '@maru/engine/time';
import { isFollowedSince, type Market, strikeOf } from '../bet/bet-view.ts';
import type { TickLine } from '../chart/tick-line.ts';

/** The opening price from the server or, before it arrives, the last tick at or before the opening. */
export function openPriceOf(
  round: WireTradeRound | null,
  line: TickLine,
  { staleMillis }: Pick<WireTradeTerms, 'staleMillis'>,
): string | undefined {
  if (round === null) return undefined;
  if (round.openPrice !== null) return round.openPrice;
  const tick = tickAt(line.points(), millis(round.openMillis));
  return tick !== undefined && round.openMillis - tick.ts <= staleMillis ? toDecimal(tick.price) : undefined;
}

/**
 * Where every bet has its own strike: that of the newest one, or `now`, because a bet takes the next tick. Undefined
 * when the page was opened after the bet's first tick: the current price would put it into the wrong zone.
 */
export function entryBase(
  bets: readonly WireTradeBet[],
  market: Market,
  now: number,
): string | 'now' | undefined {
  const newest = bets.at(-1);
  if (newest === undefined) return 'now';
  return strikeOf(newest, market, now) ?? (isFollowedSince(newest, market) ? 'now' : undefined);
}
