// `Tables` over the in-memory rows: in table mode behind a connection that breaks, in file mode inside the process and
// never synced, so that a power loss takes them back to some earlier transaction.
import type { AnyEvent } from '@maru/engine/book';
import { leaveToTables } from '@maru/engine/kept-keys';
import type { PlayerId } from '@maru/engine/purse';
import { putPlayer } from '@maru/engine/residents';
import { millis } from '@maru/engine/time';
import { decode } from '@maru/server/journal/record';
import { checkAccount } from '@maru/server/shadow/check-tables';
import type { RowChanges } from '@maru/server/shadow/rows';
import type { Mark, Tables } from '@maru/server/shadow/tables';
import type { Machine } from './machine.ts';
import type { Stage } from './stage.ts';
import { loadOpenRows, loadPlayerRows } from './table-players.ts';
import { emptyRows, type TableRows, writeRows } from './table-rows.ts';
import { Violation } from './violation.ts';
import { ConnectionLost, type VirtualDatabase } from './virtual-database.ts';

interface Committed {
  readonly changes: RowChanges;
  readonly to: Mark;
}

export interface Edited {
  readonly what: string;
  /** Only accounts that are in no book: it is noticed when they are needed. */
  readonly isCold: boolean;
}

export interface TablesStore {
  rows: TableRows;
  readonly committed: Committed[];
  /** What somebody has changed in the rows by hand. */
  edited: Edited | undefined;
}

export const createTablesStore = (): TablesStore => ({
  rows: emptyRows(),
  committed: [],
  edited: undefined,
});

/** Back to an earlier transaction. True when something was lost. */
export function fallBack(store: TablesStore, draw: number): boolean {
  const keep = Math.floor(store.committed.length * draw);
  if (keep === store.committed.length) return false;
  store.committed.length = keep;
  rewrite(store);
  return true;
}

/** Every row once more, as it was written. */
export function rewrite(store: TablesStore): void {
  store.rows = emptyRows();
  store.edited = undefined;
  for (const { changes, to } of store.committed) writeRows(store.rows, changes, to);
}

export function openVirtualTables(
  stage: Stage,
  machine: Machine,
  store: TablesStore,
  database: VirtualDatabase | undefined,
): Tables {
  const connection = database?.connect(machine);
  const inMemory = stage.plan.knobs.answersInMemory;
  let asked = 0;

  /** The work of one transaction: all of it happens at its commit or none of it. */
  function transaction<Answer>(label: string, work: () => Answer): Promise<Answer> {
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
  }

  return {
    mark: () => transaction('read mark', () => store.rows.mark),
    write: (changes, from, to) =>
      transaction(`write tables to ${to.batch}`, () => {
        const { mark } = store.rows;
        if (mark.batch !== from.batch || mark.hash !== from.hash) return false;
        writeRows(store.rows, changes, to);
        store.committed.push({ changes, to });
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
          return { print: row.print, event: row.event, seq: row.seq, at: millis(row.at) };
        });
      }),
    event: (player, seq) =>
      transaction('read an event', () => {
        const row = store.rows.history.get(player)?.[seq - 1];
        return row && (decode(row.body) as AnyEvent);
      }),
  };
}
