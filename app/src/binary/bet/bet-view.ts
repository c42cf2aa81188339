// The member's bets as the page shows them: the price they are compared with, and their profit if the round ended now.
// Computed by the engine's own functions only.
import type { WireTradeBet } from '@maru/contract/binary/calls';
import {
  type Amount,
  amount,
  minus,
  type Price,
  parseUnits,
  price,
  rate,
  sum,
  toDecimal,
} from '@maru/engine/amount';
import { betOutcome, payoutOf, strikeFor } from '@maru/engine/binary/prices';
import { firstTickAfter, roundPrice } from '@maru/engine/market/tick';
import { millis } from '@maru/engine/time';
import type { Direction } from '../../ui/buttons/direction-pair.tsx';
import type { LinePoint } from '../chart/tick-line.ts';

/** docs/rules.md 0.2: won are whole, everything else has eight places. */
export const placesOf = (currency: string): number => (currency === 'KRW' ? 0 : 8);

export const directionOfBet = ({ type }: Pick<WireTradeBet, 'type'>): Direction =>
  type === 'LONG' ? 'up' : 'down';

/** The payout of a hit, stake included; undefined for a stake that is no amount. */
export function payoutText(stake: string, rateText: string, currency: string): string | undefined {
  const units = parseUnits(stake);
  if (units === undefined || units <= 0n) return undefined;
  return toDecimal(payoutOf(amount(stake), rate(rateText), placesOf(currency)));
}

export interface Market {
  readonly strikeMode: 'ROUND_OPEN' | 'AT_BET' | 'DRAW';
  readonly precision: number;
  readonly currency: string;
  /** The opening price of the running round, where all bets share it. */
  readonly openPrice: string | undefined;
  readonly liveTicks: readonly LinePoint[];
}

/** Ticks from before the subscription, or from while the connection was cut, are not known one by one. */
export function isFollowedSince(
  { createdMillis }: WireTradeBet,
  { liveTicks }: Pick<Market, 'liveTicks'>,
): boolean {
  const first = liveTicks[0];
  if (first === undefined || first.ts > createdMillis) return false;
  return firstTickAfter(liveTicks, millis(createdMillis))?.isAfterCut !== true;
}

/** The server's strike, or before that arrives the first tick after the bet, by the server's own rule. */
export function strikeOf(bet: WireTradeBet, market: Market, now: number): string | undefined {
  if (bet.strikePrice !== null) return bet.strikePrice;
  if (market.strikeMode === 'ROUND_OPEN') return now >= bet.openMillis ? market.openPrice : undefined;
  if (!isFollowedSince(bet, market)) return undefined;
  const strike = strikeFor(market.liveTicks, millis(bet.createdMillis));
  return strike && toDecimal(strike.price);
}

const compare = (strike: Price, last: Price, precision: number): 1 | 2 | 3 => {
  const [from, to] = [roundPrice(strike, precision), roundPrice(last, precision)];
  if (from === to) return 3;
  return to > from ? 1 : 2;
};

/** The profit of the bet beyond its stake if the round ended at this price. */
function profitNow(
  bet: WireTradeBet,
  { strike, last }: { readonly strike: string; readonly last: string },
  { precision, currency }: Pick<Market, 'precision' | 'currency'>,
): Amount {
  const status = compare(price(strike), price(last), precision);
  const stake = amount(bet.point);
  const { credit } = betOutcome(
    {
      side: directionOfBet(bet) === 'up' ? 'UP' : 'DOWN',
      stake,
      rate: rate(bet.rate),
      acceptedAt: millis(bet.createdMillis),
    },
    { status, voidReason: undefined, closeTick: undefined, ticks: undefined },
    { strikeMode: 'ROUND_OPEN', precision },
    placesOf(currency),
  );
  return minus(credit, stake);
}

/** The sum; undefined as soon as one of them is not known yet. */
export function profitOfAll(
  bets: readonly WireTradeBet[],
  market: Market,
  { last, now }: { readonly last: string | undefined; readonly now: number },
): string | undefined {
  if (last === undefined || bets.length === 0) return undefined;
  const profits: Amount[] = [];
  for (const bet of bets) {
    const strike = strikeOf(bet, market, now);
    if (strike === undefined) return undefined;
    profits.push(profitNow(bet, { strike, last }, market));
  }
  return toDecimal(sum(profits));
}

export const stakeOfAll = (bets: readonly WireTradeBet[]): string =>
  toDecimal(sum(bets.map(({ point }) => amount(point))));

export const payoutOfAll = (bets: readonly WireTradeBet[]): string =>
  toDecimal(sum(bets.map(({ payout }) => amount(payout))));

/** Credit less stake of a decided bet. */
export const profitOfDecided = (bet: Pick<WireTradeBet, 'credit' | 'point'>): string | undefined =>
  bet.credit === null ? undefined : toDecimal(minus(amount(bet.credit), amount(bet.point)));
