// Which round is bet on at an instant. The server sends the rounds; between two of its answers the engine's own
// functions compute them, because rounds depend on time alone.
import type { WireTradeRound, WireTradeTerms } from '@maru/contract/binary/calls';
import {
  familyOf,
  lengthOf,
  openingToBetOn,
  type RoundType,
  roundId,
  windowsOf,
} from '@maru/engine/rounds/round';
import { koreanDay, later, type Millis, millis } from '@maru/engine/time';

export interface RoundsNow {
  /** Open for bets, locked, or the next to open; null while the session has none. */
  readonly round: WireTradeRound | null;
  /** Another round that is running: only where bets are on the next one. */
  readonly running: WireTradeRound | null;
}

interface KnownRounds extends RoundsNow {
  readonly terms: Pick<WireTradeTerms, 'cutOffMillis'>;
}

export function roundsAt({ round, running, terms }: KnownRounds, now: number): RoundsNow {
  const still = running !== null && now < running.closeMillis ? running : null;
  if (round === null) return { round: null, running: still };
  const open = openingToBetOn(round.type, millis(now));
  if (open <= round.openMillis) return { round, running: still };
  const before = later(open, -lengthOf(round.type));
  return {
    round: moved(round, open, terms),
    running: familyOf(round.type) === 'RENT' ? moved(round, before, terms) : null,
  };
}

/** The round after this one. */
export const roundAfter = (round: WireTradeRound, terms: KnownRounds['terms']): WireTradeRound =>
  moved(round, later(millis(round.openMillis), lengthOf(round.type)), terms);

/** Numbers the rounds of a Korean day from 1, as the server does. */
export const numberInDay = (type: RoundType, open: number): number =>
  (open - koreanDay(millis(open))) / lengthOf(type) + 1;

/** The number of another round of the same offer. */
export const numberAt = (round: WireTradeRound, open: number): number =>
  koreanDay(millis(open)) === koreanDay(millis(round.openMillis))
    ? round.no + (open - round.openMillis) / lengthOf(round.type)
    : numberInDay(round.type, open);

/** The round of the same offer with another opening, as the server will send it. */
function moved(round: WireTradeRound, open: Millis, { cutOffMillis }: KnownRounds['terms']): WireTradeRound {
  if (open === round.openMillis) return round;
  const windows = windowsOf(round.type, open, cutOffMillis);
  return {
    ...round,
    id: roundId({ offer: round.tradeOptionId, open }),
    no: numberAt(round, open),
    betStartMillis: windows.betsFrom,
    betEndMillis: windows.betsUntil,
    openMillis: windows.open,
    closeMillis: windows.close,
    openPrice: null,
    closePrice: null,
  };
}

type Phase = 'soon' | 'open' | 'locked';

export function phaseOf({ betStartMillis, betEndMillis }: WireTradeRound, now: number): Phase {
  if (now < betStartMillis) return 'soon';
  return now < betEndMillis ? 'open' : 'locked';
}

/** When bets on the next round replace the locked one. */
export const nextBetsAt = ({ betStartMillis, type }: WireTradeRound): number =>
  betStartMillis + lengthOf(type);

/** What is left of the phase, 0 to 1: the burn line. */
export function burnOf(round: WireTradeRound, now: number): number {
  switch (phaseOf(round, now)) {
    case 'soon':
      return 1;
    case 'open':
      return (round.betEndMillis - now) / (round.betEndMillis - round.betStartMillis);
    case 'locked':
      return (nextBetsAt(round) - now) / (nextBetsAt(round) - round.betEndMillis);
  }
}
