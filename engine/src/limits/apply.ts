import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import { limitsDigest, rateDigest } from './digest.ts';
import type { LimitsEvent, LimitsNote } from './events.ts';
import type { LimitCounters, LimitsState, PlayerLimits } from './state.ts';

export function applyLimits({ limits: state }: Book, event: LimitsEvent): void {
  switch (event.kind) {
    case 'LIMITS_CHANGED': {
      const [step] = event.steps;
      assert(step !== undefined, 'limits are somebody’s');
      const { player } = step;
      const counters = event.counters ?? state.players.get(player)?.counters;
      assert(counters !== undefined, 'who sets the first limit is counted from then on');
      putLimits(state, { ...event.settings, player, site: event.site, counters });
      return;
    }
    case 'USE_COUNTED':
      for (const { player, counters } of event.counted) count(state, player, counters);
      return;
    case 'RATES_NOTED':
      for (const each of event.rates) putRate(state, each);
      return;
  }
}

export const applyNote = ({ limits }: Book, { player, counters }: LimitsNote): void =>
  count(limits, player, counters);

function count(state: LimitsState, player: PlayerLimits['player'], counters: LimitCounters): void {
  const own = state.players.get(player);
  assert(own !== undefined, 'only who has limits is counted');
  putLimits(state, { ...own, counters });
}

/** Also called at the start for every row: a loaded state is made by the same calls. */
export function putLimits(state: LimitsState, limits: PlayerLimits): void {
  const before = state.players.get(limits.player);
  state.players.set(limits.player, limits);
  add(state, limitsDigest(limits) - (before === undefined ? 0n : limitsDigest(before)));
}

export function putRate(state: LimitsState, { currency, rate }: Parameters<typeof rateDigest>[0]): void {
  const before = state.rates.get(currency);
  state.rates.set(currency, rate);
  const old = before === undefined ? 0n : rateDigest({ currency, rate: before });
  add(state, rateDigest({ currency, rate }) - old);
}

function add({ digest }: LimitsState, by: bigint): void {
  digest[0] = digest[0]! + by;
}
