// What `npm run rebuild` and `npm run verify-archive` refuse, and that a refusal loses nothing.

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from './db/open-store.ts';
import { layDatabase } from './db/testing.ts';
import { openDesk } from './desk/open-desk.ts';
import { openPlayers, untilCaughtUp } from './desk/testing.ts';
import { archiveJournal, listArchive, segmentsIn } from './journal/archive.ts';
import { openDisk } from './journal/disk.ts';
import { openPackedFolder } from './journal/packed-file.ts';
import { openStoredFiles } from './journal/stored-records.ts';
import { rebuild } from './rebuild.ts';
import { shadowParts } from './shadow-products.ts';
import { verifyArchive } from './verify-archive.ts';

let folder: string;
let env: Readonly<Record<string, string>>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'maru-rebuild-'));
  env = { DATA_DIR: folder };
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const journalFolder = () => join(folder, 'journal');
const segments = () => openPackedFolder(segmentsIn(join(folder, 'archive')));

/** Eight accounts, and all but the last records of the journal in the archive. */
async function makeData(): Promise<void> {
  layDatabase(folder);
  const { database } = await openStore({ databaseUrl: undefined, dataFolder: folder });
  const { desk } = await openDesk({
    shard: 0,
    shadowParts,
    database,
    journalAt: { folder: journalFolder(), segmentBytes: 1 },
    onDurable: () => undefined,
    onHalt: () => undefined,
    onTransientError: () => undefined,
  });
  const players = await openPlayers(desk, 8);
  await untilCaughtUp(desk, players);
  await desk.stop();
  await database.close();
  const disk = await openDisk(journalFolder());
  await archiveJournal({ records: openStoredFiles(disk, 0), folder: segments(), shard: 0, before: 5 });
  await disk.close();
}

async function countAccounts(): Promise<number | undefined> {
  const { database } = await openStore({ databaseUrl: undefined, dataFolder: folder });
  const [row] = await database.transaction((tx) =>
    tx.query<{ count: number }>('select count(*)::int as count from account'),
  );
  await database.close();
  return row?.count;
}

test('an incomplete archive is refused by name, and the tables stay as they are', async () => {
  await makeData();
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const [, part] = await listArchive(segments(), 0);
  const away = join(folder, 'away');
  renameSync(part!.file.path, away);
  await expect(rebuild(env, ['--from-archive'], say)).rejects.toThrow('put back what was moved away');
  await expect(verifyArchive(env, [], say)).rejects.toThrow('put back what was moved away');
  expect(await countAccounts()).toBe(8);
  renameSync(away, part!.file.path);
  await expect(rebuild(env, [], say)).rejects.toThrow('has no snapshot from there on');
  await expect(verifyArchive(env, [], say)).rejects.toThrow('has no snapshot after batch');
  expect(await countAccounts()).toBe(8);
  await rebuild(env, ['--from-archive'], say);
  expect(said.at(-1)).toMatch(
    /^Done: the tables were written anew from batch 1 to batch \d+, with 8 events\.$/,
  );
  expect(await countAccounts()).toBe(8);
});

test('an unknown argument and a folder without a journal are refused, and nothing is created', async () => {
  const say = () => undefined;
  await expect(rebuild(env, ['--from-archve'], say)).rejects.toThrow('usage: npm run rebuild');
  await expect(rebuild(env, [], say)).rejects.toThrow('there is no journal in');
  await expect(verifyArchive(env, [], say)).rejects.toThrow('there is no journal in');
  expect(existsSync(journalFolder())).toBe(false);
});

test.each(['256', '-1', 'one', ''])('%j is refused as the number of a shard', async (shard) => {
  const say = () => undefined;
  await expect(rebuild(env, [`--shard=${shard}`], say)).rejects.toThrow('a number from 0 to 255');
  await expect(verifyArchive(env, [`--shard=${shard}`], say)).rejects.toThrow('a number from 0 to 255');
});

test('the journal of one shard is not taken for that of another', async () => {
  await makeData();
  await expect(rebuild(env, ['--shard', '1'], () => undefined)).rejects.toThrow('belongs to another shard');
  expect(await countAccounts()).toBe(8);
});
