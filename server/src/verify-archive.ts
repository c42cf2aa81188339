// `npm run verify-archive`: follows the chain of hashes from batch 1 through the archive into the journal that is in use,
// and reads every snapshot. It writes nothing, so the platform may run meanwhile. It reads one shard, 0 unless `--shard`
// names another.
import { parseArgs } from 'node:util';
import { BadSetting } from './bad-setting.ts';
import { existingJournal, type PrintLine, readShard, runCommand, SHARD_OPTION } from './command-line.ts';
import { readConfig } from './config.ts';
import { openJournal } from './desk/open-desk.ts';
import { listArchive, readFromArchive, segmentsIn } from './journal/archive.ts';
import { openPackedFolder } from './journal/packed-file.ts';
import { BadSnapshot, checkSnapshot, listSnapshots, snapshotsIn } from './shadow/snapshot-file.ts';

export async function verifyArchive(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  printLine: PrintLine,
): Promise<void> {
  const shard = readArguments(args);
  const config = readConfig(env);
  const { archiveFolder } = config;
  const journalAt = existingJournal(config);
  const segments = openPackedFolder(segmentsIn(archiveFolder));
  const parts = await listArchive(segments, shard);
  const snapshots = await listSnapshots(openPackedFolder(snapshotsIn(archiveFolder)), shard);
  const hashes = new Map(snapshots.map(({ batch }) => [batch, '']));
  const journal = await openJournal(journalAt, shard, () => undefined);
  let last = 0;
  try {
    for await (const { batch, hash } of readFromArchive(segments, shard, journal)) {
      last = batch;
      if (hashes.has(batch)) hashes.set(batch, hash);
    }
  } finally {
    await journal.close();
  }
  const archived = parts.at(-1)?.last ?? 0;
  printLine(`The chain of hashes is whole from batch 1 to ${last}, ${archived} of them archived.`);
  for (const { batch, file } of snapshots) {
    const head = await checkSnapshot(file);
    if (head.hash !== hashes.get(batch)) throw new BadSnapshot(`${file.path} belongs to another journal`);
  }
  if (archived > 0 && !snapshots.some(({ batch }) => batch > archived))
    throw new BadSnapshot(
      `${snapshotsIn(archiveFolder)} has no snapshot after batch ${archived}: put it back; without it only \`npm run rebuild -- --from-archive\` can write the tables anew`,
    );
  printLine(
    snapshots.length === 0
      ? 'There is no snapshot yet, and none is needed.'
      : `${snapshots.length} snapshots are whole and belong to it.`,
  );
}

function readArguments(args: readonly string[]): number {
  try {
    return readShard(parseArgs({ args: [...args], options: SHARD_OPTION }).values.shard);
  } catch (fault) {
    throw new BadSetting(`${(fault as Error).message}\nusage: npm run verify-archive [-- --shard 0]`);
  }
}

if (process.argv[1] === import.meta.filename)
  runCommand((printLine) => verifyArchive(process.env, process.argv.slice(2), printLine));
