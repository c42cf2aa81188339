// A batch as the journal keeps it: one line of JSON whose hash covers the hash of the batch before it.
import { hash } from 'node:crypto';
import { assert } from '@maru/engine/assert';
import { isPacked, type PaidEvent, type Shares } from '@maru/engine/payment/shares';
import { ofLine } from '@maru/engine/payment/written';
import type { AnyEvent } from '@maru/engine/products';
import { createLikenesses, type Likeness } from './event-likeness.ts';

export interface Batch {
  readonly shard: number;
  readonly batch: number;
  readonly epoch: number;
  /** The hash of the batch before; an empty string for the first. */
  readonly previous: string;
  readonly events: readonly AnyEvent[];
  /** The digest of the book after these events. Absent until the first batch with events. */
  readonly digest?: string | undefined;
}

/** What the shadow needs of a batch. */
export interface DurableBatch extends Pick<Batch, 'batch' | 'events'> {
  readonly hash: string;
  /** What the body has of each event, where that is known: most need not be encoded again by the shadow. */
  readonly entries: readonly string[];
}

export interface SealedBatch extends Batch, DurableBatch {
  /** The exact text that was hashed. */
  readonly body: string;
}

export const FIRST_HASH = '';

export function seal(batch: Batch): SealedBatch {
  const { shard, batch: number, epoch, previous, events, digest } = batch;
  const entries: string[] = [];
  const entryOf = createEntries();
  let body =
    '{"shard":' +
    shard +
    ',"batch":' +
    number +
    ',"epoch":' +
    epoch +
    ',"previous":"' +
    previous +
    '","events":[';
  for (const event of events) {
    const entry = entryOf(event);
    body += entries.length === 0 ? entry : ',' + entry;
    entries.push(entry);
  }
  body += digest === undefined ? ']}' : '],"digest":"' + digest + '"}';
  return { shard, batch: number, epoch, previous, events, digest, body, entries, hash: hashOf(body) };
}

const likenessOf = createLikenesses(encode);

/** What is written for shorter events hardly becomes shorter. */
const LONG_EVENT = 1_000;

/**
 * An event is written whole, or as a list: what it says otherwise than the event before it, by the numbers of its values
 * (see event-likeness.ts).
 */
function createEntries(): (event: AnyEvent) => string {
  let before: AnyEvent | undefined;
  /** Of the newest event that was written whole, and of all since. */
  let whole = '';
  let likeness: Likeness | undefined;

  return (event) => {
    const like = before;
    before = event;
    if (like?.kind === event.kind && whole.length >= LONG_EVENT && !isPacked(event)) {
      // As it will be read: the numbers are those of the text.
      likeness ??= likenessOf(decode(whole) as AnyEvent);
      const entry = likeness?.write(like, event);
      if (entry !== undefined) return '[' + entry + ']';
    }
    whole = encodeEvent(event);
    likeness = undefined;
    return whole;
  };
}

const BRACE = 123;

/** The event as a text of its own. */
export const textOf = (event: AnyEvent, entry: string | undefined): string =>
  entry?.charCodeAt(0) === BRACE ? entry : encodeEvent(event);

/** The events of a record and what stands beside them. */
export function readBody(body: string): Batch {
  const read = decode(body) as Omit<Batch, 'events'> & { readonly events: (AnyEvent | unknown[])[] };
  let likeness: Likeness | undefined;
  let before: AnyEvent | undefined;
  const events = read.events.map((entry) => {
    if (isWhole(entry)) {
      likeness = undefined;
      before = entry;
      return entry;
    }
    assert(before !== undefined, 'the first event of a record is whole');
    likeness ??= likenessOf(before);
    assert(likeness !== undefined, 'what is written as differences has a shape');
    before = likeness.read(before, entry);
    return before;
  });
  return { ...read, events };
}

const isWhole = (entry: AnyEvent | unknown[]): entry is AnyEvent => !Array.isArray(entry);

const hashOf = (body: string): string => hash('sha256', body, 'hex');

/** A batch whose hash was checked and whose events were not read yet: a start checks many and needs few of them. */
export interface ClosedBatch extends Omit<Batch, 'events' | 'digest'> {
  readonly hash: string;
  readonly body: string;
}

const HEAD = /^\{"shard":(\d+),"batch":(\d+),"epoch":(\d+),"previous":"([0-9a-f]*)","events":\[/;

/** Undefined when the text does not match its hash. */
export function checkBatch(stored: {
  readonly hash: string;
  readonly body: string;
}): ClosedBatch | undefined {
  if (hashOf(stored.body) !== stored.hash) return undefined;
  const [, shard, batch, epoch, previous] = HEAD.exec(stored.body) ?? [];
  if (previous === undefined) return undefined;
  const { hash, body } = stored;
  return { shard: Number(shard), batch: Number(batch), epoch: Number(epoch), previous, hash, body };
}

const DIGEST = /,"digest":"([0-9a-f.]+)"\}$/;

/** The digest of a record whose events are not needed. */
export const digestIn = (body: string): string | undefined => DIGEST.exec(body.slice(-80))?.[1];

export function openBatch(closed: ClosedBatch): SealedBatch {
  const { events, digest } = readBody(closed.body);
  return { ...closed, events, digest, entries: [] };
}

/** A batch sent to another thread: one text costs less than its parts, which are found by their length. */
export interface HandedBatch {
  readonly batch: number;
  readonly hash: string;
  readonly body: string;
  readonly lengths: readonly number[];
}

export const packBatch = ({ batch, hash, body, entries }: SealedBatch): HandedBatch => ({
  batch,
  hash,
  body,
  lengths: entries.map((entry) => entry.length),
});

const EVENTS = '"events":[';

export function receiveBatch({ batch, hash, body, lengths }: HandedBatch): DurableBatch {
  const { events } = readBody(body);
  let at = body.indexOf(EVENTS) + EVENTS.length;
  const entries = lengths.map((length) => {
    const entry = body.slice(at, at + length);
    at += length + 1;
    return entry;
  });
  return { batch, hash, events, entries };
}

/** Reads a sealed batch back. Undefined when the text does not match its hash. */
export function unseal(stored: { readonly hash: string; readonly body: string }): SealedBatch | undefined {
  const closed = checkBatch(stored);
  return closed && openBatch(closed);
}

/** Characters that JSON writes unescaped; most texts have no others, and a leading tilde is escaped. */
const PLAIN = /^(?!~)[ !#-[\]-~]*$/;

/** The fields that every event has are written by name; its other fields follow. */
const COMMON = new Set(['kind', 'id', 'at', 'site', 'steps', 'transfers', 'after', 'answers']);

/**
 * An event as text. Every event is encoded before its answer, so this is the most frequent encoding: the common part
 * is written by plain concatenation, which costs half of what templates and loops do. Names of purses, currencies and
 * reasons are plain words by construction; everything else is escaped.
 */
export function encodeEvent(event: AnyEvent): string {
  let text = '{"kind":"' + event.kind + '","id":' + event.id + ',"at":' + event.at + ',"site":' + event.site;
  text += ',"steps":[';
  let isFirst = true;
  for (const { player, seq } of event.steps) {
    text += (isFirst ? '{"player":' : ',{"player":') + player + ',"seq":' + seq + '}';
    isFirst = false;
  }
  text += '],"transfers":[';
  isFirst = true;
  for (const { from, to, currency, amount, reason } of event.transfers) {
    text += (isFirst ? '{"from":"' : ',{"from":"') + from + '","to":"' + to + '","currency":"' + currency;
    text += '","amount":"~' + amount + '","reason":"' + reason + '"}';
    isFirst = false;
  }
  text += '],"after":[';
  isFirst = true;
  for (const { purse, balance } of event.after) {
    text += (isFirst ? '{"purse":"' : ',{"purse":"') + purse + '","balance":"~' + balance + '"}';
    isFirst = false;
  }
  text += ']';
  if (event.answers !== undefined) {
    const { player, key, fingerprint } = event.answers;
    text +=
      ',"answers":{"player":' +
      player +
      ',"key":' +
      encodeText(key) +
      ',"fingerprint":' +
      encodeText(fingerprint) +
      '}';
  }
  const fields = event as unknown as Record<string, unknown>;
  for (const name in fields) {
    if (COMMON.has(name) || fields[name] === undefined) continue;
    text += ',"' + name + '":';
    if (name === 'shares' && isPacked(event)) text += encodeShares(event.shares);
    else text += encode(fields[name]);
  }
  return text + '}';
}

/** As `encode` would write them. Their texts are long and have only digits, codes and separators: none is escaped. */
const encodeShares = ({ players, free, wait, debt, outcomes, text }: Shares): string =>
  '{"players":' +
  players +
  ',"free":"~' +
  free +
  '","wait":"~' +
  wait +
  '","debt":"~' +
  debt +
  '","outcomes":"' +
  outcomes +
  '","text":"' +
  text +
  '"}';

/**
 * JSON, with whole numbers too large for JSON as texts after a tilde; a text that begins with a tilde gets a second.
 */
export function encode(value: unknown): string {
  if (typeof value === 'bigint') return '"~' + value + '"';
  if (typeof value === 'string') return encodeText(value);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const each of value) text += text === '' ? encode(each) : ',' + encode(each);
    return '[' + text + ']';
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name in fields) {
    const field = fields[name];
    if (field !== undefined) text += (text === '' ? '"' : ',"') + name + '":' + encode(field);
  }
  return '{' + text + '}';
}

function encodeText(value: string): string {
  if (PLAIN.test(value)) return '"' + value + '"';
  return JSON.stringify(value.charCodeAt(0) === TILDE ? `~${value}` : value);
}

const TILDE = 126;

export function decode(text: string): unknown {
  const read = restore(JSON.parse(text));
  // An event may have an amount of that name.
  const isLine =
    typeof read === 'object' && read !== null && 'share' in read && typeof read.share === 'string';
  return isLine ? ofShare(read as PaidEvent & { readonly share: string }) : read;
}

/** A payment as one player's history keeps it: the fields common to all, and the player's own line unchanged. */
export const encodeShare = ({ kind, id, at, site, round, isLast }: PaidEvent) => {
  const head = `{"kind":"${kind}","id":${id},"at":${at},"site":${site},"round":${round},"isLast":${isLast},"share":"`;
  return (line: string): string => head + line + '"}';
};

const ofShare = ({ share, ...event }: PaidEvent & { readonly share: string }): AnyEvent =>
  ofLine(event, share);

/**
 * Changes the value in place: a reviver would be called for every number too, and costs several times more. So does
 * writing a field that does not change.
 */
function restore(value: unknown): unknown {
  if (typeof value === 'string') return value.charCodeAt(0) === TILDE ? restoreText(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const each: unknown = value[index];
      if (typeof each === 'object') restore(each);
      else if (typeof each === 'string' && each.charCodeAt(0) === TILDE) value[index] = restoreText(each);
    }
    return value;
  }
  const fields = value as Record<string, unknown>;
  for (const name in fields) {
    const field = fields[name];
    if (typeof field === 'object') restore(field);
    else if (typeof field === 'string' && field.charCodeAt(0) === TILDE) fields[name] = restoreText(field);
  }
  return value;
}

function restoreText(value: string): unknown {
  // Most amounts of an event are nothing.
  if (value === '~0') return 0n;
  return value.charCodeAt(1) === TILDE ? value.slice(1) : BigInt(value.slice(1));
}
