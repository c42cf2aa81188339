// `npm run rebuild`: writes the tables anew from the journal, while the platform is stopped. A journal that was cut is
// continued from its snapshot; with `--from-archive` everything is written from batch 1, out of the archive. One shard is
// written, 0 unless `--shard` names another.
import { parseArgs } from 'node:util';
import { BadSetting } from './bad-setting.ts';
import { existingJournal, type PrintLine, readShard, runCommand, SHARD_OPTION } from './command-line.ts';
import { readConfig } from './config.ts';
import { lockDataDirectory } from './data-directory.ts';
import { openStore } from './db/open-store.ts';
import { openJournal, openRecords } from './desk/open-desk.ts';
import { readFromArchive, segmentsIn } from './journal/archive.ts';
import type { Journal } from './journal/journal.ts';
import { openPackedFolder } from './journal/packed-file.ts';
import { findRestore } from './shadow/base-snapshot.ts';
import { rebuildTables } from './shadow/rebuild-tables.ts';
import { shadowParts } from './shadow-products.ts';

export async function rebuild(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  printLine: PrintLine,
): Promise<void> {
  const { shard, isFromArchive } = readArguments(args);
  const config = readConfig(env);
  const { archiveFolder } = config;
  const journalAt = existingJournal(config);
  const directory = await lockDataDirectory(config.dataFolder);
  try {
    const { database } = await openStore(config);
    const journal = await openJournal(journalAt, shard, () => undefined);
    try {
      // Opening takes the shard over: a desk that still runs somewhere is fenced off before its tables are changed.
      const tail = await journal.open();
      printLine(`The journal ends at batch ${tail.batch}.`);
      const records = await openRecords(journalAt, database, shard);
      const { products } = shadowParts;
      const where = { database, records, shard, products, archiveFolder };
      const restoreBase = isFromArchive ? undefined : await findRestore(where);
      const { from, batch, events } = await rebuildTables({
        database,
        journal: isFromArchive ? await checkedArchive({ archiveFolder, shard, journal }, printLine) : journal,
        shard,
        products,
        restoreBase,
        onProgress: (written) => printLine(`  batch ${written} of ${tail.batch}`),
      });
      const after = from === 0 ? 'from batch 1' : `from the snapshot of batch ${from}`;
      printLine(`Done: the tables were written anew ${after} to batch ${batch}, with ${events} events.`);
    } finally {
      await journal.close();
      await database.close();
    }
  } finally {
    directory.release();
  }
}

/** Anything else is an error, and the tables are not changed. */
function readArguments(args: readonly string[]): {
  readonly shard: number;
  readonly isFromArchive: boolean;
} {
  const options = { ...SHARD_OPTION, 'from-archive': { type: 'boolean', default: false } } as const;
  try {
    const { shard, 'from-archive': isFromArchive } = parseArgs({ args: [...args], options }).values;
    return { shard: readShard(shard), isFromArchive };
  } catch (fault) {
    const usage = 'usage: npm run rebuild [-- [--from-archive] [--shard 0]]';
    throw new BadSetting(`${(fault as Error).message}\n${usage}`);
  }
}

/** Everything is read once before the tables are emptied: a part that is missing or damaged leaves them as they are. */
async function checkedArchive(
  {
    archiveFolder,
    shard,
    journal,
  }: { readonly archiveFolder: string; readonly shard: number; readonly journal: Journal },
  printLine: PrintLine,
): Promise<Pick<Journal, 'read'>> {
  const segments = openPackedFolder(segmentsIn(archiveFolder));
  const read = () => readFromArchive(segments, shard, journal);
  printLine(`Checking the archive in ${archiveFolder}…`);
  for await (const { batch } of read()) if (batch % 100_000 === 0) printLine(`  batch ${batch}`);
  return { read };
}

if (process.argv[1] === import.meta.filename)
  runCommand((printLine) => rebuild(process.env, process.argv.slice(2), printLine));
