// `npm run rebuild`: the tables written anew from the journal, while the platform is stopped. A journal that was cut is
// gone on with from its snapshot; with `--from-archive` everything is written from batch 1, out of the archive.
import { join } from 'node:path';
import { BadSetting, readConfig } from './config.ts';
import { DirectoryInUse, takeDataDirectory } from './data-directory.ts';
import { openStore } from './db/open-store.ts';
import { openJournal, openRecords } from './desk/open-desk.ts';
import { readFromArchive, segmentsIn } from './journal/archive.ts';
import { openPackedFolder } from './journal/packed-file.ts';
import { FolderNotPrivate } from './private-folder.ts';
import { findRestore } from './shadow/base-snapshot.ts';
import { rebuildTables } from './shadow/rebuild-tables.ts';
import { BadSnapshot } from './shadow/snapshot-file.ts';

async function rebuild(): Promise<void> {
  const config = readConfig(process.env);
  const isFromArchive = process.argv.includes('--from-archive');
  const { archiveFolder } = config;
  const directory = await takeDataDirectory(config.dataFolder);
  const { database } = await openStore(config);
  const journalAt =
    config.databaseUrl === undefined
      ? { folder: join(config.dataFolder, 'journal') }
      : { url: config.databaseUrl };
  const journal = await openJournal(journalAt, 0, () => undefined);
  // Opening takes the shard over: a desk that still runs somewhere is fenced before its tables are touched.
  const tail = await journal.open();
  const records = await openRecords(journalAt, database, 0);
  const restoreBase = isFromArchive
    ? undefined
    : await findRestore({ database, records, shard: 0, archiveFolder });
  const from = isFromArchive
    ? `the archive in ${archiveFolder}`
    : restoreBase === undefined
      ? 'batch 1'
      : 'its snapshot';
  process.stdout.write(`The journal ends at batch ${tail.batch}. Writing its tables anew from ${from}…\n`);
  const { batches, events } = await rebuildTables({
    database,
    journal: isFromArchive
      ? { read: () => readFromArchive(openPackedFolder(segmentsIn(archiveFolder)), 0, journal) }
      : journal,
    shard: 0,
    restoreBase,
    onProgress: (batch) => process.stdout.write(`  batch ${batch} of ${tail.batch}\n`),
  });
  await journal.close();
  await database.close();
  directory.release();
  process.stdout.write(`Done: ${events} events in ${batches} batches.\n`);
}

rebuild().then(
  () => process.exit(0),
  (fault: unknown) => {
    const expected =
      fault instanceof BadSetting ||
      fault instanceof DirectoryInUse ||
      fault instanceof FolderNotPrivate ||
      fault instanceof BadSnapshot;
    process.stderr.write(`${expected ? fault.message : String((fault as Error).stack ?? fault)}\n`);
    process.exit(1);
  },
);
