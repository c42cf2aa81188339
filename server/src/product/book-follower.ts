// A product that keeps a copy of its part of the book reads it once and follows the durable events from there on. They
// arrive already while the book is being read: those that it did not contain are followed afterwards.
import { assert } from '@maru/engine/assert';
import type { AnyEvent } from '@maru/engine/products';

export interface BookFollower {
  /** The next durable event, in order. */
  onEvent(event: AnyEvent): void;
  /** Copies the state from the book, once `onEvent` receives every event. */
  load(): Promise<void>;
}

export interface FollowedBook<Seen extends { readonly lastEvent: number }> {
  /** Reads all of it as of one event, whose number is `lastEvent`; undefined when the desk cannot answer now. */
  read(): Promise<{ readonly seen: Seen } | undefined>;
  readonly wait: (ms: number) => Promise<void>;
  /** Events that become durable until it is over are followed afterwards. */
  begin(seen: Seen): void | Promise<void>;
  follow(event: AnyEvent): void;
}

/** A desk that has just loaded many accounts may need a moment until it knows that the shard is still its own. */
const AGAIN_MS = 250;
const MOST_AGAIN = 40;

export function createBookFollower<Seen extends { readonly lastEvent: number }>({
  read,
  wait,
  begin,
  follow,
}: FollowedBook<Seen>): BookFollower {
  /** Events that became durable before the copy was complete; undefined afterwards. */
  let early: AnyEvent[] | undefined = [];
  return {
    onEvent(event) {
      if (early === undefined) follow(event);
      else early.push(event);
    },
    async load() {
      let book = await read();
      for (let again = 0; book === undefined && again < MOST_AGAIN; again += 1) {
        await wait(AGAIN_MS);
        book = await read();
      }
      assert(book !== undefined && early !== undefined, 'a desk that is open is read once');
      await begin(book.seen);
      const waiting = early;
      early = undefined;
      for (const event of waiting) if (event.id > book.seen.lastEvent) follow(event);
    },
  };
}
