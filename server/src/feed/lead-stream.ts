// Sends what the feed decided to those who follow it, and answers what they missed.
import type { Tick } from '@maru/engine/market/tick';
import { type Millis, millis } from '@maru/engine/time';
import type { Carrier } from '../bus/carrier.ts';
import {
  chainAfter,
  encodeAnswer,
  encodeMessage,
  type FeedAnswer,
  type FeedEntry,
  type FeedHead,
  feedSubjects,
  type Position,
  readMessage,
  readPosition,
  servedIn,
  unpackMessages,
} from './feed-message.ts';
import type { MessageRing } from './message-ring.ts';
import { STEP_MS } from './source.ts';

/** So often at least followers hear until when they know everything. */
const BEAT_MS = 250;

export interface LeadStream {
  /** Sent at the end of this turn, with everything else that comes in it. */
  add(entry: FeedEntry): void;
  start(): void;
  /** Sends what is left. */
  stop(): void;
  /** What followers know everything until: what is received from now on is later. */
  announcedUntil(): Millis;
  /** Called as a write of the record begins; what it returns is called once the write is durable. */
  beginWrite(): () => void;
  /** The rates of intervals that ended until then are in the tables. */
  noteFunded(until: Millis): void;
}

export interface LeadParts {
  readonly carrier: Carrier;
  readonly epoch: number;
  readonly base: Position | undefined;
  /** The hash of the message at `base`. */
  readonly chain: string;
  readonly ring: MessageRing;
  readonly source: string;
  readonly startedAt: Millis;
  readonly fundedUntil: Millis;
  /** While it says no nothing is sent and nobody is answered; what has come waits. */
  readonly isOurs: () => boolean;
  /** What is known now: the newest tick of each instrument, and what is held. */
  readonly state: () => readonly FeedEntry[];
  /** Writes those that the record does not have, and returns them. */
  readonly recover: (ticks: readonly Tick[]) => Promise<readonly Tick[]>;
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
  /** Runs after everything that is ready now. */
  readonly soon: () => Promise<void>;
}

export function createLeadStream(parts: LeadParts): LeadStream {
  const { carrier, epoch, base, ring, isOurs, time, soon } = parts;
  let pending: FeedEntry[] = [];
  let number = 0;
  let { chain } = parts;
  let coveredUntil = parts.startedAt;
  let written = 0;
  let writtenAt = parts.startedAt;
  let { fundedUntil } = parts;
  let isRunning = false;
  let endings: readonly (() => void)[] = [];

  const head = (): FeedHead => ({
    ...{ epoch, number, base, chain, source: parts.source, startedAt: parts.startedAt },
    ...{ coveredUntil, written, writtenAt, fundedUntil },
  });

  function send(): void {
    if (!isOurs()) return;
    coveredUntil = millis(Math.max(coveredUntil, time.clock()));
    const entries = pending;
    if (entries.length > 0) {
      pending = [];
      number += 1;
    }
    const bytes = encodeMessage({ ...head(), entries });
    if (entries.length > 0) {
      ring.add(head(), bytes);
      chain = chainAfter(bytes);
    }
    carrier.publish(feedSubjects.messages, bytes);
  }

  function add(entry: FeedEntry): void {
    pending.push(entry);
    if (pending.length === 1) void soon().then(() => pending.length > 0 && send());
  }

  async function run(): Promise<void> {
    while (isRunning) {
      await time.wait(STEP_MS);
      if (isRunning && (pending.length > 0 || time.clock() - coveredUntil >= BEAT_MS)) send();
    }
  }

  function answerSince(position: Position): FeedAnswer {
    if (position.epoch < epoch && base !== undefined) {
      const isAhead = position.epoch === base.epoch && position.number > base.number;
      if (isAhead) return { kind: 'AHEAD', next: { epoch, number: 0 } };
    }
    const messages = ring.after(position);
    return messages === undefined ? { kind: 'GONE' } : { kind: 'MESSAGES', messages };
  }

  /** One at a time: the same tick may be handed over by several followers. */
  let recovering: Promise<void> = Promise.resolve();
  function takeOver(packed: Uint8Array): Promise<void> {
    const ticks = unpackMessages(packed)
      .map(readMessage)
      .filter((message) => message.epoch < epoch)
      .flatMap(({ entries, startedAt }) =>
        entries
          .flatMap((entry) => (entry.kind === 'LIVE' || entry.kind === 'LATE' ? [entry.tick] : []))
          // Its leader did not record what was older than itself, and nobody decided by it.
          .filter(({ ts }) => ts >= startedAt),
      );
    const taken = recovering.then(async () => {
      for (const tick of await parts.recover(ticks)) add({ kind: 'LATE', tick });
    });
    recovering = taken.catch(() => undefined);
    return taken;
  }

  /** An answer that is not ours to give is not given: the asker's deadline ends. */
  const whileOurs =
    (answer: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>) => async (bytes: Uint8Array) => {
      if (!isOurs()) throw new Error('another process may lead the feed by now');
      return answer(bytes);
    };

  return {
    add,
    start() {
      isRunning = true;
      endings = [
        carrier.serve(
          servedIn(epoch, 'since'),
          whileOurs((bytes) => encodeAnswer(answerSince(readPosition(bytes)))),
        ),
        carrier.serve(
          servedIn(epoch, 'state'),
          whileOurs(() => {
            // What is known now includes what was not sent yet.
            send();
            return encodeMessage({ ...head(), entries: parts.state() });
          }),
        ),
        carrier.serve(
          servedIn(epoch, 'handOver'),
          whileOurs(async (bytes) => {
            await takeOver(bytes);
            return new Uint8Array();
          }),
        ),
      ];
      if (pending.length > 0) send();
      void run();
    },
    stop() {
      isRunning = false;
      if (pending.length > 0) send();
      for (const end of endings) end();
    },
    announcedUntil: () => coveredUntil,
    beginWrite() {
      // Ticks are recorded in the turn in which they come, so the write has those of all messages until now.
      const upTo = number;
      const at = time.clock();
      return () => {
        written = upTo;
        writtenAt = at;
        if (upTo > 0) ring.written({ epoch, number: upTo });
      };
    },
    noteFunded(until) {
      fundedUntil = millis(Math.max(fundedUntil, until));
    },
  };
}
