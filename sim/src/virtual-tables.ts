// `Tables` over the in-memory rows: in table mode behind a connection that breaks, in file mode inside the process and
// never synced, so that a power loss takes them back to some earlier transaction.
import { leaveToTables } from '@maru/engine/answered-keys';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import { putPlayer } from '@maru/engine/residents';
import { millis } from '@maru/engine/time';
import { decode } from '@maru/server/journal/record';
import { checkAccount } from '@maru/server/shadow/check-tables';
import type { Tables } from '@maru/server/shadow/tables';
import type { Machine } from './machine.ts';
import type { EditedRow } from './product.ts';
import type { Stage } from './stage.ts';
import { loadOpenRows, loadPlayerRows } from './table-players.ts';
import { emptyRows, type TableRows, writeRows } from './table-rows.ts';
import { Violation } from './violation.ts';
import { ConnectionLost, type VirtualDatabase } from './virtual-database.ts';

/** A transaction, which may have to be repeated on the tables as they were before it. */
export type Committed = (rows: TableRows) => void;

export interface Edited extends EditedRow {
  /** Only accounts that are in no book: it is noticed when they are needed. */
  readonly isCold: boolean;
  /** It happened while a desk was open on these tables: the next audit finds it. */
  readonly isRunning: boolean;
}

export interface TablesStore {
  rows: TableRows;
  committed: Committed[];
  /** How often the rows were replaced as a whole: a read from before that proves nothing about them. */
  exchanged: number;
  /** What somebody has changed in the rows by hand. */
  edited: Edited | undefined;
}

export const createTablesStore = (): TablesStore => ({
  rows: emptyRows(),
  committed: [],
  exchanged: 0,
  edited: undefined,
});

/** Back to an earlier transaction. True when something was lost. */
export function fallBack(store: TablesStore, draw: number): boolean {
  const left = Math.floor(store.committed.length * draw);
  if (left === store.committed.length) return false;
  store.committed.length = left;
  rewrite(store);
  return true;
}

/** Every row once more, as it was written. */
export function rewrite(store: TablesStore): void {
  store.rows = rowsAfter(store.committed);
  store.exchanged += 1;
  store.edited = undefined;
}

/** What the tables would be had nobody edited them. */
export function rowsAfter(committed: readonly Committed[]): TableRows {
  const rows = emptyRows();
  for (const repeat of committed) repeat(rows);
  return rows;
}

export function commit<Answer>(store: TablesStore, work: (rows: TableRows) => Answer): Answer {
  const answer = work(store.rows);
  store.committed.push(work);
  return answer;
}

export type Transaction = <Answer>(label: string, work: () => Answer) => Promise<Answer>;

export function openTransactions(
  stage: Stage,
  machine: Machine,
  database: VirtualDatabase | undefined,
): Transaction {
  const connection = database?.connect(machine);
  let asked = machine.firstOperation;

  /** The work of one transaction: all of it happens at its commit or none of it. */
  return function transaction<Answer>(label: string, work: () => Answer): Promise<Answer> {
    const guarded = () => {
      try {
        return work();
      } catch (fault) {
        if (fault instanceof Violation) stage.fail(fault);
        throw fault;
      }
    };
    if (connection) return connection.run(label, () => ({ commit: guarded, abort: () => undefined }));
    asked += 1;
    const { faults, plan } = stage;
    const before = faults.strikes('lost-before-commit', machine.id, 1_000_000 + asked);
    // More often than a connection breaks: nothing else fails in an embedded database.
    const after = [1, 2, 3, 4].some((part) =>
      faults.strikes('lost-after-commit', machine.id, 1_000_000 * part + asked),
    );
    return machine.operate({
      label,
      typicalMs: plan.knobs.databaseMs,
      effect() {
        if (before) throw new ConnectionLost('the embedded database failed');
        const answer = guarded();
        if (after) throw new ConnectionLost('the embedded database failed after its commit');
        return answer;
      },
    });
  };
}

export function openVirtualTables(
  stage: Stage,
  machine: Machine,
  store: TablesStore,
  database: VirtualDatabase | undefined,
): Tables {
  const inMemory = stage.plan.knobs.answersInMemory;
  const transaction = openTransactions(stage, machine, database);

  return {
    mark: () => transaction('read mark', () => store.rows.mark),
    write: (changes, from, to) =>
      transaction(`write tables to ${to.batch}`, () => {
        const { mark } = store.rows;
        if (mark.batch !== from.batch || mark.hash !== from.hash) return false;
        commit(store, (rows) => writeRows(rows, changes, to));
        return true;
      }),
    async load(replay) {
      const { book, cold, mark } = await transaction('load tables', () => {
        const split = loadOpenRows(store.rows);
        for (const player of split.book.players.values()) leaveToTables(player, inMemory, Infinity);
        for (const { player } of split.cold.values()) leaveToTables(player, inMemory, Infinity);
        for (const { balance } of split.book.purses.values())
          if (balance <= -(2n ** 63n)) stage.reached('loaded more than 2^63 units');
        return { ...split, mark: store.rows.mark };
      });
      // The real tables keep the mark where it is until the load is over: all of it is read as of that mark.
      const atMark = (id: PlayerId) => cold.get(id);
      await replay({
        book,
        mark,
        async bring(players) {
          const missing = [...new Set(players)].filter((id) => !book.players.has(id));
          if (missing.length === 0) return;
          const loaded = await transaction('bring accounts', () => missing.map(atMark));
          for (const each of loaded) {
            if (each === undefined) continue;
            checkAccount(each);
            putPlayer(book, each);
          }
        },
      });
    },
    players: (ids) =>
      transaction(`read ${ids.length} accounts`, () => {
        // A desk would accept the forged money, and the rules do not cover what it does then.
        if (ids.some((id) => id === store.edited?.forged)) throw new ConnectionLost('the account is forged');
        const loaded = loadPlayerRows(store.rows, ids);
        for (const each of loaded) checkAccount(each);
        for (const { player } of loaded) leaveToTables(player, inMemory, Infinity);
        stage.reached('account read when it was needed');
        if (loaded.length < ids.length) stage.reached('unknown account asked for');
        return loaded;
      }),
    keys: (wanted, since) =>
      transaction(`look up ${wanted.length} keys`, () => {
        stage.reached('key looked up in the tables');
        return wanted.map(({ player, key }) => {
          const row = store.rows.answers.get(player)?.get(key);
          if (row === undefined || row.at < since) return undefined;
          return { fingerprint: row.fingerprint, event: row.event, seq: row.seq, at: millis(row.at) };
        });
      }),
    event: (player, seq) =>
      transaction('read an event', () => {
        const own = store.rows.history.get(player);
        const row = own?.rows[seq - own.before - 1];
        // A read of an edited event would return the edit, until the next audit.
        if (row !== undefined && row.event === store.edited?.event)
          throw new ConnectionLost('the event is edited');
        return row && (decode(row.body) as AnyEvent);
      }),
  };
}
