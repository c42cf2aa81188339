// The tables of the shadow in a real database, embedded or PostgreSQL.
import { assert } from '@maru/engine/assert';
import type { AnyEvent } from '@maru/engine/products';
import { numberBeforeEvents, shardOfEvent } from '@maru/engine/shard';
import type { Database, Tx } from '../db/database.ts';
import { decode } from '../journal/record.ts';
import { journalTables } from './ledger-archive.ts';
import { findAnswers } from './load-answers.ts';
import { loadBookAt, readMark } from './load-book.ts';
import { readPlayers } from './load-players.ts';
import { byEvent } from './of-shard.ts';
import { namingTables } from './refused-write.ts';
import type { ShadowProduct } from './shadow-product.ts';
import { type Mark, NO_MARK, type Tables } from './tables.ts';
import { writeRows } from './write-rows.ts';

const eventIsOwn = byEvent('event_id');

export function openSqlTables(database: Database, shard: number, products: readonly ShadowProduct[]): Tables {
  const beforeEvents = numberBeforeEvents(shard);
  return {
    mark: () =>
      database.transaction(async (tx) => {
        const row = await readMark(tx, shard);
        return row === undefined ? NO_MARK : { batch: row.batch, hash: row.hash };
      }),

    write: (rows, from, to) =>
      database.transaction(async (tx) => {
        const row = await readMark(tx, shard);
        const now: Mark = row ?? NO_MARK;
        if (now.batch !== from.batch || now.hash !== from.hash) return false;
        await findByKey(tx);
        await writeRows(namingTables(tx), shard, rows);
        // Batches without events, which a start writes, leave the newest event as it is.
        const hasEvents = rows.lastEvent !== 0;
        assert(
          !hasEvents || shardOfEvent(rows.lastEvent) === shard,
          `event ${rows.lastEvent} is of shard ${shard}`,
        );
        const eventId = hasEvents ? rows.lastEvent : (row?.event_id ?? beforeEvents);
        const atMs = hasEvents ? rows.lastAt : (row?.at_ms ?? 0);
        await tx.query(
          `insert into shadow_mark (shard, batch, hash, event_id, at_ms)
           values ($1, $2, $3, $4, $5)
           on conflict (shard) do update
           set batch = excluded.batch, hash = excluded.hash, event_id = excluded.event_id, at_ms = excluded.at_ms`,
          [shard, to.batch, to.hash, eventId, atMs],
        );
        return true;
      }),

    // Reading the mark locks it until the transaction ends, so no other transaction can move it meanwhile.
    load: (replay) =>
      database.transaction(async (tx) =>
        replay(await loadBookAt(tx, shard, await readMark(tx, shard), products)),
      ),

    players: (ids, keysSince) =>
      database.transaction(async (tx) => {
        // An account that was opened meanwhile is being written: all its rows are read as of one moment.
        await tx.query('set transaction isolation level repeatable read');
        return readPlayers(tx, shard, ids, keysSince);
      }),

    keys: (wanted, since) => database.transaction((tx) => findAnswers(tx, shard, wanted, since)),

    event: (player, seq) =>
      database.transaction(async (tx) => {
        const [row] = await tx.query<{ body: string }>(
          `select body from account_event where player_id = $1 and seq = $2 and ${eventIsOwn(shard, 'account_event')}`,
          [player, seq],
        );
        return row && (decode(row.body) as AnyEvent);
      }),
  };
}

/**
 * Thousands of rows are changed among millions. The planner would read a whole table once instead of looking up each
 * of them, which costs more with every account that was ever opened; joins by nested loops look each up by its key.
 */
const findByKey = (tx: Tx) =>
  tx.query(`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`);

/** Deletes all rows that the journal of this shard can restore. The journal itself is not touched. */
export async function emptyTables(tx: Tx, shard: number, products: readonly ShadowProduct[]): Promise<void> {
  // Backwards: no row refers to a deleted one.
  for (const { name, ofShard } of journalTables(products).toReversed())
    await tx.query(`delete from ${name} where ${ofShard(shard, name)}`);
  for (const mark of ['shadow_mark', 'archive_mark'])
    await tx.query(`delete from ${mark} where shard = $1`, [shard]);
}
