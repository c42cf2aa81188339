// `npm run rebuild`: writes the tables anew from the journal, while the platform is stopped. A journal that was cut is
// continued from its snapshot; with `--from-archive` everything is written from batch 1, out of the archive.
import { parseArgs } from 'node:util';
import { BadSetting } from './bad-setting.ts';
import { existingJournal, type PrintLine, runCommand } from './command-line.ts';
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

const SHARD = 0;

export async function rebuild(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  printLine: PrintLine,
): Promise<void> {
  const isFromArchive = readArguments(args);
  const config = readConfig(env);
  const { archiveFolder } = config;
  const journalAt = existingJournal(config);
  const directory = await lockDataDirectory(config.dataFolder);
  try {
    const { database } = await openStore(config);
    const journal = await openJournal(journalAt, SHARD, () => undefined);
    try {
      // Opening takes the shard over: a desk that still runs somewhere is fenced off before its tables are changed.
      const tail = await journal.open();
      printLine(`The journal ends at batch ${tail.batch}.`);
      const records = await openRecords(journalAt, database, SHARD);
      const { products } = shadowParts;
      const where = { database, records, shard: SHARD, products, archiveFolder };
      const restoreBase = isFromArchive ? undefined : await findRestore(where);
      const { from, batch, events } = await rebuildTables({
        database,
        journal: isFromArchive ? await checkedArchive(archiveFolder, journal, printLine) : journal,
        shard: SHARD,
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

/** True with `--from-archive`. Anything else is an error, and the tables are not changed. */
function readArguments(args: readonly string[]): boolean {
  const options = { 'from-archive': { type: 'boolean', default: false } } as const;
  try {
    return parseArgs({ args: [...args], options }).values['from-archive'];
  } catch (fault) {
    throw new BadSetting(`${(fault as Error).message}\nusage: npm run rebuild [-- --from-archive]`);
  }
}

/** Everything is read once before the tables are emptied: a part that is missing or damaged leaves them as they are. */
async function checkedArchive(
  archiveFolder: string,
  journal: Journal,
  printLine: PrintLine,
): Promise<Pick<Journal, 'read'>> {
  const segments = openPackedFolder(segmentsIn(archiveFolder));
  const read = () => readFromArchive(segments, SHARD, journal);
  printLine(`Checking the archive in ${archiveFolder}…`);
  for await (const { batch } of read()) if (batch % 100_000 === 0) printLine(`  batch ${batch}`);
  return { read };
}

if (process.argv[1] === import.meta.filename)
  runCommand((printLine) => rebuild(process.env, process.argv.slice(2), printLine));
