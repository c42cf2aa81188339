// What the follows of traders come to now, from the copy of the book that copying keeps anyway: no statement looks at the
// follows of a whole site, or at the ten thousand of one trader. They are added up again for those traders alone whose
// follows have changed since.
import { type Amount, amountOfUnits, ZERO } from '@maru/engine/amount';
import { pendingCopies } from '@maru/engine/copytrade/find';
import { dueShare } from '@maru/engine/copytrade/share';
import type { CopyFollow, CopytradeState } from '@maru/engine/copytrade/state';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { CopyNews } from './copied-state.ts';

/** Of the follows of a trader that have not ended. */
export interface FollowerSums {
  readonly active: number;
  /** The trader stopped, and they have copies left. */
  readonly detached: number;
  /** What they may invest. */
  readonly capital: Amount;
  readonly inProfit: number;
  /** What the worst of those has earned who have had a copy. */
  readonly worst: Amount | undefined;
  /** The share of their profit that would be paid now. */
  readonly due: Amount;
}

/** Copies of a trader that wait. */
export interface Pending {
  readonly count: number;
  /** When the trader's fill was that somebody waits for longest; undefined where nobody waits. */
  readonly oldest: Millis | undefined;
}

export interface Followers {
  of(trader: PlayerId): FollowerSums;
  pending(trader: PlayerId): Pending;
  /** Copies that wait of each lead of these positions of the trader, oldest first. */
  waiting(
    trader: PlayerId,
    positions: readonly number[],
  ): readonly { readonly lead: number; readonly position: number; readonly count: number }[];
  /** Of all traders of a site, and how many of them are active. */
  ofSite(site: SiteId): Pick<FollowerSums, 'active' | 'detached'> & Pending & { readonly traders: number };
}

export const countOf = ({ active, detached }: Pick<FollowerSums, 'active' | 'detached'>): number =>
  active + detached;

const NOBODY: FollowerSums = {
  ...{ active: 0, detached: 0, capital: ZERO, inProfit: 0, worst: undefined, due: ZERO },
};

type Known = Pick<CopytradeState, 'traders' | 'follows' | 'byTrader' | 'leads'>;

export function createFollowers(state: Known): Followers & {
  /** What has just been applied to the state. */
  follow(news: CopyNews): void;
} {
  /** Of traders who have followers, as they were when they were asked for last. */
  const known = new Map<PlayerId, FollowerSums>();

  function of(trader: PlayerId): FollowerSums {
    const kept = known.get(trader);
    const follows = state.byTrader.get(trader);
    if (kept !== undefined || follows === undefined) return kept ?? NOBODY;
    const found = sumsOf(follows, state.follows);
    known.set(trader, found);
    return found;
  }

  // Leads that nobody waits for are not kept, and they are in the order of their fills.
  const pending = (trader: PlayerId): Pending => ({
    count: pendingCopies(state, trader),
    oldest: state.leads.get(trader)?.find(({ waiting }) => waiting > 0)?.lead.at,
  });

  return {
    of,
    pending,
    waiting: (trader, positions) =>
      (state.leads.get(trader) ?? [])
        .filter(({ lead, waiting }) => waiting > 0 && positions.includes(lead.position))
        .map(({ lead: { id, position }, waiting }) => ({ lead: id, position, count: waiting })),
    ofSite(site) {
      const sums = { traders: 0, active: 0, detached: 0, count: 0 };
      let oldest: Millis | undefined;
      for (const { player, status, site: own } of state.traders.values()) {
        if (own !== site) continue;
        const [{ active, detached }, waits] = [of(player), pending(player)];
        if (status === 'ACTIVE') sums.traders += 1;
        sums.active += active;
        sums.detached += detached;
        sums.count += waits.count;
        if (waits.oldest !== undefined && waits.oldest < (oldest ?? Infinity)) oldest = waits.oldest;
      }
      return { ...sums, oldest };
    },
    follow({ event, notes }) {
      for (const note of notes) {
        if (note.kind === 'COPIED') known.delete(note.trader);
        if (note.kind === 'DETACHED') known.delete(note.player);
      }
      switch (event?.kind) {
        case 'COPY_TRADER_SET':
          known.delete(event.trader.player);
          return;
        case 'COPY_FOLLOWED':
          known.delete(event.follow.trader);
          return;
        case 'COPY_FOLLOW_CHANGED': {
          const follow = state.follows.get(event.follow);
          if (follow !== undefined) known.delete(follow.trader);
          return;
        }
        case 'COPY_SHARED':
        case 'COPY_ENDED':
          known.delete(event.trader);
          return;
        // It changes no sum.
        case 'COPY_MISSED':
        case undefined:
          return;
      }
    },
  };
}

function sumsOf(ids: ReadonlySet<number>, follows: CopytradeState['follows']): FollowerSums {
  let [capital, due, inProfit, active] = [0n, 0n, 0, 0];
  let worst: bigint | undefined;
  for (const id of ids) {
    const follow = follows.get(id);
    if (follow === undefined) continue;
    const net = follow.total - follow.shared;
    capital += follow.maxBet;
    if (follow.state === 'ACTIVE') active += 1;
    // Nothing is due of what is not above zero, and most follows of a bad trader are not.
    if (follow.total > 0n) due += dueShare(follow);
    if (net > 0n) inProfit += 1;
    if (hasCopied(follow) && (worst === undefined || net < worst)) worst = net;
  }
  return {
    ...{ active, detached: ids.size - active, inProfit },
    capital: amountOfUnits(capital),
    worst: worst === undefined ? undefined : amountOfUnits(worst),
    due: amountOfUnits(due),
  };
}

/** Closing a copy has a fee, so it never leaves a total of nothing. */
const hasCopied = ({ total, copies }: CopyFollow): boolean => total !== 0n || copies.size > 0;
