// Old records of the journal in compressed files: the same lines, so that the chain of hashes can be followed from batch
// 1 through them into the journal that is in use. The platform itself does not read them.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DamagedJournal, type Journal } from './journal.ts';
import { namesIn, removeUnfinished, saveFile, unpacked } from './packed-file.ts';
import { type ClosedBatch, FIRST_HASH, openBatch, type SealedBatch } from './record.ts';
import { createTaker, type FoundRecord } from './segment.ts';
import type { StoredRecords } from './stored-records.ts';

export interface ArchivedPart {
  readonly first: number;
  readonly last: number;
  readonly path: string;
}

/** Where an archive keeps its parts of the journal. */
export const segmentsIn = (archive: string): string => join(archive, 'journal');

const digits = (batch: number) => String(batch).padStart(12, '0');
const NAME = /^(\d+)-(\d{12,})-(\d{12,})\.log\.zst$/;

/** The oldest first. */
export async function listArchive(folder: string, shard: number): Promise<readonly ArchivedPart[]> {
  const parts: ArchivedPart[] = [];
  for (const name of await namesIn(folder)) {
    const [, owner, first, last] = NAME.exec(name) ?? [];
    if (Number(owner) === shard)
      parts.push({ first: Number(first), last: Number(last), path: join(folder, name) });
  }
  return parts.sort((a, b) => a.first - b.first || a.last - b.last);
}

/** The places between which a process may die; a test stops it at each of them. */
export type ArchiveStep = 'written' | 'renamed' | 'removed';

/**
 * Moves all records before this batch into the archive, as far as they fill whole parts. A part leaves the journal only
 * after its file was read back from under its name. Whoever is killed in between goes on the next time.
 */
export async function archiveJournal(options: {
  readonly records: StoredRecords;
  readonly folder: string;
  readonly shard: number;
  readonly before: number;
  readonly isStopped?: () => boolean;
  readonly onStep?: (step: ArchiveStep) => void;
}): Promise<{ readonly batches: number }> {
  const { records, folder, shard, before, isStopped = () => false, onStep } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeUnfinished(folder);
  let batches = 0;
  while (!isStopped()) {
    const oldest = await records.oldest(before);
    if (oldest === undefined) break;
    const known = (await listArchive(folder, shard)).find(
      ({ first, last }) => first <= oldest.first && oldest.first <= last && last < before,
    );
    const part = known ?? {
      first: oldest.first,
      last: oldest.last,
      path: join(folder, `${shard}-${digits(oldest.first)}-${digits(oldest.last)}.log.zst`),
    };
    if (known === undefined) {
      await saveFile(part.path, oldest.lines(), async () => onStep?.('written'));
      onStep?.('renamed');
    }
    await checkPart(part, shard, await records.find(part.last + 1));
    await records.removeUpTo(part.last);
    onStep?.('removed');
    batches += part.last - oldest.first + 1;
  }
  return { batches };
}

/** Every record by its own hash, all of them in order, and the next one of the journal as the one after them. */
async function checkPart(part: ArchivedPart, shard: number, next: ClosedBatch | undefined): Promise<void> {
  let expected = part.first;
  let hash: string | undefined;
  for await (const record of recordsIn(part.path)) {
    if (record.batch !== expected || record.shard !== shard)
      throw new DamagedJournal(`${part.path} has batch ${record.batch} instead of ${expected}`);
    expected += 1;
    hash = record.hash;
  }
  if (expected !== part.last + 1) throw new DamagedJournal(`${part.path} ends before batch ${part.last}`);
  if (next === undefined || next.previous !== hash)
    throw new DamagedJournal(`batch ${part.last + 1} of the journal does not follow ${part.path}`);
}

/** The records of one archived file, each checked by its hash and by the one before it. */
export async function* recordsIn(path: string): AsyncGenerator<ClosedBatch> {
  const { take, isTorn } = createTaker(path, undefined);
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of unpacked(path)) {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const found: FoundRecord[] = [];
    rest = rest.subarray(take(rest, 0, found));
    for (const { record } of found) yield record;
  }
  if (isTorn() || rest.length > 0) throw new DamagedJournal(`${path} is damaged`);
}

/** The whole history from its first batch: what is archived, and then the journal that is in use. */
export async function* readFromArchive(
  folder: string,
  shard: number,
  journal: Pick<Journal, 'read'>,
): AsyncGenerator<SealedBatch> {
  let at: { readonly batch: number; readonly hash: string } = { batch: 0, hash: FIRST_HASH };
  for (const part of await listArchive(folder, shard)) {
    if (part.last <= at.batch) continue;
    for await (const record of recordsIn(part.path)) {
      // Parts may overlap when one of them was moved away for a while.
      if (record.batch <= at.batch) continue;
      if (record.batch !== at.batch + 1 || record.previous !== at.hash)
        throw new DamagedJournal(`${part.path}: batch ${record.batch} does not follow batch ${at.batch}`);
      yield openBatch(record);
      at = record;
    }
  }
  yield* journal.read(at);
}
