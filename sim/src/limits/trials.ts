// Bets of players with limits, at moments that a run does not have by itself: when a break ends, a limit is loosened or
// a day begins, and a millisecond before.
import type { Book } from '@maru/engine/book';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { diceFor } from '../dice.ts';
import type { Plan } from '../plan.ts';
import { betOf } from '../rounds/asks.ts';
import { tryDecision } from '../try-decision.ts';
import type { Twin } from '../twin.ts';
import { pursesOf, unitsIn } from '../twin-legs.ts';
import type { TwinLimits } from './twin.ts';

const DAY_MS = 86_400_000;
const KOREA_MS = 32_400_000;

export function tryLimits(book: Book, twin: Twin, plan: Plan): void {
  const { state } = twin;
  const all = [...state.limits.values()].filter(({ player }) => book.players.has(player as PlayerId));
  for (let index = 0; index < plan.trials; index += 1) {
    const dice = diceFor(plan.seed, 'workload', 16_000_000 + state.lastEvent, index);
    const own = all[dice.below(all.length)];
    if (own === undefined || plan.offers.length === 0) return;
    const moments = momentsOf(own, state.lastAt);
    const now = (
      dice.chance(0.4) ? state.lastAt : (moments[dice.below(moments.length)] ?? state.lastAt)
    ) as Millis;
    const { player } = own;
    const { command, stamp } = betOf(9_000_000 + state.lastEvent * 64 + index, {
      ...{ seed: plan.seed, player, sites: plan.sites, offers: plan.offers, clockMs: now },
      session: state.players.get(player)?.version ?? 1,
      free: (wallet) => unitsIn(state, pursesOf(player, wallet).free),
      openings: () => [],
    });
    const { key: _, ...stamped } = stamp(command, now);
    tryDecision(book, twin, stamped as typeof command, now);
  }
}

function momentsOf({ coolOff, excluded, limits }: TwinLimits, now: number): readonly number[] {
  const midnight = (Math.floor((now + KOREA_MS) / DAY_MS) + 1) * DAY_MS - KOREA_MS;
  const ends = [midnight, coolOff, excluded, ...Object.values(limits).map(({ next }) => next?.from)];
  return ends.flatMap((end) => (end === undefined || end <= now + 1 ? [] : [end - 1, end]));
}
