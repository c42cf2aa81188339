// What every event has, whatever happened. An event is at once the journal's content, the push and the history.
import type { PlayerId, SiteId } from './purse.ts';
import type { Millis } from './time.ts';
import type { BalanceAfter, Transfer } from './transfer.ts';

/** One player's own sequence moved on. An event may touch many players: a settled round touches all who bet. */
export interface Step {
  readonly player: PlayerId;
  readonly seq: number;
}

/** The idempotency key that this event answers, with a print of the body it came with. */
export interface AnsweredKey {
  readonly player: PlayerId;
  readonly key: string;
  readonly print: string;
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
}
