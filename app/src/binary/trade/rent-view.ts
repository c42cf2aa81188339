// R types are bet on before they start, so two rounds matter at once: the one that runs and the one that takes bets.
// Here it is decided which of them the picture, the base and the main clock belong to, and to which each bet belongs.
import type { WireTradeBet, WireTradeRound } from '@maru/contract/binary/calls';
import type { Direction } from '../../ui/buttons/direction-pair.tsx';
import { sideOf } from '../bet/bet-view.ts';
import { numberAt, type RoundsNow } from '../rounds/rounds-at.ts';

export interface RentFocus {
  /** `waiting`: it has not started, so it has no base price and nobody can be ahead. */
  readonly state: 'waiting' | 'running';
  readonly round: WireTradeRound;
  /** While it runs: the round that takes bets now. */
  readonly next: WireTradeRound | null;
}

/**
 * A round that runs with my money in it comes first. Otherwise the page is about the round one can bet on: the running
 * one is nobody's business here. Only the last round of a session is looked at without a bet, because nothing follows.
 */
export function rentFocus(
  { round, running }: RoundsNow,
  bets: readonly WireTradeBet[],
): RentFocus | undefined {
  const isMine = running !== null && bets.some(({ tradeRoundId }) => tradeRoundId === running.id);
  if (running !== null && (isMine || round === null))
    return { state: 'running', round: running, next: round };
  return round === null ? undefined : { state: 'waiting', round, next: null };
}

export interface BetGroup {
  readonly tradeRoundId: number;
  /** The round's number in its day; undefined where no round is known to count from. */
  readonly no: number | undefined;
  readonly direction: Direction;
  readonly state: 'running' | 'waiting' | 'judging';
  readonly openMillis: number;
  /** Never empty, oldest first. */
  readonly bets: readonly WireTradeBet[];
}

const ORDER = ['running', 'waiting', 'judging'] as const;

/** My bets by round and side: what is decided now first, then what waits, then what is being judged. */
export function betGroups(
  bets: readonly WireTradeBet[],
  { round, running }: RoundsNow,
  now: number,
): readonly BetGroup[] {
  const counted = round ?? running;
  const groups = [...Map.groupBy(bets, (bet) => `${bet.tradeRoundId} ${bet.type}`).values()].map(
    (own): BetGroup => {
      const first = own[0]!;
      return {
        tradeRoundId: first.tradeRoundId,
        no: counted === null ? undefined : numberAt(counted, first.openMillis),
        direction: sideOf(first) === 'UP' ? 'up' : 'down',
        state: now < first.openMillis ? 'waiting' : now < first.closeMillis ? 'running' : 'judging',
        openMillis: first.openMillis,
        bets: own,
      };
    },
  );
  return groups.toSorted(
    (a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.openMillis - b.openMillis,
  );
}

/** The seconds in which one round is judged must not push the picture about: the toast tells its result anyway. */
export function shownGroups(groups: readonly BetGroup[]): readonly BetGroup[] {
  const alive = groups.filter(({ state }) => state !== 'judging');
  return alive.length >= 2 ? alive : groups.slice(0, 2);
}
