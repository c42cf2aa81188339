// What the book holds of rounds: only those that were bet on, until the day in which staff may void them is over.
import { portion, type Rate } from '../amount.ts';
import type { TickRef } from '../market/tick.ts';
import { type BetQueue, emptyQueue, type PayableBet, queueBet, sameFigure } from '../payment/bet-queue.ts';
import type { SiteId } from '../purse.ts';
import { type RoundId, type RoundType, roundPlace } from '../rounds/round.ts';
import type { Millis } from '../time.ts';
import type { RoundStatus, Side, VoidReason } from './events.ts';
import { canRound } from './round-state.ts';
import type { RoundTerms } from './terms.ts';

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

/** Sums of one side each, for the exposure of the house. */
export interface SideSums {
  readonly stakes: Record<Side, bigint>;
  /** Stake by rate, rounded up: what the house may have to pay beyond the stakes. */
  readonly profits: Record<Side, bigint>;
}

export interface Round extends BetQueue<Bet>, RoundTerms, SideSums {
  readonly id: RoundId;
  readonly type: RoundType;
  readonly close: Millis;
  result: FrozenResult | undefined;
  /** Set by staff: all players are then paid back, from the first one on. */
  voided: { readonly reason: string } | undefined;
  /** Its part of the book's digest, so that it can be subtracted when the round is forgotten. */
  digest: bigint;
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
  }: RoundTerms & { readonly site: SiteId; readonly type: RoundType; readonly close: Millis },
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
  digest: 0n,
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

export interface BinaryState {
  /** By place. Changed only by `putRound` and `dropRounds`, which keep the two below in step. */
  readonly rounds: Map<string, Round>;
  /** Those that are not decided or not paid to the last player: settling and paying read only this map. */
  readonly unsettled: Map<string, Round>;
  /** The places by their close, oldest first, so that forgetting reads only what is old enough. */
  readonly byClose: { readonly close: Millis; readonly places: Set<string> }[];
}

export const emptyBinary = (): BinaryState => ({ rounds: new Map(), unsettled: new Map(), byClose: [] });

export const isSettled = (round: Round): boolean => canRound(round, 'FORGET');

export function putRound(state: BinaryState, round: Round): void {
  const place = roundPlace(round.site, round.id);
  state.rounds.set(place, round);
  noteSettled(state, round);
  // Rounds come nearly in the order of their closes, so the place is found near the end.
  let at = state.byClose.length;
  while (at > 0 && (state.byClose[at - 1]?.close ?? 0) > round.close) at -= 1;
  const same = state.byClose[at - 1];
  if (same?.close === round.close) same.places.add(place);
  else state.byClose.splice(at, 0, { close: round.close, places: new Set([place]) });
}

/** After anything that decides, pays or voids a round. */
export function noteSettled({ unsettled }: BinaryState, round: Round): void {
  const place = roundPlace(round.site, round.id);
  if (isSettled(round)) unsettled.delete(place);
  else unsettled.set(place, round);
}

/** A round that was forgotten already stays so: it was paid once more after staff voided it. */
export function removeRound({ rounds, unsettled, byClose }: BinaryState, place: string): void {
  const round = rounds.get(place);
  if (round === undefined) return;
  rounds.delete(place);
  unsettled.delete(place);
  const at = byClose.findIndex(({ places }) => places.delete(place));
  if (byClose[at]?.places.size === 0) byClose.splice(at, 1);
}

/** Forgets the settled rounds that closed before this instant. Returns their part of the book's digest. */
export function dropRounds({ rounds, byClose }: BinaryState, before: Millis): bigint {
  let end = 0;
  let digest = 0n;
  for (; end < byClose.length && (byClose[end]?.close ?? before) < before; end += 1) {
    const places = byClose[end]?.places ?? [];
    for (const place of places) {
      const round = rounds.get(place);
      if (round === undefined || !isSettled(round)) continue;
      rounds.delete(place);
      digest += round.digest;
      byClose[end]?.places.delete(place);
    }
  }
  const left = byClose.slice(0, end).filter(({ places }) => places.size > 0);
  byClose.splice(0, end, ...left);
  return digest;
}
