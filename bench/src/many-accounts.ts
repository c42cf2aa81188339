// Adds many accounts to a stopped platform: decided by the engine, appended to its journal and written to its tables by
// the same code that a running one uses, only without a caller that waits for each of them.

import { join } from 'node:path';
import type { NewWallet } from '@maru/engine/account/commands';
import { apply } from '@maru/engine/apply';
import { assert } from '@maru/engine/assert';
import type { Book } from '@maru/engine/book';
import { digestText } from '@maru/engine/book-digest';
import { decide } from '@maru/engine/decide';
import type { AnyEvent } from '@maru/engine/products';
import { playerId, type SiteId } from '@maru/engine/purse';
import { dropPlayer } from '@maru/engine/residents';
import { millis } from '@maru/engine/time';
import type { Database } from '@maru/server/db/database';
import { openStore } from '@maru/server/db/open-store';
import { openJournal } from '@maru/server/desk/open-desk';
import type { Journal } from '@maru/server/journal/journal';
import { type DurableBatch, type SealedBatch, seal } from '@maru/server/journal/record';
import { rowsOf } from '@maru/server/shadow/rows';
import { openSqlTables } from '@maru/server/shadow/sql-tables';
import type { Mark } from '@maru/server/shadow/tables';
import { shadowParts } from '@maru/server/shadow-products';
import { openSites } from '@maru/server/site/sites';

const SHARD = 0;
const EVENTS_PER_BATCH = 1_000;
const BATCHES_PER_WRITE = 10;

export interface Place {
  readonly dataFolder: string;
  readonly databaseUrl?: string | undefined;
}

/** Opens accounts until there are this many. The platform must have been started here once, and must not run. */
export async function fillAccounts({ dataFolder, databaseUrl }: Place, until: number): Promise<void> {
  const { database } = await openStore({ dataFolder, databaseUrl: databaseUrl && hastily(databaseUrl) });
  const journal = await openJournal(
    databaseUrl === undefined ? { folder: join(dataFolder, 'journal') } : { url: databaseUrl },
    SHARD,
    (fault) => {
      throw fault;
    },
  );
  try {
    const [site] = (await openSites(database)).all();
    assert(site !== undefined, 'a platform that was started has its site');
    await fill({ database, journal, site: site.id, wallets: site.wallets, until });
  } finally {
    await journal.close();
    await database.close();
  }
}

/** Without foreign key checks of the wallets, and without waiting for the sync. */
function hastily(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c session_replication_role=replica -c synchronous_commit=off');
  return url.href;
}

interface Filling {
  readonly database: Database;
  readonly journal: Journal;
  readonly site: SiteId;
  readonly wallets: readonly NewWallet[];
  readonly until: number;
}

async function fill({ database, journal, site, wallets, until }: Filling): Promise<void> {
  const tables = openSqlTables(database, SHARD, shadowParts.products);
  let { batch, hash, epoch } = await journal.open();
  let mark: Mark = await tables.mark();
  let waiting: DurableBatch[] = [];
  let writing: Promise<void> = Promise.resolve();
  let book: Book | undefined;

  async function write(batches: readonly DurableBatch[]): Promise<void> {
    const last = batches.at(-1);
    if (last === undefined) return;
    const to = { batch: last.batch, hash: last.hash };
    // Half of all rows, and all alike: the database makes them by itself afterwards.
    const rows = { ...rowsOf(batches, shadowParts.products), wallets: [] };
    assert(await tables.write(rows, mark, to), 'nobody else writes these tables');
    mark = to;
  }

  async function append(filled: Book, events: readonly AnyEvent[]): Promise<SealedBatch> {
    const digest = digestText(filled);
    const sealed = seal({ shard: SHARD, batch: batch + 1, epoch, previous: hash, events, digest });
    await journal.append(sealed);
    ({ batch, hash } = sealed);
    return sealed;
  }

  await tables.load(async (loaded) => {
    book = loaded.book;
    for await (const each of journal.read(loaded.mark)) waiting.push(each);
  });
  assert(book !== undefined && waiting.every(({ events }) => events.length === 0), 'it was stopped cleanly');
  const first = book.highestPlayer + 1;
  const now = millis(book.lastAt);
  while (book.highestPlayer < until) {
    const events: AnyEvent[] = [];
    while (book.highestPlayer < until && events.length < EVENTS_PER_BATCH) {
      const player = playerId(book.highestPlayer + 1);
      const command = { kind: 'OPEN_ACCOUNT', site, player, role: 'PLAYER', wallets } as const;
      const decision = decide(book, command, { now, eventId: book.lastEvent + 1 });
      assert(decision.ok, 'a new number opens an account');
      apply(book, decision.event);
      const opened = book.players.get(player);
      if (opened !== undefined) dropPlayer(book, opened);
      events.push(decision.event);
    }
    waiting.push(await append(book, events));
    if (waiting.length < BATCHES_PER_WRITE) continue;
    await writing;
    writing = write(waiting);
    waiting = [];
  }
  await writing;
  await write(waiting);
  await fillWallets(database, wallets, first);
  await fillProfiles(database, site, first, until);
}

const fillWallets = (database: Database, wallets: readonly NewWallet[], from: number): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query(
      `insert into wallet (player_id, type, currency, places, run)
       select account.player_id, made.type, made.currency, made.places, 1
       from account
       cross join unnest($1::text[], $2::text[], $3::int[]) as made (type, currency, places)
       where account.player_id >= $4`,
      [
        wallets.map(({ type }) => type),
        wallets.map(({ currency }) => currency),
        wallets.map(({ places }) => places),
        from,
      ],
    );
  });

/** Every account needs a profile to be looked up; these passwords match nothing. */
const fillProfiles = (database: Database, site: SiteId, from: number, to: number): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query(
      `insert into player (
         id, site_id, username, password_hash, name, phone, nick, folded_nick, role, created_at, password_changed_at
       )
       overriding system value
       select
         n, $1, 'filled-' || n, '-', '시험', '010-' || n, '시험자' || n, '시험자' || n, 'PLAYER', now(), now()
       from generate_series($2::bigint, $3::bigint) as n`,
      [site, from, to],
    );
    await tx.query(`select setval('player_id_seq', $1::bigint)`, [to]);
    if (database.kind === 'postgres') await tx.query('analyze');
  });
