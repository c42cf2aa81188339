// What the book holds of ball rounds: those that are sealed, until they are drawn and paid.
import { portion, type Rate } from '../amount.ts';
import type { Book } from '../book.ts';
import {
  type BetQueue,
  emptyQueue,
  isAllPaid,
  type PayableBet,
  queueBet,
  sameFigure,
} from '../payment/bet-queue.ts';
import type { SiteId } from '../purse.ts';
import { type RoundId, type RoundType, roundPlace } from '../rounds/round.ts';
import type { Millis } from '../time.ts';
import type { Draw } from './draw.ts';
import type { BallVoidReason } from './events.ts';
import { type Market, type MarketSet, setOf } from './markets.ts';

/** The purse of the house from which and to which rounds are paid. */
export const HOUSE_PURPOSE = 'pnl:bitball';

export interface BallBet extends PayableBet {
  readonly market: Market;
  readonly odds: Rate;
  readonly acceptedAt: Millis;
}

export type BallEnd =
  | { readonly kind: 'DRAWN'; readonly draw: Draw }
  | { readonly kind: 'VOID'; readonly voidReason: BallVoidReason };

/** What a seal brings. */
export interface BallSeal {
  readonly id: RoundId;
  readonly site: SiteId;
  readonly type: RoundType;
  /** When it is drawn. */
  readonly open: Millis;
  /** Never shown before the round has ended. */
  readonly seed: string;
  readonly commit: string;
}

export interface BallRound extends BetQueue<BallBet>, BallSeal {
  /** Sums for the exposure of the house: all stakes on a set of markets, and what a hit of one market would cost. */
  readonly stakes: Map<MarketSet, bigint>;
  readonly credits: Map<Market, bigint>;
  salt: string | undefined;
  end: BallEnd | undefined;
  /** Its part of the book's digest. */
  digest: bigint;
}

export interface BallState {
  readonly rounds: Map<string, BallRound>;
}

export const emptyBalls = (): BallState => ({ rounds: new Map() });

export const sealedRound = (seal: BallSeal): BallRound => ({
  ...emptyQueue<BallBet>(seal.site),
  ...seal,
  stakes: new Map(),
  credits: new Map(),
  salt: undefined,
  end: undefined,
  digest: 0n,
});

/** Bets are added in the order of their numbers; a round that is loaded again is made by the same calls. */
export function addBallBet(round: BallRound, placed: BallBet): void {
  const { stake, odds } = placed;
  const bet = { ...placed, stake: sameFigure(round, stake), odds: sameFigure(round, odds) };
  queueBet(round, bet, isSamePick);
  const set = setOf(bet.market);
  round.stakes.set(set, (round.stakes.get(set) ?? 0n) + bet.stake);
  round.credits.set(bet.market, (round.credits.get(bet.market) ?? 0n) + creditMost(bet));
}

const isSamePick = (one: BallBet, other: BallBet): boolean =>
  one.market === other.market && one.odds === other.odds;

/** Rounded up, like everything that the house must be able to pay. */
export const creditMost = ({ stake, odds }: Pick<BallBet, 'stake' | 'odds'>): bigint =>
  portion(stake, odds, 'up');

/**
 * What the house loses on the market's set if this market is hit (docs/rules.md 1.8, whose two sides are a set of two).
 * Exactly one market of a set is hit by a draw, so the stakes of the whole set pay for it. Sets are not weighed
 * against each other: that is exact only over all 982,800 draws, and the sum of their limits is a limit too.
 */
export const ballExposureOf = (
  market: Market,
  { stakes, credits }: Pick<BallRound, 'stakes' | 'credits'>,
): bigint => (credits.get(market) ?? 0n) - (stakes.get(setOf(market)) ?? 0n);

export const findBall = (book: Book, site: SiteId, round: RoundId): BallRound | undefined =>
  book.bitball.rounds.get(roundPlace(site, round));

/** Nothing waits in it any more. */
export const isBallSettled = (round: BallRound): boolean => round.end !== undefined && isAllPaid(round);
