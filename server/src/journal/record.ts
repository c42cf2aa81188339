// A batch as the journal keeps it: one line of JSON whose hash covers the hash of the batch before it.
import { createHash } from 'node:crypto';
import type { AnyEvent } from '@maru/engine/book';

export interface Batch {
  readonly shard: number;
  readonly batch: number;
  readonly epoch: number;
  /** The hash of the batch before; an empty text for the first. */
  readonly previous: string;
  readonly events: readonly AnyEvent[];
}

export interface SealedBatch extends Batch {
  readonly hash: string;
  /** The exact bytes that were hashed. */
  readonly body: string;
}

export const FIRST_HASH = '';

export function seal(batch: Batch): SealedBatch {
  const { shard, batch: number, epoch, previous } = batch;
  const events = batch.events.map(encode).join(',');
  const body = `{"shard":${shard},"batch":${number},"epoch":${epoch},"previous":"${previous}","events":[${events}]}`;
  return { ...batch, body, hash: hashOf(body) };
}

export const hashOf = (body: string): string => createHash('sha256').update(body).digest('hex');

/** Reads a sealed batch back. Undefined when the text is not what its hash says. */
export function unseal(stored: { readonly hash: string; readonly body: string }): SealedBatch | undefined {
  if (hashOf(stored.body) !== stored.hash) return undefined;
  const read = decode(stored.body) as Batch;
  return { ...read, hash: stored.hash, body: stored.body };
}

/** JSON, with whole numbers beyond JSON's reach as texts after a tilde; a text that begins with one gets a second. */
export function encode(value: unknown): string {
  switch (typeof value) {
    case 'bigint':
      return `"~${value}"`;
    case 'string':
      return JSON.stringify(value.charCodeAt(0) === TILDE ? `~${value}` : value);
    case 'object': {
      if (value === null) return 'null';
      if (Array.isArray(value)) return `[${value.map(encode).join(',')}]`;
      let fields = '';
      for (const [name, field] of Object.entries(value)) {
        if (field === undefined) continue;
        fields += `${fields === '' ? '' : ','}"${name}":${encode(field)}`;
      }
      return `{${fields}}`;
    }
    default:
      return JSON.stringify(value);
  }
}

const TILDE = 126;

export function decode(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown) => {
    if (typeof value !== 'string' || value.charCodeAt(0) !== TILDE) return value;
    return value.charCodeAt(1) === TILDE ? value.slice(1) : BigInt(value.slice(1));
  });
}
