// What the commands of an operator share (`npm run rebuild`, `npm run verify-archive`): where they find the journal, and
// how they end.
import { existsSync } from 'node:fs';
import { SHARDS } from '@maru/engine/shard';
import { BadSetting } from './bad-setting.ts';
import { type Config, journalPlace } from './config.ts';
import { DirectoryInUse } from './data-directory.ts';
import type { JournalPlace } from './desk/open-desk.ts';
import { DamagedJournal } from './journal/journal.ts';
import { FolderNotPrivate } from './private-folder.ts';
import { BadSnapshot } from './shadow/snapshot-file.ts';

/** Which shard an operator means, as an option of a command. */
export const SHARD_OPTION = { shard: { type: 'string', default: '0' } } as const;

export function readShard(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) < SHARDS) return Number(text);
  throw new BadSetting(`--shard is a number from 0 to ${SHARDS - 1}, not ${text}`);
}

export type PrintLine = (line: string) => void;

/** A command must not begin a new journal in a wrong folder. */
export function existingJournal(config: Config): JournalPlace {
  const at = journalPlace(config);
  if ('folder' in at && !existsSync(at.folder))
    throw new BadSetting(`there is no journal in ${at.folder}: is DATA_DIR right?`);
  return at;
}

/** Errors about which the operator can do something: the message is enough. */
const EXPECTED = [BadSetting, DirectoryInUse, FolderNotPrivate, DamagedJournal, BadSnapshot];

export function runCommand(command: (printLine: PrintLine) => Promise<void>): void {
  command((line) => process.stdout.write(`${line}\n`)).then(
    () => process.exit(0),
    (fault: unknown) => {
      const { message, stack = String(fault) } = fault as Error;
      process.stderr.write(`${EXPECTED.some((kind) => fault instanceof kind) ? message : stack}\n`);
      process.exit(1);
    },
  );
}
