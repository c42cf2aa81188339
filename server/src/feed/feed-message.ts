// What the leader of the feed tells the processes that follow it: one message for each turn in which something came. The
// messages of a leader are numbered without a gap, so a follower notices what is missing. As text: a line for the head and
// one for each entry.
import { hash } from 'node:crypto';
import type { Price } from '@maru/engine/amount';
import type { Tick } from '@maru/engine/market/tick';
import { type Millis, millis } from '@maru/engine/time';

/** A place in the messages of all leaders. Number 0 is before the first message of its epoch. */
export interface Position {
  readonly epoch: number;
  readonly number: number;
}

/** What a message says of its leader at the moment in which it is sent. */
export interface FeedHead extends Position {
  /** What this leader took over: its own messages continue after this one. Undefined where it knew no message before. */
  readonly base: Position | undefined;
  /**
   * The hash of the message before, and so of all before it: a message that another one stood in the place of is noticed.
   * Of a head without entries, the hash of the message that it repeats the number of.
   */
  readonly chain: string;
  /** The name of the source. */
  readonly source: string;
  readonly startedAt: Millis;
  /** Everything that was received until then is in this message or in one before it, or lies in a gap. */
  readonly coveredUntil: Millis;
  /** The ticks of messages up to this number are in the tables, as the tables were at `writtenAt`. */
  readonly written: number;
  readonly writtenAt: Millis;
  /** The funding rates of intervals that ended until then are final, and in the tables. */
  readonly fundedUntil: Millis;
}

export type FeedEntry =
  /** Admitted, in order for each instrument; with the index that its mark was computed from. */
  | { readonly kind: 'LIVE'; readonly tick: Tick; readonly index: Price | undefined }
  /** Admitted, but older than the newest. */
  | { readonly kind: 'LATE'; readonly tick: Tick }
  /** A jump waits for its second tick. */
  | { readonly kind: 'HELD'; readonly stock: string; readonly at: Millis }
  /** A tick came that its source had not stamped, or with a clock that is ahead. */
  | { readonly kind: 'UNSTAMPED'; readonly stock: string; readonly at: Millis }
  /** Nobody recorded in this time. */
  | { readonly kind: 'GAP'; readonly from: Millis; readonly to: Millis }
  /** The price of a second source, which is only compared. */
  | {
      readonly kind: 'SECOND';
      readonly source: string;
      readonly stock: string;
      readonly price: Price;
      readonly at: Millis;
    }
  /** The first message of a leader has this. */
  | { readonly kind: 'BEGIN' };

/** Without entries it only repeats the head: its number is that of the last message. */
export interface FeedMessage extends FeedHead {
  readonly entries: readonly FeedEntry[];
}

const NONE = '-';
/** 128 bits: it finds faults of ours, and is no proof for anybody else. */
const CHAIN_LENGTH = 32;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const distance = (from: bigint, to: bigint | undefined): string =>
  to === undefined ? NONE : String(to - from);

function tickWords({ stock, ts, seq, recvTs, last, bid, ask, mark, sourceIndex }: Tick) {
  const prices = [bid, ask, mark, sourceIndex].map((each) => distance(last, each));
  return [stock, ts, seq, recvTs - ts, last, ...prices];
}

function words(entry: FeedEntry): readonly (string | number | bigint)[] {
  switch (entry.kind) {
    case 'LIVE':
      return ['L', ...tickWords(entry.tick), distance(entry.tick.last, entry.index)];
    case 'LATE':
      return ['T', ...tickWords(entry.tick)];
    case 'HELD':
      return ['H', entry.stock, entry.at];
    case 'UNSTAMPED':
      return ['U', entry.stock, entry.at];
    case 'GAP':
      return ['G', entry.from, entry.to];
    case 'SECOND':
      return ['S', entry.source, entry.stock, entry.price, entry.at];
    case 'BEGIN':
      return ['B'];
  }
}

export function encodeMessage({ entries, ...head }: FeedMessage): Uint8Array {
  const { epoch, number, base, chain, source, startedAt, coveredUntil, written, writtenAt, fundedUntil } =
    head;
  const from = base === undefined ? [NONE, NONE] : [base.epoch, base.number];
  const times = [startedAt, coveredUntil, written, writtenAt, fundedUntil];
  const lines = [[epoch, number, ...from, chain, ...times, source], ...entries.map(words)];
  return encoder.encode(lines.map((line) => line.join(' ')).join('\n'));
}

/** Not a message of the feed. */
class UnreadableMessage extends Error {
  override name = 'UnreadableMessage';

  constructor(line: string) {
    super(`expected a message of the feed, found the line "${line.slice(0, 80)}"`);
  }
}

function wholeOf(word: string | undefined, line: string): number {
  const value = Number(word);
  if (word === undefined || word === '' || !Number.isSafeInteger(value)) throw new UnreadableMessage(line);
  return value;
}

function priceOf(word: string | undefined, line: string): Price {
  if (word === undefined || !/^-?\d+$/.test(word)) throw new UnreadableMessage(line);
  return BigInt(word) as Price;
}

function readTick([stock = '', ...parts]: readonly string[], line: string): Tick {
  const [time, seq, delay] = parts.slice(0, 3).map((word) => wholeOf(word, line));
  const last = priceOf(parts[3], line);
  const at = (place: number) => (last + priceOf(parts[place], line)) as Price;
  const ts = millis(time ?? 0);
  return {
    stock,
    last,
    ...{ bid: at(4), ask: at(5), mark: at(6) },
    ...(parts[7] === NONE ? {} : { sourceIndex: at(7) }),
    ts,
    recvTs: millis(ts + (delay ?? 0)),
    seq: seq ?? 0,
  };
}

function readEntry(line: string): FeedEntry {
  const [kind, ...parts] = line.split(' ');
  const [first = '', second = ''] = parts;
  const at = (place: number) => millis(wholeOf(parts[place], line));
  switch (kind ?? '') {
    case 'L': {
      const tick = readTick(parts, line);
      const index = parts[9] === NONE ? undefined : ((tick.last + priceOf(parts[9], line)) as Price);
      return { kind: 'LIVE', tick, index };
    }
    case 'T':
      return { kind: 'LATE', tick: readTick(parts, line) };
    case 'H':
      return { kind: 'HELD', stock: first, at: at(1) };
    case 'U':
      return { kind: 'UNSTAMPED', stock: first, at: at(1) };
    case 'G':
      return { kind: 'GAP', from: at(0), to: at(1) };
    case 'S':
      return { kind: 'SECOND', source: first, stock: second, price: priceOf(parts[2], line), at: at(3) };
    case 'B':
      return { kind: 'BEGIN' };
    default:
      throw new UnreadableMessage(line);
  }
}

export function readMessage(bytes: Uint8Array): FeedMessage {
  const [head = '', ...lines] = decoder.decode(bytes).split('\n');
  const parts = head.split(' ');
  const whole = (place: number) => wholeOf(parts[place], head);
  const base = parts[2] === NONE ? undefined : { epoch: whole(2), number: whole(3) };
  return {
    ...{ epoch: whole(0), number: whole(1), base, chain: parts[4] ?? '' },
    ...{ startedAt: millis(whole(5)), coveredUntil: millis(whole(6)) },
    ...{ written: whole(7), writtenAt: millis(whole(8)), fundedUntil: millis(whole(9)) },
    source: parts[10] ?? '',
    entries: lines.map(readEntry),
  };
}

/** Before the first message of a leader that took over none. */
export const FIRST_CHAIN = '0';

/** What the next message has as its `chain`. */
export const chainAfter = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex').slice(0, CHAIN_LENGTH);

/** Negative when a comes first. */
export const comparePositions = (a: Position, b: Position): number =>
  a.epoch - b.epoch || a.number - b.number;

/** Whether this message is the next one. The first of a leader follows what that leader took over. */
export const follows = (after: Position, { epoch, number, base }: FeedHead): boolean =>
  (epoch === after.epoch && number === after.number + 1) ||
  (number === 1 && base !== undefined && comparePositions(base, after) === 0);

/** How processes ask each other. A position is its two numbers as text. */
export const feedSubjects = {
  /** Each message of the leader. */
  messages: 'feed.messages',
  /** The leader answers what follows a position, as `FeedAnswer`. */
  since: 'feed.since',
  /** The leader answers a message with what is known now: the newest tick of each instrument. */
  state: 'feed.state',
  /** Whoever begins to lead: nobody accepts messages of an older epoch any more, and who has some tells them. */
  takeOver: 'feed.take-over',
  handed: 'feed.handed',
  /** The leader answers once the ticks of these messages of an older leader are in the tables. */
  handOver: 'feed.hand-over',
  /** The leader answers as the HTTP endpoint for pushed prices does. */
  pushed: 'feed.pushed',
} as const;

/**
 * What the leader of an epoch serves. A leader that was stopped may still be asked for minutes, because nobody ends its
 * connection: nobody asks it who knows of a later one.
 */
export const servedIn = (epoch: number, subject: 'since' | 'state' | 'handOver' | 'pushed'): string =>
  `${feedSubjects[subject]}.${epoch}`;

export const positionText = ({ epoch, number }: Position): Uint8Array => encoder.encode(`${epoch} ${number}`);

export function readPosition(bytes: Uint8Array): Position {
  const line = decoder.decode(bytes);
  const [epoch, number] = line.split(' ').map((word) => wholeOf(word, line));
  return { epoch: epoch ?? 0, number: number ?? 0 };
}

/** What follows a position. */
export type FeedAnswer =
  | { readonly kind: 'MESSAGES'; readonly messages: readonly Uint8Array[] }
  /** The asker has more of the leader before than this one, which continues after its base. */
  | { readonly kind: 'AHEAD'; readonly next: Position }
  /** Nobody has them as messages any more. */
  | { readonly kind: 'GONE' };

const ANSWER_KINDS = ['MESSAGES', 'AHEAD', 'GONE'] as const;

export function encodeAnswer(answer: FeedAnswer): Uint8Array {
  const body =
    answer.kind === 'MESSAGES'
      ? packMessages(answer.messages)
      : answer.kind === 'AHEAD'
        ? positionText(answer.next)
        : new Uint8Array();
  const bytes = new Uint8Array(1 + body.length);
  bytes[0] = ANSWER_KINDS.indexOf(answer.kind);
  bytes.set(body, 1);
  return bytes;
}

export function readAnswer(bytes: Uint8Array): FeedAnswer {
  const kind = ANSWER_KINDS[bytes[0] ?? 0];
  const body = bytes.subarray(1);
  if (kind === 'MESSAGES') return { kind, messages: unpackMessages(body) };
  if (kind === 'AHEAD') return { kind, next: readPosition(body) };
  return { kind: 'GONE' };
}

/** Several messages in one answer: each after its length. */
export function packMessages(messages: readonly Uint8Array[]): Uint8Array {
  const packed = new Uint8Array(messages.reduce((sum, each) => sum + 4 + each.length, 0));
  const view = new DataView(packed.buffer);
  let at = 0;
  for (const each of messages) {
    view.setUint32(at, each.length);
    packed.set(each, at + 4);
    at += 4 + each.length;
  }
  return packed;
}

export function unpackMessages(packed: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const messages: Uint8Array[] = [];
  for (let at = 0; at < packed.length; ) {
    const length = view.getUint32(at);
    messages.push(packed.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return messages;
}
