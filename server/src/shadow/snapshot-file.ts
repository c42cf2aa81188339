// A snapshot as a file: compressed lines, the first with what it is a snapshot of, then a line for each row, the last
// with a hash of all lines before it.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { PackedFile, PackedFolder } from '../journal/packed-file.ts';
import type { ClosedBatch } from '../journal/record.ts';
import type { StoredRecords } from '../journal/stored-records.ts';
import type { Cutoffs } from './cutoffs.ts';

export interface SnapshotHead {
  readonly version: 1;
  readonly shard: number;
  /** The batch whose state this is, and its hash: the snapshot belongs to this journal and no other. */
  readonly batch: number;
  readonly hash: string;
  /** The digest of the journal's record. Records of early versions have none. */
  readonly digest: string | undefined;
  readonly eventId: number;
  readonly atMs: number;
  readonly cutoffs: Cutoffs;
  readonly columns: Readonly<Record<string, readonly string[] | undefined>>;
}

/** The file is not what was written, or not for these tables. It must not be used. */
export class BadSnapshot extends Error {
  override name = 'BadSnapshot';
}

export interface SnapshotRow {
  readonly table: string;
  /** One row as JSON. Its numbers have more places than a float can hold, so it is read by the database only. */
  readonly json: string;
}

/** Where an archive keeps its snapshots. */
export const snapshotsIn = (archive: string): string => join(archive, 'snapshots');

const END = 'end';
const nameOf = (shard: number, batch: number) => `${shard}-${String(batch).padStart(12, '0')}.rows.zst`;
const NAME = /^(\d+)-(\d{12,})\.rows\.zst$/;

export interface SnapshotPlace {
  readonly batch: number;
  readonly file: PackedFile;
}

/** All snapshots of a shard, the oldest first. A folder that does not exist has none. */
export async function listSnapshots(folder: PackedFolder, shard: number): Promise<readonly SnapshotPlace[]> {
  const places: SnapshotPlace[] = [];
  for (const file of await folder.list()) {
    const [, owner, batch] = NAME.exec(file.name) ?? [];
    if (Number(owner) === shard) places.push({ batch: Number(batch), file });
  }
  return places.sort((a, b) => a.batch - b.batch);
}

/** The file gets its name only when everything is on the medium. */
export async function saveSnapshot(
  folder: PackedFolder,
  head: SnapshotHead,
  rows: AsyncIterable<readonly SnapshotRow[]>,
): Promise<SnapshotPlace> {
  const file = await folder.save(nameOf(head.shard, head.batch), linesOf(head, rows));
  return { batch: head.batch, file };
}

async function* linesOf(
  head: SnapshotHead,
  rows: AsyncIterable<readonly SnapshotRow[]>,
): AsyncGenerator<Buffer> {
  const checksum = createHash('sha256');
  const hashed = (text: string): Buffer => {
    const bytes = Buffer.from(text);
    checksum.update(bytes);
    return bytes;
  };
  yield hashed(`${JSON.stringify(head)}\n`);
  for await (const some of rows) {
    if (some.length > 0) yield hashed(some.map(({ table, json }) => `${table} ${json}\n`).join(''));
  }
  yield Buffer.from(`${END} ${checksum.digest('hex')}\n`);
}

/**
 * The head, and after it the rows in portions. Reading to the end without an error means the file is as written:
 * otherwise it throws `BadSnapshot`, at the end at the latest.
 */
export async function* readSnapshot(file: PackedFile): AsyncGenerator<SnapshotHead | readonly SnapshotRow[]> {
  const { path } = file;
  const checksum = createHash('sha256');
  let head: SnapshotHead | undefined;
  let end: string | undefined;
  try {
    for await (const lines of wholeLines(file.read())) {
      const rows: SnapshotRow[] = [];
      // One call for many lines: a call costs more than hashing a line does.
      const hashed: string[] = [];
      for (const line of lines) {
        if (end !== undefined) throw new BadSnapshot(`${path} goes on after its end`);
        if (line.startsWith(`${END} `)) {
          end = line.slice(END.length + 1);
          continue;
        }
        hashed.push(line);
        if (head === undefined) {
          head = headOf(line, path);
          yield head;
          continue;
        }
        const space = line.indexOf(' ');
        rows.push({ table: line.slice(0, space), json: line.slice(space + 1) });
      }
      if (hashed.length > 0) checksum.update(`${hashed.join('\n')}\n`);
      if (rows.length > 0) yield rows;
    }
  } catch (fault) {
    throw fault instanceof BadSnapshot
      ? fault
      : new BadSnapshot(`${path} cannot be read: ${String(fault)}`, { cause: fault });
  }
  if (end === undefined || end !== checksum.digest('hex'))
    throw new BadSnapshot(`${path} is damaged: its rows are not what its last line says`);
}

function headOf(line: string, path: string): SnapshotHead {
  const head = JSON.parse(line) as SnapshotHead;
  if (head.version !== 1) throw new BadSnapshot(`${path} has version ${String(head.version)}, not 1`);
  return head;
}

async function* wholeLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  const text = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + text.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
  if (rest !== '') throw new BadSnapshot('the last line is not complete');
}

/** Reads only the first line. */
export async function readHead(file: PackedFile): Promise<SnapshotHead> {
  for await (const part of readSnapshot(file)) if ('version' in part) return part;
  throw new BadSnapshot(`${file.path} is empty`);
}

/** Reads all of it and throws `BadSnapshot` unless it is whole. */
export async function checkSnapshot(file: PackedFile): Promise<SnapshotHead> {
  let head: SnapshotHead | undefined;
  for await (const part of readSnapshot(file)) if ('version' in part) head = part;
  if (head === undefined) throw new BadSnapshot(`${file.path} is empty`);
  return head;
}

/** The journal's record of the snapshot's batch. Throws when the snapshot is of another journal. */
export async function findOwnRecord(
  { path }: PackedFile,
  { batch, hash }: SnapshotHead,
  findRecord: StoredRecords['find'],
): Promise<ClosedBatch> {
  const record = await findRecord(batch);
  if (record?.hash === hash) return record;
  throw new BadSnapshot(`${path} belongs to another journal: batch ${batch} is not the same there`);
}
