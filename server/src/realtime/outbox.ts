// Gathers the messages for every session during one turn of the event loop and writes them once per connection.
import { Batch, type Message } from './batch.ts';
import type { Slices } from './slices.ts';

/** The part of a session that the outbox fills and empties. */
export interface Mailbox {
  pending: Batch | undefined;
  /** Writes the batch to the wire, or cuts off a consumer that reads too slowly. */
  deliver(batch: Batch): void;
}

export interface Outbox {
  send(to: Mailbox, message: Message): void;
  /** Writes the pending messages of this session at once: they must be sent before the closing frame. */
  hurry(to: Mailbox): void;
}

/** Above this a batch is written before the turn ends, so that no session gathers without bound. */
const BATCH_CHARACTERS = 256 * 1024;

export function createOutbox(slices: Slices): Outbox {
  let start = new Batch();
  let waiting: Mailbox[] = [];
  let isFlushing = false;

  function hurry(to: Mailbox) {
    const { pending } = to;
    to.pending = undefined;
    if (pending !== undefined) to.deliver(pending);
  }

  /** Messages that are added before a session's batch is written are written with it. */
  function* flush() {
    while (waiting.length > 0) {
      const list = waiting;
      waiting = [];
      start = new Batch();
      for (const each of list) {
        hurry(each);
        yield;
      }
    }
    isFlushing = false;
  }

  return {
    send(to, message) {
      if (to.pending === undefined) {
        if (!isFlushing) {
          isFlushing = true;
          setImmediate(() => slices.run(flush()));
        }
        waiting.push(to);
        to.pending = start.plus(message);
      } else to.pending = to.pending.plus(message);
      if (to.pending.size > BATCH_CHARACTERS) hurry(to);
    },
    hurry,
  };
}
