import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiveJournal, readFromArchive } from './archive.ts';
import { openDisk } from './disk.ts';
import { openFileJournal } from './file-journal.ts';
import type { Journal } from './journal.ts';
import { openPackedFolder } from './packed-file.ts';
import { seal } from './record.ts';
import { openStoredFiles, type StoredRecords } from './stored-records.ts';

let folder: string;
let journal: Journal;
let records: StoredRecords;

/** Five batches, each in a file of its own. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'maru-archive-'));
  const disk = await openDisk(join(folder, 'journal'));
  journal = openFileJournal(disk, 0, 1);
  let { hash, epoch } = await journal.open();
  for (let batch = 2; batch <= 5; batch += 1) {
    const sealed = seal({ shard: 0, batch, epoch, previous: hash, events: [] });
    await journal.append(sealed);
    ({ hash, epoch } = sealed);
  }
  records = openStoredFiles(disk, 0);
});

afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a file of records that were copied wrongly is not added to the archive, and the next pass copies them again', async () => {
  const damaged: StoredRecords = {
    ...records,
    async oldest(before) {
      const part = await records.oldest(before);
      if (part === undefined) return undefined;
      return {
        ...part,
        async *lines() {
          for await (const bytes of part.lines()) yield Buffer.from(bytes).fill(0x30, 100, 101);
        },
      };
    },
  };
  const archive = { folder: openPackedFolder(join(folder, 'archive')), shard: 0, before: 4 };
  await expect(archiveJournal({ ...archive, records: damaged })).rejects.toThrow('damaged');
  expect(await archive.folder.list()).toEqual([]);
  expect(await records.first()).toBe(1);
  expect(await archiveJournal({ ...archive, records })).toEqual({ batches: 3 });
  expect(readdirSync(join(folder, 'journal'))).toHaveLength(2);
  const all: number[] = [];
  for await (const { batch } of readFromArchive(archive.folder, 0, journal)) all.push(batch);
  expect(all).toEqual([1, 2, 3, 4, 5]);
});
