// Which prices a round and its bets are judged by, and what a bet then pays (docs/rules.md 1.4 to 1.8). Plain
// functions: the desk, the receipts and the app call the same ones. Ticks are always in the order of their time.
import {
  type Amount,
  amountOfUnits,
  divide,
  minus,
  ONE,
  plus,
  portion,
  type Rate,
  rateOfUnits,
  toPlaces,
  ZERO,
} from '../amount.ts';
import { assert } from '../assert.ts';
import { countWithin, firstTickAfter, roundPrice, type TickRef, tickAt } from '../market/tick.ts';
import type { BetOutcome } from '../payment/bet-queue.ts';
import type { Millis } from '../time.ts';
import type { RoundStatus, Side, VoidReason } from './events.ts';
import type { Bet, FrozenResult, Round, SideSums } from './state.ts';
import { type BinaryTerms, ENTRY_WITHIN_MS, type RoundTerms } from './terms.ts';

export type Interruption = Extract<VoidReason, 'STOPPED' | 'SESSION_ENDED'>;

export interface RoundOutcome {
  readonly status: RoundStatus;
  readonly voidReason?: VoidReason;
  /** The last ticks at or before the opening and the close, also when they are too old to count. */
  readonly openTick?: TickRef;
  readonly closeTick?: TickRef;
  /** In `(open, close]`. */
  readonly tickCount: number;
}

export interface RoundSpan {
  readonly open: Millis;
  readonly close: Millis;
}

/** With fewer in the round, the feed counts as not running. */
const LEAST_TICKS = 2;

/**
 * The reasons for a void in the order in which they are checked: what happened to the offer, then the prices, then the
 * tie. Where each bet has a strike of its own, a tie of the round voids no bet: the round is then only neither up nor
 * down.
 */
export function roundOutcome(
  ticks: readonly TickRef[],
  { open, close }: RoundSpan,
  { precision, staleMs }: Pick<RoundTerms, 'precision' | 'staleMs'>,
  interruption?: Interruption,
): RoundOutcome {
  const openTick = tickAt(ticks, open);
  const closeTick = tickAt(ticks, close);
  const tickCount = countWithin(ticks, { from: open, to: close });
  const seen = {
    tickCount,
    ...(openTick === undefined ? undefined : { openTick }),
    ...(closeTick === undefined ? undefined : { closeTick }),
  };
  const voidFor = (voidReason: VoidReason): RoundOutcome => ({ status: 3, voidReason, ...seen });
  if (interruption !== undefined) return voidFor(interruption);
  if (openTick === undefined || open - openTick.ts > staleMs) return voidFor('NO_OPEN_TICK');
  if (closeTick === undefined || close - closeTick.ts > staleMs) return voidFor('NO_CLOSE_TICK');
  if (tickCount < LEAST_TICKS) return voidFor('FEW_TICKS');
  const from = roundPrice(openTick.price, precision);
  const to = roundPrice(closeTick.price, precision);
  if (from === to) return voidFor('TIE');
  return { status: to > from ? 1 : 2, ...seen };
}

/** A bet's own strike: the first tick after its acceptance, if it came soon enough. */
export function strikeFor(ticks: readonly TickRef[], acceptedAt: Millis): TickRef | undefined {
  const tick = firstTickAfter(ticks, acceptedAt);
  return tick !== undefined && tick.ts - acceptedAt <= ENTRY_WITHIN_MS ? tick : undefined;
}

/**
 * With more bets than so many for each tick, nearly every tick is the strike of one, and the check would only cost
 * time.
 */
export const BETS_CHECKED_PER_TICK = 8;

/**
 * The ticks that a round keeps: those that are the strike of one of its bets. The record of ticks has all of them, once;
 * a round that kept them all again would grow with the feed and not with its bets.
 */
export function strikesOf({ bets }: Pick<Round, 'bets'>, ticks: readonly TickRef[]): readonly TickRef[] {
  const most = BETS_CHECKED_PER_TICK * ticks.length;
  const strikes = new Set<TickRef>();
  let compared = 0;
  for (const own of bets.values()) {
    for (const { acceptedAt } of own) {
      compared += 1;
      if (compared > most) return ticks;
      const strike = strikeFor(ticks, acceptedAt);
      if (strike !== undefined) strikes.add(strike);
    }
  }
  return ticks.filter((tick) => strikes.has(tick));
}

export type JudgedBet = Pick<Bet, 'side' | 'stake' | 'rate' | 'acceptedAt'>;
export type JudgedResult = Pick<FrozenResult, 'status' | 'voidReason' | 'closeTick' | 'ticks'>;

export function betOutcome(
  bet: JudgedBet,
  result: JudgedResult,
  { strikeMode, precision }: Pick<RoundTerms, 'strikeMode' | 'precision'>,
  places: number,
): BetOutcome {
  if (strikeMode === 'ROUND_OPEN') {
    return result.status === 3
      ? voidOutcome(bet)
      : sideOutcome(bet, result.status === 1 ? 'UP' : 'DOWN', places);
  }
  if (result.status === 3 && result.voidReason !== 'TIE') return voidOutcome(bet);
  assert(result.closeTick !== undefined, 'a decided round has its last tick');
  const strike = strikeFor(result.ticks ?? [], bet.acceptedAt);
  if (strike === undefined) return voidOutcome(bet);
  const from = roundPrice(strike.price, precision);
  const to = roundPrice(result.closeTick.price, precision);
  const outcome = from === to ? voidOutcome(bet) : sideOutcome(bet, to > from ? 'UP' : 'DOWN', places);
  return { ...outcome, strike };
}

export const voidOutcome = ({ stake }: Pick<Bet, 'stake'>): BetOutcome => ({ status: 3, credit: stake });

function sideOutcome({ side, stake, rate }: JudgedBet, moved: Side, places: number): BetOutcome {
  return side === moved ? { status: 1, credit: payoutOf(stake, rate, places) } : { status: 2, credit: ZERO };
}

/** What a hit brings beyond the stake, in whole units of the wallet. */
export const profitOf = (stake: Amount, rate: Rate, places: number): Amount =>
  toPlaces(portion(stake, rate, 'down'), places, 'down');

/** What a hit credits: the stake and its profit. */
export const payoutOf = (stake: Amount, rate: Rate, places: number): Amount =>
  plus(stake, profitOf(stake, rate, places));

/** The share of bets one must win to lose nothing in the long run, to a hundredth of a percent. */
export const breakEven = (rate: Rate): Rate =>
  rateOfUnits(divide(HUNDREDTHS_OF_A_PERCENT * ONE, ONE + rate, 'half-up') * (ONE / HUNDREDTHS_OF_A_PERCENT));

const HUNDREDTHS_OF_A_PERCENT = 10_000n;

export const otherSide = (side: Side): Side => (side === 'UP' ? 'DOWN' : 'UP');

/** What the house loses if this side wins; below zero it gains. */
export const exposureOf = (side: Side, { stakes, profits }: SideSums): Amount =>
  amountOfUnits(profits[side] - stakes[otherSide(side)]);

/** The largest further stake on this side that the house takes. */
export function roomFor(
  side: Side,
  sums: SideSums,
  { rate, exposureMost, stakeUnit }: Pick<BinaryTerms, 'rate' | 'exposureMost' | 'stakeUnit'>,
): Amount {
  const left = minus(exposureMost, exposureOf(side, sums));
  if (left <= 0n) return ZERO;
  const stake = divide(left * ONE, rate, 'down');
  return amountOfUnits(divide(stake, stakeUnit, 'down') * stakeUnit);
}
