// Archiving in its own thread, beside a running desk, on both databases.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ArchiveReport } from './archive-pass.ts';
import { archiveProofs, proofsIn } from './archive-proofs.ts';
import { startArchive } from './archive-thread.ts';
import type { EmbeddedDatabase } from './db/embedded.ts';
import { emptyDatabase, type TestDatabase, testDatabases } from './db/testing.ts';
import type { RunningDesk } from './desk/create-desk.ts';
import { openPlayers, openTestDesk, untilCaughtUp } from './desk/testing.ts';
import { unpacked } from './journal/packed-file.ts';
import { snapshotsIn } from './shadow/snapshot-file.ts';

describe.each(testDatabases)('the thread of the archive on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let desk: RunningDesk;

  beforeAll(async () => {
    store = await open();
  });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'maru-archive-thread-'));
    const opened = await openTestDesk(store, folder, {
      journalAt: journalAt(),
      onHalt: () => undefined,
    });
    desk = opened.desk;
    await untilCaughtUp(desk, await openPlayers(desk, 3));
  });
  afterEach(async () => {
    await desk.stop();
    await emptyDatabase(store);
    rmSync(folder, { recursive: true, force: true });
  });
  afterAll(() => store.drop());

  const journalAt = () =>
    store.url === undefined ? { folder: join(folder, 'journal') } : { url: store.url };

  /** Runs one pass and returns its report or its error. */
  async function pass(): Promise<ArchiveReport | Error> {
    const ended = Promise.withResolvers<ArchiveReport | Error>();
    const archive = startArchive({
      shard: 0,
      reach: () =>
        store.url === undefined
          ? { port: (store.database as EmbeddedDatabase).connect() }
          : { url: store.url },
      journalAt: journalAt(),
      archiveFolder: join(folder, 'archive'),
      archiveAfterMs: 31 * DAY_MS,
      beginsAfterMs: 0,
      clock: () => 0,
      onDone: ended.resolve,
      onFailed: ended.resolve,
      onDifference: (fault) => ended.resolve(new Error(`halted: ${fault.message}`)),
    });
    const outcome = await ended.promise;
    await archive.stop();
    return outcome;
  }

  test('writes a snapshot of a new platform and cuts nothing', async () => {
    expect(await pass()).toMatchObject({ base: 0, archivedBatches: 0, deletedRows: 0 });
    expect(readdirSync(snapshotsIn(join(folder, 'archive')))).toHaveLength(1);
    // Nothing has happened since, so there is no second snapshot.
    expect(await pass()).toMatchObject({ snapshot: undefined });
    expect(readdirSync(snapshotsIn(join(folder, 'archive')))).toHaveLength(1);
  });

  test('halts the platform when the tables were edited', async () => {
    await store.database.transaction((tx) =>
      tx.query(`update purse set balance = balance + 1 where id = '2:BINARY:free'`),
    );
    const outcome = await pass();
    expect(outcome).toBeInstanceOf(Error);
    expect(String(outcome)).toContain('halted: the tables are not what the journal says');
  });

  test('moves recorded minutes into files before they are deleted from their table', async () => {
    const { database } = store;
    await database.transaction(async (tx) => {
      await tx.query(`insert into tick_head (stock, minute_ms, hash) values ('A/B', 0, 'x'), ('C', 0, 'x')`);
      await tx.query(
        `insert into proof_minute (stock, minute_ms, ticks, previous_hash, hash)
         select stock, minute * 60000, '1 2 3 ' || minute, 'p', 'h'
         from unnest(array['A/B', 'C']) as stock, generate_series(1, 2300) as minute`,
      );
    });
    const before = 2_200 * 60_000;
    const options = { database, folder: join(folder, 'archive'), before, rest: () => Promise.resolve() };
    expect(await archiveProofs(options)).toBe(2 * 2_199);
    expect(await archiveProofs(options)).toBe(0);
    const left = await database.transaction((tx) =>
      tx.query(
        'select stock, min(minute_ms) as first, count(*) as left from proof_minute group by stock order by stock',
      ),
    );
    expect(left).toEqual([
      { stock: 'A/B', first: before, left: 101 },
      { stock: 'C', first: before, left: 101 },
    ]);
    const seen: number[] = [];
    for (const name of readdirSync(proofsIn(options.folder)).filter((each) => each.startsWith('C-'))) {
      let text = '';
      for await (const bytes of unpacked(join(proofsIn(options.folder), name))) text += bytes.toString();
      for (const line of text.trimEnd().split('\n'))
        seen.push((JSON.parse(line) as { minute_ms: number }).minute_ms / 60_000);
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 2_199 }, (_, index) => index + 1));
  });
});
