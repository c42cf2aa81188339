// Puts the messages of the feed into their order: each is handed on once, and only after all before it.
import { comparePositions, type FeedMessage, follows, type Position } from './feed-message.ts';

/** What waits for a missing message; beyond this all of it is asked for again. */
const MOST_WAITING = 5_000;

export interface Received {
  readonly message: FeedMessage;
  readonly bytes: Uint8Array;
}

export interface MessageOrder {
  /** Up to where everything was handed on; undefined until it is known where to begin. */
  position(): Position | undefined;
  /** Nothing is known to be missing. */
  isComplete(): boolean;
  /** A message up to this one exists. */
  note(position: Position): void;
  /** It is handed on when its turn comes. */
  keep(received: Received): void;
  /** Hands on everything whose turn has come. */
  drain(): void;
  /** Everything up to this one was taken over from elsewhere. */
  moveTo(position: Position | undefined): void;
}

const nameOf = ({ epoch, number }: Position): string => `${epoch} ${number}`;

export function createMessageOrder(handOn: (received: Received) => void): MessageOrder {
  const waiting = new Map<string, Received>();
  let position: Position | undefined;
  let newest: Position = { epoch: 0, number: 0 };

  function note(at: Position): void {
    if (comparePositions(at, newest) > 0) newest = { epoch: at.epoch, number: at.number };
  }

  function nextAfter(at: Position): Received | undefined {
    const next = waiting.get(nameOf({ epoch: at.epoch, number: at.number + 1 }));
    if (next !== undefined) return next;
    for (const each of waiting.values()) if (follows(at, each.message)) return each;
    return undefined;
  }

  function drain(): void {
    if (position === undefined) return;
    const ready: Received[] = [];
    for (let next = nextAfter(position); next !== undefined; next = nextAfter(position)) {
      ready.push(next);
      const { epoch, number } = next.message;
      position = { epoch, number };
      waiting.delete(nameOf(position));
    }
    if (ready.length === 0) return;
    // Whoever hears a message that arrived late finds everything complete already, if it is by then.
    for (const received of ready) handOn(received);
    for (const [name, { message }] of waiting)
      if (comparePositions(message, position) <= 0) waiting.delete(name);
  }

  return {
    position: () => position,
    isComplete: () => position !== undefined && comparePositions(newest, position) <= 0,
    note,
    keep(received) {
      const { message } = received;
      note(message);
      if (position !== undefined && comparePositions(message, position) <= 0) return;
      if (waiting.size >= MOST_WAITING) waiting.clear();
      waiting.set(nameOf(message), received);
    },
    drain,
    moveTo(at) {
      position = at;
      if (at !== undefined) note(at);
      drain();
    },
  };
}
