// Fills the journal and the tables of a platform that does not run: decided by the engine, appended and written by the
// same code that a running one uses, only without a caller that waits for each answer.
import { apply } from '@maru/engine/apply';
import { assert } from '@maru/engine/assert';
import type { Book } from '@maru/engine/book';
import { digestText } from '@maru/engine/book-digest';
import { decide } from '@maru/engine/decide';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { Database } from '@maru/server/db/database';
import { type JournalPlace, openJournal } from '@maru/server/desk/open-desk';
import { type DurableBatch, type SealedBatch, seal } from '@maru/server/journal/record';
import { type RowChanges, rowsOf } from '@maru/server/shadow/rows';
import { openSqlTables } from '@maru/server/shadow/sql-tables';
import type { Mark } from '@maru/server/shadow/tables';
import { shadowParts } from '@maru/server/shadow-products';

const SHARD = 0;
const EVENTS_PER_BATCH = 1_000;
const BATCHES_PER_WRITE = 10;

interface FillOptions {
  /** When everything happens; by default when the last thing in the book did. */
  readonly now?: Millis;
  readonly onEvent?: (book: Book, event: AnyEvent) => void;
  /** Which of the rows are written. */
  readonly written?: (rows: RowChanges) => RowChanges;
}

const everyRow = (rows: RowChanges): RowChanges => rows;

export interface Filling {
  readonly book: Book;
  /** Each command must be accepted. */
  fill(commands: Iterable<AnyCommand>, options?: FillOptions): Promise<void>;
  close(): Promise<void>;
}

/** An address without foreign key checks and without waiting for the sync. */
export function hastily(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c session_replication_role=replica -c synchronous_commit=off');
  return url.href;
}

/** The database must have its tables, and whoever used it must have been stopped. */
export async function openFilling(
  database: Database,
  journalAt: JournalPlace,
  /** Accounts that must be in the book although nothing of theirs is open. */
  players: readonly PlayerId[] = [],
): Promise<Filling> {
  const journal = await openJournal(journalAt, SHARD, (fault) => {
    throw fault;
  });
  const tables = openSqlTables(database, SHARD, shadowParts.products);
  let { batch, hash, epoch } = await journal.open();
  let mark: Mark = await tables.mark();
  let waiting: DurableBatch[] = [];
  let writing: Promise<void> = Promise.resolve();
  let loaded: Book | undefined;
  await tables.load(async (found) => {
    loaded = found.book;
    await found.bring(players);
    for await (const each of journal.read(found.mark)) waiting.push(each);
  });
  assert(
    loaded !== undefined && waiting.every(({ events }) => events.length === 0),
    'it was stopped cleanly',
  );
  const book = loaded;

  async function write(
    batches: readonly DurableBatch[],
    written: NonNullable<FillOptions['written']>,
  ): Promise<void> {
    const last = batches.at(-1);
    if (last === undefined) return;
    const to = { batch: last.batch, hash: last.hash };
    const rows = written(rowsOf(batches, shadowParts.products));
    assert(await tables.write(rows, mark, to), 'nobody else writes these tables');
    mark = to;
  }

  async function append(events: readonly AnyEvent[]): Promise<SealedBatch> {
    const digest = digestText(book);
    const sealed = seal({ shard: SHARD, batch: batch + 1, epoch, previous: hash, events, digest });
    await journal.append(sealed);
    ({ batch, hash } = sealed);
    return sealed;
  }

  return {
    book,
    async fill(commands, { now = millis(book.lastAt), onEvent, written = everyRow } = {}) {
      let events: AnyEvent[] = [];
      async function endBatch(): Promise<void> {
        waiting.push(await append(events));
        events = [];
      }
      for (const command of commands) {
        const decision = decide(book, command, { now, eventId: book.lastEvent + 1 });
        if (!decision.ok) throw new Error(`${command.kind}: ${decision.refusal}`);
        apply(book, decision.event);
        onEvent?.(book, decision.event);
        events.push(decision.event);
        if (events.length < EVENTS_PER_BATCH) continue;
        await endBatch();
        if (waiting.length < BATCHES_PER_WRITE) continue;
        await writing;
        writing = write(waiting, written);
        waiting = [];
      }
      if (events.length > 0) await endBatch();
      await writing;
      await write(waiting, written);
      waiting = [];
    },
    close: () => journal.close(),
  };
}
