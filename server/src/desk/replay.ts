// Batches of the journal, applied to a book: at a start, and for as long as a desk follows another.
import { apply } from '@maru/engine/apply';
import type { Book } from '@maru/engine/book';
import { digestText } from '@maru/engine/book-digest';
import type { PlayerId } from '@maru/engine/purse';
import { playersNamed } from '@maru/engine/residents';
import type { SealedBatch } from '../journal/record.ts';
import { TablesDiffer } from '../shadow/tables.ts';

const EVENTS_AT_ONCE = 4_096;

/** A few batches together, so that the accounts they name are read in one query. */
export async function* inSlices(batches: AsyncIterable<SealedBatch>): AsyncIterable<readonly SealedBatch[]> {
  let slice: SealedBatch[] = [];
  let events = 0;
  for await (const batch of batches) {
    slice.push(batch);
    events += 1 + batch.events.length;
    if (events < EVENTS_AT_ONCE) continue;
    yield slice;
    slice = [];
    events = 0;
  }
  if (slice.length > 0) yield slice;
}

export function* playersOf(batches: readonly SealedBatch[]): Iterable<PlayerId> {
  for (const { events } of batches) for (const event of events) yield* playersNamed(event);
}

const LANES = ['accounts', 'purses of the house', 'open holds, bets, rounds, orders and positions'];

/** Applies a durable batch to the book that it was decided on. */
export function replay(book: Book, batch: SealedBatch): void {
  for (const event of batch.events) apply(book, event);
  checkDigest(book, batch);
}

/**
 * Each batch of the journal has the digest of the book after it. Opening the journal has just written one, so at
 * least one batch is compared: tables that were edited are noticed here even when no account of them is used.
 */
export function checkDigest(book: Book, { batch, digest }: Pick<SealedBatch, 'batch' | 'digest'>): void {
  if (digest === undefined) return;
  const expected = digest.split('.');
  const wrong = digestText(book)
    .split('.')
    .flatMap((lane, index) => (lane === expected[index] ? [] : [LANES[index]]));
  if (wrong.length > 0) throw new TablesDiffer(`${wrong.join(' and ')} differ at batch ${batch}`);
}
