// A desk's start: take the shard, read the tables as of the shadow's mark, and apply the rest of the journal. It is
// the same `apply` that the answers were made with, so the book is exactly as it was answered.
import { apply } from '@maru/engine/apply';
import { assert } from '@maru/engine/assert';
import type { Book } from '@maru/engine/book';
import { digestText } from '@maru/engine/book-digest';
import type { PlayerId } from '@maru/engine/purse';
import { playersNamed } from '@maru/engine/residents';
import { DamagedJournal, Fenced, type Journal, type Tail } from '../journal/journal.ts';
import type { SealedBatch } from '../journal/record.ts';
import type { Shadow } from '../shadow/shadow.ts';
import { type Mark, type Tables, TablesDiffer } from '../shadow/tables.ts';
import type { LastBatches } from './last-batches.ts';

export interface Loaded {
  readonly book: Book;
  readonly tail: Tail;
  /**
   * Hashes of the batches that were in the journal but not yet in the tables, to see whether a failed append was
   * written.
   */
  readonly replayed: ReadonlyMap<number, string>;
}

export async function loadDesk(parts: {
  readonly journal: Journal;
  readonly tables: Pick<Tables, 'load'>;
  readonly shadow: Shadow;
  /** Receives those batches too: lists must wait for them, because they may have been answered before the restart. */
  readonly lastBatches: Pick<LastBatches, 'note'>;
}): Promise<Loaded> {
  const { journal, tables, shadow, lastBatches } = parts;
  const tail = await journal.open();
  const replayed = new Map<number, string>();
  let loaded: Book | undefined;
  await tables.load(async ({ book, mark, bring }) => {
    checkMark(journal, tail, mark);
    shadow.start(mark);
    for await (const batches of inSlices(journal.read(mark))) {
      // The tables are outdated for players named here, so all of them must be loaded before the batches are applied.
      await bring(playersOf(batches));
      for (const batch of batches) {
        for (const event of batch.events) apply(book, event);
        checkDigest(book, batch);
        lastBatches.note(batch);
        replayed.set(batch.batch, batch.hash);
        shadow.follow(batch);
      }
    }
    loaded = book;
  });
  assert(loaded !== undefined, 'the tables were loaded');
  return { book: loaded, tail, replayed };
}

/**
 * Opening has just written a batch, so the mark of these tables lies before it. Tables that are ahead follow another
 * journal, or this one has lost its end: their events were answered and must not be lost silently.
 */
function checkMark(journal: Journal, tail: Tail, mark: Mark): void {
  if (mark.batch < tail.batch) return;
  // Or this start was too slow: another owner has taken the shard and its shadow has written. Then nothing is
  // damaged.
  if (!journal.isOurs()) throw new Fenced('another desk took the shard during the start');
  throw new DamagedJournal(`the tables are at batch ${mark.batch} and the journal ends before it`);
}

const EVENTS_AT_ONCE = 4_096;

/** A few batches together, so that the accounts they name are read in one query. */
async function* inSlices(batches: AsyncIterable<SealedBatch>): AsyncIterable<readonly SealedBatch[]> {
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

function* playersOf(batches: readonly SealedBatch[]): Iterable<PlayerId> {
  for (const { events } of batches) for (const event of events) yield* playersNamed(event);
}

const LANES = ['accounts', 'purses of the house', 'open holds, bets, rounds, orders and positions'];

/**
 * Each batch of the journal has the digest of the book after it. Opening the journal has just written one, so at
 * least one batch is compared: tables that were edited are noticed here even when no account of them is used.
 */
function checkDigest(book: Book, { batch, digest }: SealedBatch): void {
  if (digest === undefined) return;
  const expected = digest.split('.');
  const wrong = digestText(book)
    .split('.')
    .flatMap((lane, index) => (lane === expected[index] ? [] : [LANES[index]]));
  if (wrong.length > 0) throw new TablesDiffer(`${wrong.join(' and ')} differ at batch ${batch}`);
}
