// A batch as the journal keeps it: one line of JSON whose hash covers the hash of the batch before it.
import { hash } from 'node:crypto';
import type { AnyEvent } from '@maru/engine/book';

export interface Batch {
  readonly shard: number;
  readonly batch: number;
  readonly epoch: number;
  /** The hash of the batch before; an empty text for the first. */
  readonly previous: string;
  readonly events: readonly AnyEvent[];
}

/** What the shadow needs of a batch. */
export interface DurableBatch extends Pick<Batch, 'batch' | 'events'> {
  readonly hash: string;
  /** Each event as it stands in the body, so that the shadow need not write it out again. */
  readonly texts: readonly string[];
}

export interface SealedBatch extends Batch, DurableBatch {
  /** The exact text that was hashed. */
  readonly body: string;
}

export const FIRST_HASH = '';

export function seal(batch: Batch): SealedBatch {
  const { shard, batch: number, epoch, previous } = batch;
  const texts = batch.events.map(encode);
  const events = texts.join(',');
  const body = `{"shard":${shard},"batch":${number},"epoch":${epoch},"previous":"${previous}","events":[${events}]}`;
  return { ...batch, body, texts, hash: hashOf(body) };
}

export const hashOf = (body: string): string => hash('sha256', body, 'hex');

/** Reads a sealed batch back. Undefined when the text is not what its hash says. */
export function unseal(stored: { readonly hash: string; readonly body: string }): SealedBatch | undefined {
  if (hashOf(stored.body) !== stored.hash) return undefined;
  const read = decode(stored.body) as Batch;
  return { ...read, hash: stored.hash, body: stored.body, texts: read.events.map(encode) };
}

/** Characters that a JSON text shows as they are; most of our texts have no other, and a leading tilde is escaped. */
const PLAIN = /^(?!~)[ !#-[\]-~]*$/;

/**
 * JSON, with whole numbers beyond JSON's reach as texts after a tilde; a text that begins with one gets a second.
 * Written out by hand because every event passes here before its answer: a replacer function costs several times more.
 */
export function encode(value: unknown): string {
  if (typeof value === 'string') return encodeText(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return `"~${value}"`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const each of value) text += (text === '' ? '[' : ',') + encode(each);
    return text === '' ? '[]' : text + CLOSE_LIST;
  }
  const fields = value as Record<string, unknown>;
  for (const name in fields) {
    const field = fields[name];
    if (field !== undefined) text += (text === '' ? '{"' : ',"') + name + COLON + encode(field);
  }
  return text === '' ? '{}' : text + CLOSE_FIELDS;
}

// Plain concatenation of constants: here a template costs twice as much, and this is the hottest text we write.
const COLON = '":';
const CLOSE_LIST = ']';
const CLOSE_FIELDS = '}';

function encodeText(value: string): string {
  if (PLAIN.test(value)) return `"${value}"`;
  return JSON.stringify(value.charCodeAt(0) === TILDE ? `~${value}` : value);
}

const TILDE = 126;

export function decode(text: string): unknown {
  return restore(JSON.parse(text));
}

/** In place: a reviver would be called for every number too, and costs several times more. */
function restore(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.charCodeAt(0) !== TILDE) return value;
    return value.charCodeAt(1) === TILDE ? value.slice(1) : BigInt(value.slice(1));
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  for (const name in fields) {
    const field = fields[name];
    if (typeof field === 'string' || typeof field === 'object') fields[name] = restore(field);
  }
  return value;
}
