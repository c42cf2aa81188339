// Where things of copy trading are in its state. Everybody asks here: rules, bars, the server's loops and the reads.
import { type Amount, amountOfUnits } from '../amount.ts';
import type { PlayerId } from '../purse.ts';
import type { CopyFollow, CopyLead, CopytradeState, PendingLead } from './state.ts';

/** The follow of this player that has not ended. */
export function followOf({ byFollower, follows }: CopytradeState, player: PlayerId): CopyFollow | undefined {
  const id = byFollower.get(player);
  return id === undefined ? undefined : follows.get(id);
}

/** One of another player is like one that does not exist. */
export function ownFollow(state: CopytradeState, id: number, player: PlayerId): CopyFollow | undefined {
  const follow = state.follows.get(id);
  return follow?.follower === player ? follow : undefined;
}

/** All that have not ended: they count toward the quota. */
function* followsOf({ byTrader, follows }: CopytradeState, trader: PlayerId): Generator<CopyFollow, void> {
  for (const id of byTrader.get(trader) ?? []) {
    const follow = follows.get(id);
    if (follow !== undefined) yield follow;
  }
}

export const followerCount = ({ byTrader }: CopytradeState, trader: PlayerId): number =>
  byTrader.get(trader)?.size ?? 0;

export function* activeFollowsOf(state: CopytradeState, trader: PlayerId): Generator<CopyFollow, void> {
  for (const follow of followsOf(state, trader)) if (follow.state === 'ACTIVE') yield follow;
}

/** The place of the first lead with a higher number. */
export function placeAfter(leads: readonly PendingLead[], id: number): number {
  let [low, high] = [0, leads.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (leads[middle]!.lead.id <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What the follow copies or misses next. */
export function nextLead(
  { leads }: CopytradeState,
  { trader, state, handled }: CopyFollow,
): CopyLead | undefined {
  const waiting = state === 'ACTIVE' ? leads.get(trader) : undefined;
  return waiting?.[placeAfter(waiting, handled)]?.lead;
}

/** So many copies of the trader wait, of all followers together. */
export function pendingCopies({ leads }: Pick<CopytradeState, 'leads'>, trader: PlayerId): number {
  let sum = 0;
  for (const { waiting } of leads.get(trader) ?? []) sum += waiting;
  return sum;
}

/** The margin in open copies, which counts toward `maxBet`. */
export function usedBy({ copies }: Pick<CopyFollow, 'copies'>): Amount {
  let sum = 0n;
  for (const { margin } of copies.values()) sum += margin;
  return amountOfUnits(sum);
}
