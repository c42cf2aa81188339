// `npm run rebuild`: the tables written anew from the journal, while the platform is stopped.
import { join } from 'node:path';
import { BadSetting, readConfig } from './config.ts';
import { DirectoryInUse, takeDataDirectory } from './data-directory.ts';
import { openStore } from './db/open-store.ts';
import { openJournal } from './desk/open-desk.ts';
import { FolderNotPrivate } from './private-folder.ts';
import { rebuildTables } from './shadow/rebuild-tables.ts';

async function rebuild(): Promise<void> {
  const config = readConfig(process.env);
  const directory = await takeDataDirectory(config.dataFolder);
  const { database } = await openStore(config);
  const journalAt =
    config.databaseUrl === undefined
      ? { folder: join(config.dataFolder, 'journal') }
      : { url: config.databaseUrl };
  const journal = await openJournal(journalAt, 0, () => undefined);
  // Opening takes the shard over: a desk that still runs somewhere is fenced before its tables are touched.
  const tail = await journal.open();
  process.stdout.write(`The journal ends at batch ${tail.batch}. Writing its tables anew…\n`);
  const { batches, events } = await rebuildTables({
    database,
    journal,
    shard: 0,
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
      fault instanceof BadSetting || fault instanceof DirectoryInUse || fault instanceof FolderNotPrivate;
    process.stderr.write(`${expected ? fault.message : String((fault as Error).stack ?? fault)}\n`);
    process.exit(1);
  },
);
