// Archiving on both databases: what is cut off can be read again, what is left is exactly what a rebuild from the
// snapshot gives, and a process that is killed in between loses nothing.

import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeBook } from '@maru/engine/describe';
import type { AnyCommand } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import { DAY_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ArchivePassOptions, type ArchiveReport, runArchivePass } from './archive-pass.ts';
import { editPacked, roundOf, rowsOf } from './archive-testing.ts';
import { emptyDatabase, keepRows, restoreRows, type TestDatabase, testDatabases } from './db/testing.ts';
import type { RunningDesk } from './desk/create-desk.ts';
import { type JournalPlace, openJournal, openRecords } from './desk/open-desk.ts';
import { everybody, hold, openPlayers, openTestDesk, refill, untilCaughtUp } from './desk/testing.ts';
import { readFromArchive, segmentsIn } from './journal/archive.ts';
import { openPackedFolder } from './journal/packed-file.ts';
import { openStoredRows } from './journal/stored-records.ts';
import { openAuditTables } from './shadow/audit-tables.ts';
import { auditAccounts, auditJournal } from './shadow/auditor.ts';
import { findAuditBase, findRestore } from './shadow/base-snapshot.ts';
import { tableNames } from './shadow/ledger-archive.ts';
import { rebuildTables } from './shadow/rebuild-tables.ts';
import { BadSnapshot, snapshotsIn } from './shadow/snapshot-file.ts';
import { shadowParts } from './shadow-products.ts';
import { verifyArchive } from './verify-archive.ts';

const START = millis(Date.parse('2026-09-01T12:00:00+09:00'));
const AFTER_MS = 31 * DAY_MS;

const { products } = shadowParts;

/** How many batches make one archived part of a table; the files of the embedded journal are small as well. */
const PART_BATCHES = 12;

describe.each(testDatabases)('archiving on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let desk: RunningDesk;
  let now: Millis;
  let players: readonly PlayerId[];
  /** The months, once they were played: how they ended, and a copy of the folder. The database has its own copy. */
  let played: { readonly report: ArchiveReport; readonly until: Millis; readonly copy: string } | undefined;

  beforeAll(async () => {
    store = await open();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'maru-archive-'));
    now = START;
    await begin();
    players = await openPlayers(desk, 5);
  });
  afterEach(async () => {
    await desk.stop();
    await emptyDatabase(store);
    await rm(folder, { recursive: true, force: true });
  });
  afterAll(async () => {
    await store.drop();
    if (played !== undefined) await rm(played.copy, { recursive: true, force: true });
  });

  const journalAt = (): JournalPlace =>
    store.url === undefined ? { folder: join(folder, 'journal'), segmentBytes: 8_000 } : { url: store.url };
  const archive = () => join(folder, 'archive');

  async function begin(): Promise<void> {
    ({ desk } = await openTestDesk(store, folder, { journalAt: journalAt(), clock: () => now }));
  }

  const records = async () =>
    store.url === undefined
      ? openRecords(journalAt(), store.database, 0)
      : openStoredRows(store.database, 0, PART_BATCHES);

  async function pass(
    onStep?: ArchivePassOptions['onStep'],
    rest: () => Promise<void> = () => Promise.resolve(),
  ): Promise<ArchiveReport> {
    return runArchivePass({
      database: store.database,
      records: await records(),
      shard: 0,
      folder: archive(),
      archiveAfterMs: AFTER_MS,
      rest,
      ...(onStep === undefined ? {} : { onStep }),
    });
  }

  async function ask(command: AnyCommand, at: Millis = now): Promise<void> {
    now = at;
    expect(await desk.submit(command)).toMatchObject({ ok: true });
  }

  async function playDay(day: number): Promise<void> {
    const from = millis(START + day * DAY_MS);
    for (const type of ['R1', 'B1'] as const)
      for (const { command, at } of roundOf(type, from, players)) await ask(command, at);
    // A player with money on hold cannot refill.
    for (const player of players.slice(1)) await ask(refill(player, String(1_000_000 + day), `day ${day}`));
    await untilCaughtUp(desk, players);
  }

  /**
   * A hold that stays open, and 45 days of which the first are old enough to be archived. They take longer than what
   * most tests do with them, so all tests but the first begin with a copy.
   */
  async function playMonths(): Promise<ArchiveReport> {
    if (played === undefined) {
      await ask(hold(players[0]!, '700'));
      for (const day of [0, 1, 9, 10, 11]) {
        await playDay(day);
        await pass();
      }
      await playDay(30);
      const report = await pass();
      await playDay(44);
      await desk.stop();
      played = { report, until: now, copy: `${folder}-copy` };
      await keepRows(store);
      await cp(folder, played.copy, { recursive: true });
    } else {
      await desk.stop();
      await restoreRows(store);
      await rm(folder, { recursive: true });
      await cp(played.copy, folder, { recursive: true });
      now = played.until;
    }
    await begin();
    return played.report;
  }

  const book = async (): Promise<string> =>
    (await desk.inspect(describeBook, everybody(desk)))?.seen ?? 'the desk is away';

  const rows = () => rowsOf(store.database, [...tableNames(products), 'shadow_mark', 'archive_mark']);

  async function rebuild(how: 'BASE' | 'ARCHIVE'): Promise<void> {
    const journal = await openJournal(journalAt(), 0, () => undefined);
    const where = {
      database: store.database,
      records: await records(),
      shard: 0,
      products,
      archiveFolder: archive(),
    };
    await rebuildTables({
      database: store.database,
      journal:
        how === 'BASE'
          ? journal
          : { read: () => readFromArchive(openPackedFolder(segmentsIn(archive())), 0, journal) },
      shard: 0,
      products,
      restoreBase: how === 'BASE' ? await findRestore(where) : undefined,
    });
    await journal.close();
  }

  test('cuts the journal and the tables, and a desk that starts loads the same book', async () => {
    expect((await playMonths()).base).toBe(0);
    const before = await book();
    const bets = (await rows())['bet']!.length;
    const report = await pass();
    expect(report.base).toBeGreaterThan(1);
    expect(report.archivedBatches).toBeGreaterThan(0);
    expect(await (await records()).first()).toBeGreaterThan(1);
    const left = await rows();
    expect(left['bet']!.length).toBeLessThan(bets);
    expect(left['hold']).toHaveLength(1);
    await desk.stop();
    await begin();
    expect(await book()).toBe(before);
    await playDay(45);
    // Nothing more is old enough.
    expect(await pass()).toMatchObject({ base: report.base, archivedBatches: 0, deletedRows: 0 });
    const env = {
      DATA_DIR: folder,
      ARCHIVE_DIR: archive(),
      ...(store.url === undefined ? {} : { DATABASE_URL: store.url }),
    };
    const said: string[] = [];
    await verifyArchive(env, [], (line) => said.push(line));
    expect(said[0]).toContain('The chain of hashes is whole from batch 1 to');
    const [part] = readdirSync(segmentsIn(archive())).toSorted();
    const path = join(segmentsIn(archive()), part!);
    editPacked(path, (text) => text.replace('"amount":"~', '"amount":"~9'));
    await expect(verifyArchive(env, [], () => undefined)).rejects.toThrow('damaged');
    await rm(path);
    await expect(verifyArchive(env, [], () => undefined)).rejects.toThrow('does not follow batch 0');
  });

  test('a rebuild from the base gives exactly the rows that were left, one from the archive all of them', async () => {
    await playMonths();
    const whole = await rows();
    await pass();
    const left = await rows();
    await desk.stop();
    await rebuild('BASE');
    expect(await rows()).toEqual(left);
    await rebuild('ARCHIVE');
    expect({ ...(await rows()), archive_mark: [], shadow_mark: [] }).toEqual({
      ...whole,
      archive_mark: [],
      shadow_mark: [],
    });
    await begin();
    // Old rows that were written back are deleted again, and only they.
    await pass();
    await untilCaughtUp(desk, players);
    const again = await rows();
    for (const table of tableNames(products)) expect(again[table]).toEqual(left[table]);
  });

  test('a snapshot has the rounds that a book still has after the platform was stopped for days', async () => {
    await playDay(0);
    await playDay(1);
    const rounds = (['R1', 'B1'] as const).map((type) => roundOf(type, millis(START + 2 * DAY_MS), players));
    for (const { at, command } of rounds.flatMap((steps) => steps.slice(0, -2))) await ask(command, at);
    now = millis(START + 6 * DAY_MS);
    for (const place of [-2, -1]) for (const steps of rounds) await ask(steps.at(place)!.command);
    await untilCaughtUp(desk, players);
    const { snapshot } = await pass();
    await playDay(44);
    expect((await pass()).base).toBe(snapshot);
    await desk.stop();
    await rebuild('BASE');
    await begin();
  });

  test('the archive is private to its owner', async () => {
    await playMonths();
    await pass();
    for (const each of [archive(), snapshotsIn(archive()), segmentsIn(archive())]) {
      expect(statSync(each).mode & 0o777).toBe(0o700);
      for (const name of readdirSync(each, { withFileTypes: true }))
        if (name.isFile()) expect(statSync(join(each, name.name)).mode & 0o777).toBe(0o600);
    }
  });

  test.each(['written', 'renamed', 'removed', 'rows'] as const)(
    'a process that dies at the step "%s" leaves a state from which the next one continues',
    async (wanted) => {
      await playMonths();
      const before = await book();
      const die = (step: string) => {
        if (step === wanted) throw new Error('killed');
      };
      await expect(pass(die)).rejects.toThrow('killed');
      await desk.stop();
      await begin();
      expect(await book()).toBe(before);
      const report = await pass();
      expect(report.base).toBeGreaterThan(1);
      const left = await rows();
      await desk.stop();
      await rebuild('BASE');
      expect((await rows())['purse']).toEqual(left['purse']);
      let batches = 0;
      const journal = await openJournal(journalAt(), 0, () => undefined);
      for await (const { batch } of readFromArchive(openPackedFolder(segmentsIn(archive())), 0, journal)) {
        batches += 1;
        expect(batch).toBe(batches);
      }
      await journal.close();
      await begin();
      expect(await book()).toBe(before);
    },
  );

  test('a process that dies between two slices of deleting leaves rows that the next one deletes', async () => {
    await playMonths();
    for (const slices of [1, 3, 5, 7]) {
      let rested = 0;
      const die = () => {
        rested += 1;
        return rested > slices ? Promise.reject(new Error('killed')) : Promise.resolve();
      };
      await pass(undefined, die).catch((fault: unknown) => expect(String(fault)).toContain('killed'));
    }
    await pass();
    const left = await rows();
    await desk.stop();
    await rebuild('BASE');
    expect(await rows()).toEqual(left);
    await begin();
  });

  const baseFile = () => join(snapshotsIn(archive()), readdirSync(snapshotsIn(archive())).toSorted()[0]!);

  /** As an attacker who knows the format of the file would: the hash at its end is correct again. */
  const editBase = (edit: (lines: string) => string) =>
    editPacked(baseFile(), (text) => {
      const lines = edit(text.slice(0, text.lastIndexOf('end ')));
      return `${lines}end ${hash('sha256', lines)}\n`;
    });

  test('a snapshot that was damaged, changed or lost is refused, and the tables stay as they are', async () => {
    await playMonths();
    await pass();
    await desk.stop();
    const left = await rows();
    const good = readFileSync(baseFile());
    const broken = Buffer.from(good);
    broken[good.length >> 1] = (broken[good.length >> 1] ?? 0) ^ 1;
    const faults: [string, () => void][] = [
      ['', () => writeFileSync(baseFile(), broken)],
      ['', () => writeFileSync(baseFile(), good.subarray(0, good.length - 40))],
      ['was changed', () => editBase((lines) => lines.replace('"balance":9', '"balance":8'))],
      ['was changed', () => editBase((lines) => lines.replace(/hold .*\n/, ''))],
      ['another journal', () => editBase((lines) => lines.replace(/"hash":"\w{4}/, '"hash":"0000'))],
      ['version 2', () => editBase((lines) => lines.replace('"version":1', '"version":2'))],
      ['no snapshot from there on', () => renameSync(baseFile(), join(folder, 'moved'))],
    ];
    for (const [message, damage] of faults) {
      const path = baseFile();
      damage();
      if (message !== 'no snapshot from there on') expect(readFileSync(path).equals(good)).toBe(false);
      else
        for (const name of readdirSync(snapshotsIn(archive()))) await rm(join(snapshotsIn(archive()), name));
      const fault: unknown = await rebuild('BASE').then(
        () => 'rebuilt',
        (thrown: unknown) => thrown,
      );
      expect(fault).toBeInstanceOf(BadSnapshot);
      expect(String(fault)).toContain(message);
      writeFileSync(path, good);
    }
    expect(await rows()).toEqual(left);
    await rebuild('BASE');
    expect(await rows()).toEqual(left);
    await begin();
  });

  test('nothing is cut off when its snapshot cannot be read', async () => {
    await playMonths();
    const names = readdirSync(snapshotsIn(archive())).toSorted();
    for (const name of names) {
      editPacked(join(snapshotsIn(archive()), name), (text) => text.replace('"balance":', '"balance":1'));
    }
    const before = await rows();
    await expect(pass()).rejects.toBeInstanceOf(BadSnapshot);
    expect(await (await records()).first()).toBe(1);
    expect(await rows()).toEqual(before);
    expect(existsSync(segmentsIn(archive()))).toBe(false);
  });

  test('no snapshot is written of tables that were edited', async () => {
    await playDay(0);
    await store.database.transaction((tx) =>
      tx.query(
        `update purse set balance = balance + case owner_id when 2 then 10 else -10 end
         where id in ('2:BINARY:free', '3:BINARY:free')`,
      ),
    );
    await expect(pass()).rejects.toThrow(/account [23] differs/);
    expect(readdirSync(snapshotsIn(archive()))).toEqual([]);
  });

  test('the auditor begins at the base and finds what was edited', async () => {
    await playMonths();
    await pass();
    const journal = await openJournal(journalAt(), 0, () => undefined);
    const stored = await records();
    const options = {
      tables: openAuditTables(store.database, 0),
      products,
      journal,
      findBase: () => findAuditBase({ records: stored, shard: 0, archiveFolder: archive() }),
      rest: () => Promise.resolve(),
      isStopped: () => false,
    };
    await auditAccounts(options);
    await auditJournal(options);
    const edit = (text: string) => store.database.transaction((tx) => tx.query(text));
    await edit('update account set digest = digest + 1 where player_id = 4');
    await expect(auditJournal(options)).rejects.toThrow(
      'account 4 and its purses are not what the journal says',
    );
    await edit('update account set digest = digest - 1 where player_id = 4');
    await edit(`update purse set balance = balance - 1 where id = 'house:1:practice:KRW'`);
    await expect(auditJournal(options)).rejects.toThrow('purse house:1:practice:KRW holds');
    await edit(`update purse set balance = balance + 1 where id = 'house:1:practice:KRW'`);
    await journal.close();
  });
});
