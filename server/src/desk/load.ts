// A desk's start: take the shard, read the tables as of the shadow's mark, and apply the rest of the journal. The same
// `apply` that made the answers, so what was answered is exactly what comes back.
import { apply } from '@maru/engine/apply';
import type { Book } from '@maru/engine/book';
import { DamagedJournal, Fenced, type Journal, type Tail } from '../journal/journal.ts';
import type { Shadow } from '../shadow/shadow.ts';
import type { Tables } from '../shadow/tables.ts';
import type { LastBatches } from './last-batches.ts';

export interface Loaded {
  readonly book: Book;
  readonly tail: Tail;
  /** Hashes of the batches that were in the journal but not yet in the tables: how an unknown append is resolved. */
  readonly replayed: ReadonlyMap<number, string>;
}

export async function loadDesk(parts: {
  readonly journal: Journal;
  readonly tables: Tables;
  readonly shadow: Shadow;
  /** Hears of those batches too: a list must wait for them, whoever was answered before the restart. */
  readonly lastBatches: Pick<LastBatches, 'note'>;
}): Promise<Loaded> {
  const { journal, tables, shadow, lastBatches } = parts;
  const tail = await journal.open();
  const { book, mark } = await tables.load();
  // Opening has just written a batch, so the mark of these tables lies before it. Tables that are ahead follow another
  // journal, or this one has lost its end: what they know was answered and must not be forgotten quietly.
  if (mark.batch >= tail.batch) {
    // Or we were too slow: the next owner has taken the shard and its shadow has moved on. Then nothing is damaged.
    if (!journal.isOurs()) throw new Fenced('another desk took the shard during the start');
    throw new DamagedJournal(`the tables are at batch ${mark.batch} and the journal ends before it`);
  }
  shadow.start(mark);
  const replayed = new Map<number, string>();
  for await (const batch of journal.read(mark)) {
    for (const event of batch.events) apply(book, event);
    lastBatches.note(batch);
    replayed.set(batch.batch, batch.hash);
    shadow.follow(batch);
  }
  return { book, tail, replayed };
}
