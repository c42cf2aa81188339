// The journal's table and its shard row, with the statements of the real one. An insert reads the epoch when it begins
// and shows its row when it commits, so a take-over may fall between the two.
import { checkBatch } from '@maru/server/journal/record';
import { lineOf } from '@maru/server/journal/segment';
import type { StoredRecords } from '@maru/server/journal/stored-records';
import { type JournalRow, type JournalTable, RowExists } from '@maru/server/journal/table-journal';
import type { Machine } from './machine.ts';
import type { Scheduler } from './scheduler.ts';
import type { VirtualDatabase } from './virtual-database.ts';

export interface JournalStore {
  epoch: number;
  leaseUntilMs: number;
  /** The row of batch 1 first; those that were archived are gone. */
  readonly rows: (JournalRow | undefined)[];
  /** Rows inserted and not yet committed, by batch. */
  readonly pending: Set<number>;
}

export const createJournalStore = (): JournalStore => ({
  epoch: 0,
  leaseUntilMs: 0,
  rows: [],
  pending: new Set(),
});

const CLAIM_AGAIN_MS = 100;

/** Those that are there, from this batch on. */
function rowsFrom({ rows }: JournalStore, batch: number, limit: number): readonly JournalRow[] {
  const result: JournalRow[] = [];
  for (let at = batch - 1; at < rows.length && result.length < limit; at += 1) {
    const row = rows[at];
    if (row !== undefined) result.push(row);
  }
  return result;
}

/** Small, so that a part of the archive and its removal take several statements. */
const PART_BATCHES = 12;
const REMOVED_AT_ONCE = 5;

/** The statements that archive the journal's old rows. */
export function openVirtualRecords(
  store: JournalStore,
  database: VirtualDatabase,
  machine: Machine,
): StoredRecords {
  const connection = database.connect(machine);
  const { ask } = connection;
  const first = () => rowsFrom(store, 1, 1)[0]?.batch;
  return {
    first: () => ask('first record', first),
    find: (batch) => ask(`record ${batch}`, () => rowsFrom(store, batch, 1).map((row) => checkBatch(row))[0]),
    oldest: (before) =>
      ask(`records before ${before}`, () => {
        const from = first();
        if (from === undefined || from >= before) return undefined;
        const last = Math.min(before, from + PART_BATCHES) - 1;
        return {
          first: from,
          last,
          async *lines() {
            const rows = await ask(`lines to ${last}`, () => rowsFrom(store, from, last - from + 1));
            for (const row of rows) yield lineOf(row);
          },
        };
      }),
    async removeUpTo(last) {
      for (;;) {
        const left = await connection.run(`remove records to ${last}`, () => ({
          commit() {
            const gone = rowsFrom(store, 1, REMOVED_AT_ONCE).filter(({ batch }) => batch <= last);
            for (const { batch } of gone) store.rows[batch - 1] = undefined;
            return (first() ?? Infinity) <= last;
          },
          abort: () => undefined,
        }));
        if (!left) return;
      }
    },
  };
}

export function openVirtualTable(parts: {
  readonly store: JournalStore;
  readonly database: VirtualDatabase;
  readonly machine: Machine;
  readonly scheduler: Scheduler;
  readonly leaseMs: number;
  readonly onCommit: (row: JournalRow) => void;
}): JournalTable {
  const { store, database, machine, scheduler, leaseMs, onCommit } = parts;
  const connection = database.connect(machine);
  const { ask } = connection;
  let claimed: number | undefined;
  const now = () => scheduler.nowMs();
  const find = (batch: number) => store.rows[batch - 1];
  const owner = () =>
    ask('owner', () => ({
      epoch: store.epoch,
      leaseEndsAtMs: store.leaseUntilMs,
      leaseLeftMs: store.leaseUntilMs - now(),
      newest: store.rows.length,
    }));

  return {
    async claim(goOn) {
      for (;;) {
        claimed = await ask('claim', () => {
          if (store.leaseUntilMs > now()) return undefined;
          store.epoch += 1;
          store.leaseUntilMs = now() + leaseMs;
          return store.epoch;
        });
        if (claimed !== undefined) break;
        if (goOn !== undefined && !goOn(await owner())) return undefined;
        await machine.wait(CLAIM_AGAIN_MS);
      }
      const epoch = claimed;
      const last = await ask('read end', () => store.rows.at(-1));
      return { epoch, last };
    },

    insert: (row) =>
      connection.run(`insert ${row.batch}`, () => {
        if (store.epoch !== row.epoch) return { answer: false };
        const continues = row.batch === 1 ? store.rows.length === 0 : find(row.batch - 1) !== undefined;
        if (!continues && find(row.batch) === undefined) return { answer: false };
        if (find(row.batch) !== undefined) throw new RowExists(`batch ${row.batch}`);
        // Another transaction has the key: the database makes us wait until it ends.
        if (store.pending.has(row.batch)) return 'WAIT';
        store.pending.add(row.batch);
        return {
          commit() {
            store.pending.delete(row.batch);
            const { batch, epoch, hash, body } = row;
            store.rows[batch - 1] = { batch, epoch, hash, body };
            onCommit(row);
            return true;
          },
          abort: () => void store.pending.delete(row.batch),
        };
      }),

    find: (batch) => ask(`find ${batch}`, () => find(batch)),
    after: (batch, limit) => ask(`after ${batch}`, () => rowsFrom(store, batch + 1, limit)),
    renew: (epoch) =>
      ask('renew', () => {
        if (store.epoch !== epoch) return false;
        store.leaseUntilMs = now() + leaseMs;
        return true;
      }),
    owner,
    async close() {
      if (claimed === undefined) return;
      const mine = claimed;
      await ask('release', () => {
        if (store.epoch === mine) store.leaseUntilMs = now();
      }).catch(() => undefined);
    },
  };
}
