// Old records of the journal in compressed files: the same lines, so that the chain of hashes can be checked from
// batch 1 through them into the current journal. The platform itself does not read them.
import { join } from 'node:path';
import { DamagedJournal, type Journal } from './journal.ts';
import type { PackedFile, PackedFolder } from './packed-file.ts';
import { type ClosedBatch, FIRST_HASH, openBatch, type SealedBatch } from './record.ts';
import { type PlacedRecord, readRecords } from './segment.ts';
import type { StoredRecords } from './stored-records.ts';

export interface ArchivedPart {
  readonly first: number;
  readonly last: number;
  readonly file: PackedFile;
}

/** Where an archive keeps its parts of the journal. */
export const segmentsIn = (archive: string): string => join(archive, 'journal');

const digits = (batch: number) => String(batch).padStart(12, '0');
const NAME = /^(\d+)-(\d{12,})-(\d{12,})\.log\.zst$/;

/** Ordered from the oldest. */
export async function listArchive(folder: PackedFolder, shard: number): Promise<readonly ArchivedPart[]> {
  const parts: ArchivedPart[] = [];
  for (const file of await folder.list()) {
    const [, owner, first, last] = NAME.exec(file.name) ?? [];
    if (Number(owner) === shard) parts.push({ first: Number(first), last: Number(last), file });
  }
  return parts.sort((a, b) => a.first - b.first || a.last - b.last);
}

/** The steps after which a process may be killed; a test stops it after each of them. */
export type ArchiveStep = 'written' | 'renamed' | 'removed';

/**
 * Moves all records before this batch into the archive, as far as they fill whole parts. A part is removed from the
 * journal only after its file was read back, and a file that cannot be read back never gets its name. After a kill in
 * between the next call continues.
 */
export async function archiveJournal(options: {
  readonly records: StoredRecords;
  readonly folder: PackedFolder;
  readonly shard: number;
  readonly before: number;
  readonly onStep?: ((step: ArchiveStep) => void) | undefined;
}): Promise<{ readonly batches: number }> {
  const { records, folder, shard, before, onStep } = options;
  await folder.prepare();
  let batches = 0;
  for (;;) {
    const oldest = await records.oldest(before);
    if (oldest === undefined) return { batches };
    const { first } = oldest;
    const known = (await listArchive(folder, shard)).find(
      (part) => part.first <= first && first <= part.last && part.last < before,
    );
    const last = known?.last ?? oldest.last;
    const next = await records.find(last + 1);
    if (known !== undefined) await checkPart(known, shard, next);
    else {
      const name = `${shard}-${digits(first)}-${digits(last)}.log.zst`;
      await folder.save(name, oldest.lines(), async (file) => {
        onStep?.('written');
        await checkPart({ first, last, file }, shard, next);
      });
      onStep?.('renamed');
    }
    await records.removeUpTo(last);
    onStep?.('removed');
    batches += last - first + 1;
  }
}

/** Checks the hash of every record, their order, and that the journal's next record follows them. */
async function checkPart(part: ArchivedPart, shard: number, next: ClosedBatch | undefined): Promise<void> {
  const { path } = part.file;
  let expected = part.first;
  let hash: string | undefined;
  for await (const { record } of archivedRecords(part.file)) {
    if (record.batch !== expected || record.shard !== shard)
      throw new DamagedJournal(`${path} has batch ${record.batch} instead of ${expected}`);
    expected += 1;
    hash = record.hash;
  }
  if (expected !== part.last + 1) throw new DamagedJournal(`${path} ends before batch ${part.last}`);
  if (next === undefined || next.previous !== hash)
    throw new DamagedJournal(`batch ${part.last + 1} of the journal does not follow ${path}`);
}

/** The records of one archived file, each checked by its hash and by the one before it. */
const archivedRecords = (file: PackedFile): AsyncGenerator<PlacedRecord> =>
  readRecords(readable(file), {
    name: file.path,
    onTorn() {
      throw new DamagedJournal(`${file.path} is damaged`);
    },
  });

/** An error of unpacking names the file. */
async function* readable(file: PackedFile): AsyncGenerator<Buffer> {
  try {
    yield* file.read();
  } catch (fault) {
    // An error of the decompressor does not name the file; one of the file system does.
    if (!String((fault as NodeJS.ErrnoException).code).startsWith('Z')) throw fault;
    throw new DamagedJournal(`${file.path} is damaged: ${String(fault)}`, { cause: fault });
  }
}

const PUT_BACK = 'put back what was moved away, or point ARCHIVE_DIR at it';

/** The whole history from its first batch: the archived records, and then the current journal. */
export async function* readFromArchive(
  folder: PackedFolder,
  shard: number,
  journal: Pick<Journal, 'read'>,
): AsyncGenerator<SealedBatch> {
  let at: { readonly batch: number; readonly hash: string } = { batch: 0, hash: FIRST_HASH };
  for (const part of await listArchive(folder, shard)) {
    if (part.last <= at.batch) continue;
    for await (const { record } of archivedRecords(part.file)) {
      // Parts may overlap when one of them was moved away for a while.
      if (record.batch <= at.batch) continue;
      if (record.batch !== at.batch + 1 || record.previous !== at.hash)
        throw new DamagedJournal(
          `${part.file.path}: batch ${record.batch} does not follow batch ${at.batch}: ${PUT_BACK}`,
        );
      yield openBatch(record);
      at = record;
    }
  }
  const archived = at.batch;
  let isBegun = false;
  try {
    for await (const batch of journal.read(at)) {
      isBegun = true;
      yield batch;
    }
  } catch (fault) {
    if (isBegun || !(fault instanceof DamagedJournal)) throw fault;
    throw new DamagedJournal(
      `the journal does not go on after batch ${archived}, where the archive in ${folder.path} ends: ${PUT_BACK}`,
      { cause: fault },
    );
  }
}
