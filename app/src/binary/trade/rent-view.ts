// R types are bet on before they start, so two rounds matter at once: the running one and the one that takes bets. This
// file decides to which of them the chart, the base and the main clock belong, and to which each bet belongs.
import type { WireTradeBet, WireTradeRound } from '@maru/contract/binary/calls';
import type { Direction } from '../../ui/buttons/direction-pair.tsx';
import { directionOfBet } from '../bet/bet-view.ts';
import { numberAt, type RoundsNow } from '../rounds/rounds-at.ts';

export interface RentFocus {
  /** `waiting`: it has not started, so it has no base price and no bet is winning or losing. */
  readonly state: 'waiting' | 'running';
  readonly round: WireTradeRound;
  /** While it runs: the round that takes bets now. */
  readonly next: WireTradeRound | null;
}

/**
 * A running round with the member's money in it comes first. Otherwise the page is about the round that takes bets: the
 * running one does not concern the member. Only the last round of a session is shown without a bet, because nothing
 * follows.
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
  /** The round's number in its day; undefined where no known round gives a number to count from. */
  readonly no: number | undefined;
  readonly direction: Direction;
  readonly state: 'running' | 'waiting' | 'judging';
  readonly openMillis: number;
  /** Never empty, oldest first. */
  readonly bets: readonly WireTradeBet[];
}

const ORDER = ['running', 'waiting', 'judging'] as const;

/** The member's bets by round and side: running ones first, then waiting ones, then those being judged. */
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
        direction: directionOfBet(first),
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

/** While a round is judged its row must not move the chart: the toast shows its result anyway. */
export function shownGroups(groups: readonly BetGroup[]): readonly BetGroup[] {
  const alive = groups.filter(({ state }) => state !== 'judging');
  return alive.length >= 2 ? alive : groups.slice(0, 2);
}
