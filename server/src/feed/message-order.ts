// Puts the messages of the feed into their order: each is handed on once, only after all before it, and only when it
// continues their chain.
import {
  chainAfter,
  comparePositions,
  type FeedHead,
  type FeedMessage,
  follows,
  type Position,
} from './feed-message.ts';

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
  /** The leader repeats where it is. */
  repeat(head: FeedHead): void;
  /** It is handed on when its turn comes. */
  keep(received: Received): void;
  /** Hands on everything whose turn has come. */
  drain(): void;
  /** Everything up to this one was taken over from elsewhere; `chain` is its hash, where it is known. */
  moveTo(position: Position | undefined, chain?: string): void;
  /** The hash of the message at `position`, where it is known. */
  chain(): string | undefined;
}

const nameOf = ({ epoch, number }: Position): string => `${epoch} ${number}`;

/** `onBroken`: a message is not the next one although its number is. Then it is not known any more where to go on. */
export function createMessageOrder(
  handOn: (received: Received) => void,
  onBroken: (at: FeedHead) => void,
): MessageOrder {
  const waiting = new Map<string, Received>();
  let position: Position | undefined;
  let chain: string | undefined;
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
    let broken: FeedHead | undefined;
    for (let next = nextAfter(position); next !== undefined; next = nextAfter(position)) {
      const { epoch, number } = next.message;
      waiting.delete(nameOf(next.message));
      if (chain !== undefined && next.message.chain !== chain) {
        broken = next.message;
        break;
      }
      ready.push(next);
      position = { epoch, number };
      chain = chainAfter(next.bytes);
    }
    if (broken !== undefined) loseWay(broken);
    if (ready.length === 0) return;
    // Whoever hears a message that arrived late finds everything complete already, if it is by then.
    for (const received of ready) handOn(received);
    if (position === undefined) return;
    for (const [name, { message }] of waiting)
      if (comparePositions(message, position) <= 0) waiting.delete(name);
  }

  function loseWay(at: FeedHead): void {
    position = undefined;
    chain = undefined;
    waiting.clear();
    onBroken(at);
  }

  return {
    position: () => position,
    isComplete: () => position !== undefined && comparePositions(newest, position) <= 0,
    repeat(head) {
      note(head);
      const isHere = position !== undefined && comparePositions(head, position) === 0;
      if (isHere && chain !== undefined && head.chain !== chain) loseWay(head);
    },
    keep(received) {
      const { message } = received;
      note(message);
      if (position !== undefined && comparePositions(message, position) <= 0) return;
      if (waiting.size >= MOST_WAITING) waiting.clear();
      waiting.set(nameOf(message), received);
    },
    drain,
    chain: () => chain,
    moveTo(at, known) {
      position = at;
      chain = known;
      if (at !== undefined) note(at);
      drain();
    },
  };
}
