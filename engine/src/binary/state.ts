// What the book holds of rounds: only those that were bet on, until the day in which staff may void them is over.
import { portion, type Rate } from '../amount.ts';
import type { BinaryType } from '../market/instrument.ts';
import type { SiteId } from '../purse.ts';
import type { Millis } from '../time.ts';
import { type BetQueue, emptyQueue, type PayableBet, queueBet, sameFigure } from './bet-queue.ts';
import type { RoundStatus, Side, TickRef, VoidReason } from './events.ts';
import type { RoundId } from './round.ts';
import type { StrikeMode } from './terms.ts';

export interface Bet extends PayableBet {
  readonly side: Side;
  readonly rate: Rate;
  readonly acceptedAt: Millis;
}

export interface FrozenResult {
  readonly status: RoundStatus;
  readonly voidReason: VoidReason | undefined;
  readonly openTick: TickRef | undefined;
  readonly closeTick: TickRef | undefined;
  /** Kept until the last player is paid: afterwards every bet has its strike written down. */
  readonly ticks: readonly TickRef[] | undefined;
}

/** What is the same for all bets of a round. The first bet brings it, and a setting that changes meanwhile waits. */
export interface RoundTerms {
  readonly strikeMode: StrikeMode;
  readonly precision: number;
  readonly staleMs: number;
}

/** Sums of one side each, for the exposure of the house. */
export interface SideSums {
  readonly stakes: Record<Side, bigint>;
  /** Stake by rate, rounded up: what the house may have to pay beyond the stakes. */
  readonly profits: Record<Side, bigint>;
}

export interface Round extends BetQueue<Bet>, RoundTerms, SideSums {
  readonly id: RoundId;
  readonly type: BinaryType;
  readonly close: Millis;
  result: FrozenResult | undefined;
  /** Set by staff: all players are then paid back, from the first one on. */
  voided: { readonly reason: string } | undefined;
}

export const emptyRound = (
  id: RoundId,
  {
    site,
    type,
    close,
    strikeMode,
    precision,
    staleMs,
  }: RoundTerms & { readonly site: SiteId; readonly type: BinaryType; readonly close: Millis },
): Round => ({
  ...emptyQueue<Bet>(site),
  id,
  type,
  close,
  strikeMode,
  precision,
  staleMs,
  stakes: { UP: 0n, DOWN: 0n },
  profits: { UP: 0n, DOWN: 0n },
  result: undefined,
  voided: undefined,
});

/** Bets are added in the order of their numbers; a round that is loaded again is made by the same calls. */
export function addBet(round: Round, placed: Bet): void {
  const { stake, rate } = placed;
  const bet = { ...placed, stake: sameFigure(round, stake), rate: sameFigure(round, rate) };
  queueBet(round, bet, isSamePick);
  round.stakes[bet.side] += bet.stake;
  round.profits[bet.side] += portion(bet.stake, bet.rate, 'up');
}

const isSamePick = (one: Bet, other: Bet): boolean => one.side === other.side && one.rate === other.rate;

/** A round is the same instant for every site, but each site has its own bets on it. */
export const roundPlace = (site: SiteId, round: RoundId): string => `${site}/${round}`;

export interface BinaryState {
  readonly rounds: Map<string, Round>;
}

export const emptyBinary = (): BinaryState => ({ rounds: new Map() });
