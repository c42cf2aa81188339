// Receives the messages of the feed's leader in whatever order the network brings them, and hands them on in theirs, each
// once. What is missing is asked for; where nobody has it as messages any more, the follower joins again by the tables.
import { type Carrier, NoAnswer } from '../bus/carrier.ts';
import type { Log } from '../log/log.ts';
import {
  chainAfter,
  comparePositions,
  type FeedMessage,
  feedSubjects,
  type Position,
  packMessages,
  positionText,
  readAnswer,
  readMessage,
  readPosition,
  servedIn,
  unpackMessages,
} from './feed-message.ts';
import { createMessageOrder, type Received } from './message-order.ts';
import { createMessageRing, type MessageRing } from './message-ring.ts';

const ASK_MS = 500;
const RETRY_MS = 50;
/** How much is handed over at once. */
const HANDED_AT_ONCE = 100;

export interface FollowStream {
  start(): void;
  stop(): void;
  /** Up to where everything was handed on; undefined until it has joined. */
  position(): Position | undefined;
  /** Nothing is known to be missing. */
  isComplete(): boolean;
  /** The epoch of the newest leader that was heard of; 0 before. */
  epoch(): number;
  /** The hash of the message at `position`; undefined where it is not known. */
  chain(): string | undefined;
  readonly ring: MessageRing;
  /** The messages that others hand to whoever takes over from this follower: those that follow are handed on. */
  takeHanded(packed: Uint8Array): void;
}

export interface FollowParts {
  readonly carrier: Carrier;
  readonly wait: (ms: number) => Promise<void>;
  readonly log: Log;
  /** In order, each once. Without entries it only repeats the head of the last one. */
  readonly apply: (message: FeedMessage) => void;
  /**
   * Everything up to `state` is taken over from the tables and from the messages that were not written yet. The tables
   * are read after this call.
   */
  readonly join: (state: FeedMessage, unwritten: readonly FeedMessage[]) => Promise<void>;
}

export function createFollowStream({ carrier, wait, log, apply, join }: FollowParts): FollowStream {
  const ring = createMessageRing();
  const order = createMessageOrder(handOn, ({ epoch, number }) =>
    log.error('message of the feed does not continue the chain, joining again by the tables', {
      epoch,
      number,
    }),
  );
  /** The epoch of the newest leader that was heard of: messages of an older one are not accepted any more. */
  let promised = 0;
  let isRunning = false;
  let isWorking = false;
  let endings: readonly (() => void)[] = [];

  function handOn({ message, bytes }: Received): void {
    ring.add(message, bytes);
    if (message.written > 0) ring.written({ epoch: message.epoch, number: message.written });
    apply(message);
  }

  function read(bytes: Uint8Array): Received | undefined {
    try {
      return { message: readMessage(bytes), bytes };
    } catch (fault) {
      log.warn('message of the feed cannot be read, left out', { error: fault });
      return undefined;
    }
  }

  function receive(bytes: Uint8Array): void {
    const received = read(bytes);
    if (received === undefined || received.message.epoch < promised) return;
    const { message } = received;
    promised = message.epoch;
    if (message.entries.length > 0) order.keep(received);
    else order.repeat(message);
    order.drain();
    const position = order.position();
    const isBeat = message.entries.length === 0;
    if (isBeat && position !== undefined && comparePositions(message, position) === 0) apply(message);
    if (!order.isComplete()) void work();
  }

  /** One at a time. */
  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    while (isRunning && !order.isComplete()) {
      try {
        if (!(await step())) await wait(RETRY_MS);
      } catch (fault) {
        if (!(fault instanceof NoAnswer))
          log.warn('following the feed failed, trying again', { error: fault });
        await wait(RETRY_MS);
      }
    }
    isWorking = false;
  }

  /** False when nothing came of it. */
  async function step(): Promise<boolean> {
    if (promised === 0) return false;
    const asked = order.position();
    if (asked === undefined) return joinLeader();
    const answer = readAnswer(await carrier.ask(servedIn(promised, 'since'), positionText(asked), ASK_MS));
    if (!isRunning) return true;
    switch (answer.kind) {
      case 'MESSAGES': {
        for (const received of answer.messages.map(read)) if (received !== undefined) accept(received);
        order.drain();
        const now = order.position();
        return now !== undefined && comparePositions(now, asked) > 0;
      }
      case 'AHEAD':
        await handOver(answer.next);
        return true;
      case 'GONE':
        await handOver(undefined);
        return true;
    }
  }

  function accept(received: Received): void {
    promised = Math.max(promised, received.message.epoch);
    order.keep(received);
  }

  /** What the leader before sent and this one may not know goes into the record before anything of this one counts. */
  async function handOver(next: Position | undefined): Promise<void> {
    const messages = ring.unwritten({ epoch: 0, number: 0 });
    for (let from = 0; from < messages.length; from += HANDED_AT_ONCE) {
      const some = packMessages(messages.slice(from, from + HANDED_AT_ONCE));
      await carrier.ask(servedIn(promised, 'handOver'), some, ASK_MS);
    }
    if (isRunning) order.moveTo(next);
  }

  async function joinLeader(): Promise<boolean> {
    const state = read(await carrier.ask(servedIn(promised, 'state'), new Uint8Array(), ASK_MS))?.message;
    if (state === undefined || state.epoch < promised) return false;
    const unwritten: Received[] = [];
    let at: Position = { epoch: state.epoch, number: state.written };
    while (comparePositions(at, state) < 0) {
      const answer = readAnswer(await carrier.ask(servedIn(promised, 'since'), positionText(at), ASK_MS));
      if (answer.kind !== 'MESSAGES' || answer.messages.length === 0) return false;
      for (const bytes of answer.messages) {
        const received = read(bytes);
        if (received === undefined) return false;
        at = received.message;
        if (comparePositions(at, state) > 0) accept(received);
        else unwritten.push(received);
      }
    }
    if (!isChain(unwritten, state.chain)) return false;
    await join(
      state,
      unwritten.map(({ message }) => message),
    );
    if (!isRunning) return true;
    for (const { message, bytes } of unwritten) ring.add(message, bytes);
    promised = Math.max(promised, state.epoch);
    order.moveTo({ epoch: state.epoch, number: state.number }, state.chain);
    return true;
  }

  /** A leader that begins asks who has more than it. What arrives later of an older one is never accepted. */
  function onTakeOver(bytes: Uint8Array): void {
    const [next, known] = unpackMessages(bytes).map(readPosition);
    if (next === undefined || next.epoch < promised) return;
    promised = next.epoch;
    const more = known && ring.after(known);
    if (more !== undefined && more.length > 0) carrier.publish(feedSubjects.handed, packMessages(more));
  }

  return {
    start() {
      isRunning = true;
      endings = [
        carrier.listen(feedSubjects.messages, receive),
        carrier.listen(feedSubjects.takeOver, onTakeOver),
      ];
      void work();
    },
    stop() {
      isRunning = false;
      for (const end of endings) end();
    },
    position: order.position,
    isComplete: order.isComplete,
    epoch: () => promised,
    chain: order.chain,
    ring,
    takeHanded(packed) {
      for (const received of unpackMessages(packed).map(read))
        if (received !== undefined) order.keep(received);
      order.drain();
    },
  };
}

/** Each continues the one before, and this hash is that of the last. */
function isChain(messages: readonly Received[], end: string): boolean {
  return messages.every(({ bytes }, at) => chainAfter(bytes) === (messages[at + 1]?.message.chain ?? end));
}
