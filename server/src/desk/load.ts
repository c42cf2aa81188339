// A desk's start: take the shard, read the tables as of the shadow's mark, and apply the rest of the journal. It is
// the same `apply` that the answers were made with, so the book is exactly as it was answered.
import { assert } from '@maru/engine/assert';
import type { Book } from '@maru/engine/book';
import { DamagedJournal, Fenced, type Journal, type Tail } from '../journal/journal.ts';
import type { Shadow } from '../shadow/shadow.ts';
import type { Mark, Tables } from '../shadow/tables.ts';
import type { LastBatches } from './last-batches.ts';
import { inSlices, playersOf, replay } from './replay.ts';

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
        replay(book, batch);
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
