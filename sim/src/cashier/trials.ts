// What might be asked about an open request at moments that a run seldom has: when it may be disputed, when the time to
// pay is over, and a millisecond before.
import type { Book } from '@maru/engine/book';
import { type PlayerId, playerId, siteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { diceFor } from '../dice.ts';
import type { Plan } from '../plan.ts';
import { tryDecision } from '../try-decision.ts';
import type { Twin } from '../twin.ts';
import type { TwinRequest } from './twin.ts';
import { DISPUTE_MS } from './twin-rules.ts';

/** Of all trials of a run: a run has few requests. */
const SHARE = 5;

export function tryCashier(book: Book, twin: Twin, plan: Plan): void {
  const { state } = twin;
  const all = [...state.cashier.requests.values()].filter(({ player }) =>
    book.players.has(player as PlayerId),
  );
  for (let index = 0; index < plan.trials / SHARE; index += 1) {
    const dice = diceFor(plan.seed, 'workload', 19_000_000 + state.lastEvent, index);
    const request = all[dice.below(all.length)];
    if (request === undefined) return;
    const moments = momentsOf(request).filter((at) => at > state.lastAt);
    const now = (moments[dice.below(moments.length + 1)] ?? state.lastAt) as Millis;
    const { id, player, site } = request;
    const kind = dice.pick([
      ...(['DISPUTE_REQUEST', 'DISPUTE_REQUEST', 'MARK_PAID', 'EXPIRE_REQUEST'] as const),
      'CANCEL_REQUEST',
    ]);
    tryDecision(book, twin, { kind, site: siteId(site), player: playerId(player), request: id }, now);
  }
}

function momentsOf({ inHandAt, payUntil }: TwinRequest): readonly number[] {
  const disputed = inHandAt === undefined ? [] : [inHandAt + DISPUTE_MS - 1, inHandAt + DISPUTE_MS];
  return payUntil === undefined ? disputed : [...disputed, payUntil - 1, payUntil];
}
