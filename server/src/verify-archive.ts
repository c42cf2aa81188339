// `npm run verify-archive`: follows the chain of hashes from batch 1 through the archive into the journal that is in use,
// and reads every snapshot. It writes nothing, so the platform may run meanwhile.
import { existingJournal, type PrintLine, runCommand } from './command-line.ts';
import { readConfig } from './config.ts';
import { openJournal } from './desk/open-desk.ts';
import { listArchive, readFromArchive, segmentsIn } from './journal/archive.ts';
import { openPackedFolder } from './journal/packed-file.ts';
import { BadSnapshot, checkSnapshot, listSnapshots, snapshotsIn } from './shadow/snapshot-file.ts';

const SHARD = 0;

export async function verifyArchive(
  env: Readonly<Record<string, string | undefined>>,
  printLine: PrintLine,
): Promise<void> {
  const config = readConfig(env);
  const { archiveFolder } = config;
  const journalAt = existingJournal(config);
  const segments = openPackedFolder(segmentsIn(archiveFolder));
  const parts = await listArchive(segments, SHARD);
  const snapshots = await listSnapshots(openPackedFolder(snapshotsIn(archiveFolder)), SHARD);
  const hashes = new Map(snapshots.map(({ batch }) => [batch, '']));
  const journal = await openJournal(journalAt, SHARD, () => undefined);
  let last = 0;
  try {
    for await (const { batch, hash } of readFromArchive(segments, SHARD, journal)) {
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

if (process.argv[1] === import.meta.filename)
  runCommand((printLine) => verifyArchive(process.env, printLine));
