// What every event has, whatever happened. An event is at once the journal's content, the push and the history.
import type { Book, Player } from './book.ts';
import type { CommandKey, Context } from './command.ts';
import type { Note } from './follower.ts';
import type { PlayerId, SiteId } from './purse.ts';
import type { Millis } from './time.ts';
import { type BalanceAfter, balancesAfter, type Transfer, walletAfter } from './transfer.ts';
import type { Wallet } from './wallet.ts';

/** One player's own sequence moved on. An event may touch many players: a settled round touches all who bet. */
export interface Step {
  readonly player: PlayerId;
  readonly seq: number;
}

/** The idempotency key that this event answers. */
export interface AnsweredKey extends CommandKey {
  readonly player: PlayerId;
}

export interface Event<Kind extends string> {
  readonly kind: Kind;
  /** One more than the event before it. Whatever an event creates (a hold, an order, a bet) has this number as its id. */
  readonly id: number;
  readonly at: Millis;
  readonly site: SiteId;
  readonly steps: readonly Step[];
  readonly transfers: readonly Transfer[];
  readonly after: readonly BalanceAfter[];
  readonly answers?: AnsweredKey;
  /** What followers keep of it. */
  readonly notes?: readonly Note[];
}

/** What all events of one player share; the product adds its own fields. */
export function playerEvent<Kind extends string>(
  kind: Kind,
  book: Book,
  player: Pick<Player, 'id' | 'site' | 'seq'>,
  context: Context,
  transfers: readonly Transfer[] = [],
  /** The one wallet that the transfers touch, where that is known. */
  wallet?: Wallet,
): Event<Kind> {
  const event: Event<Kind> = {
    kind,
    id: context.eventId,
    at: context.now,
    site: player.site,
    steps: [{ player: player.id, seq: player.seq + 1 }],
    transfers,
    after: wallet === undefined ? balancesAfter(book, transfers) : walletAfter(book, wallet, transfers),
  };
  // Not spread into the literal: that takes as long as all of its other fields.
  return context.answers === undefined ? event : { ...event, answers: context.answers };
}

/** An event that is of no one player; payments add theirs. */
export const platformEvent = <Kind extends string>(
  kind: Kind,
  site: SiteId,
  { eventId, now }: Context,
): Event<Kind> => ({ kind, id: eventId, at: now, site, steps: [], transfers: [], after: [] });
