// Writes events of coin futures into their tables, and reads them back, without the shadow around them.
import { emptyBook } from '@maru/engine/book';
import { describeFutures } from '@maru/engine/futures/describe';
import { weighFutures } from '@maru/engine/futures/digest';
import type { FuturesEvent } from '@maru/engine/futures/events';
import type { FuturesState } from '@maru/engine/futures/state';
import type { Database } from '../../db/database.ts';
import type { Cutoffs } from '../../shadow/cutoffs.ts';
import type { ShadowTable } from '../../shadow/shadow-product.ts';
import { futuresShadow } from './product.ts';
import { addFuturesRows, type FuturesRows, noFuturesRows } from './rows.ts';

const SHARD = 0;

/** So many players with their wallets, as opening their accounts writes them. */
export const openPlayers = (database: Database, players: number): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query(
      `insert into account (player_id, shard, site_id, role, blocked, session_version, seq, digest)
       select id, $2, 1, 'PLAYER', false, 1, 1, 0 from generate_series(1, $1::int) as id`,
      [players, SHARD],
    );
    await tx.query(
      `insert into wallet (player_id, type, currency, places, run)
       select id, type, currency, 8, 1
       from generate_series(1, $1::int) as id, (values ('FUTURES', 'USDT'), ('BTC', 'BTC')) as wallet (type, currency)`,
      [players],
    );
  });

/** The players stay. */
export const emptyFuturesTables = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    for (const { name } of futuresShadow.tables) await tx.query(`delete from ${name}`);
  });

export const writeEvents = (database: Database, events: readonly FuturesEvent[]): Promise<void> =>
  database.transaction((tx) => futuresShadow.write(tx, SHARD, rowsOf(events)));

export function rowsOf(events: readonly FuturesEvent[]): FuturesRows {
  const rows = noFuturesRows();
  for (const event of events) addFuturesRows(rows, event);
  return rows;
}

export async function loadState(database: Database): Promise<FuturesState> {
  const book = emptyBook();
  await database.transaction((tx) => futuresShadow.load(tx, SHARD, book, () => Promise.resolve()));
  return book.futures;
}

/** Equal when two states are: every figure, and the digest that they carry. */
export const shownState = (state: FuturesState) => ({
  lines: describeFutures(state).toSorted(),
  carried: state.digest[0],
  weighed: weighFutures(structuredClone(state)),
});

type Rows = Readonly<Record<string, readonly unknown[]>>;

/** Every row of every table. */
export const readTables = (database: Database): Promise<Rows> => readEach(database, (name) => name);

/** What a snapshot keeps of them. */
export const readRetained = (database: Database, cutoffs: Cutoffs): Promise<Rows> =>
  readEach(database, (_, retained) => `(${retained(cutoffs, 0)})`);

async function readEach(
  database: Database,
  from: (name: string, retained: ShadowTable['retained']) => string,
): Promise<Rows> {
  const tables: Record<string, readonly unknown[]> = {};
  await database.transaction(async (tx) => {
    for (const { name, retained } of futuresShadow.tables)
      tables[name] = await tx.query(`select * from ${from(name, retained)} as row order by row::text`);
  });
  return tables;
}

export async function deleteOld(database: Database, cutoffs: Cutoffs): Promise<void> {
  for (const slice of futuresShadow.deletions(SHARD, cutoffs))
    while (!(await database.transaction(slice)).isLast);
}

/** These rows and no others. */
export async function restoreTables(database: Database, rows: Rows): Promise<void> {
  await emptyFuturesTables(database);
  await database.transaction(async (tx) => {
    for (const [name, own] of Object.entries(rows))
      await tx.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1::json)`, [
        JSON.stringify(own),
      ]);
  });
}
