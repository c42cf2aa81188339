// One file of the journal: a line for each record, read whole or from a place on.
import { crc32 } from 'node:zlib';
import type { Disk } from './disk.ts';
import { DamagedJournal } from './journal.ts';
import type { Place } from './places.ts';
import { type ClosedBatch, checkBatch } from './record.ts';

const text = new TextDecoder('utf-8', { fatal: true });
const NEWLINE = 10;
const SPACE = 32;
const READ_BYTES = 64 * 1024;

/** `checksum hash body`: the checksum distinguishes a torn line from a whole one without knowing what came before. */
export function lineOf(batch: Pick<ClosedBatch, 'hash' | 'body'>): Buffer {
  const rest = `${batch.hash} ${batch.body}`;
  return Buffer.from(`${crc32(rest).toString(16).padStart(8, '0')} ${rest}\n`);
}

export interface PlacedRecord {
  readonly record: ClosedBatch;
  /** Where the next record begins. */
  readonly end: number;
}

/** All whole records of a file. Bad bytes at its very end are a torn tail; a whole record after them means damage. */
export function scanSegment(bytes: Uint8Array, name: string): readonly PlacedRecord[] {
  const records: PlacedRecord[] = [];
  createRecordReader(name, undefined).addRecords(bytes, 0, records);
  return records;
}

/**
 * A file a few dozen kilobytes at a time: for the next few records a caller does not wait for the whole of it. `end`
 * is how far it is known to be durable.
 */
export async function* readPortions(
  disk: Pick<Disk, 'read'>,
  name: string,
  {
    from = 0,
    end = () => Infinity,
  }: { readonly from?: number | undefined; readonly end?: () => number } = {},
): AsyncGenerator<Uint8Array> {
  for (let at = from; at < end(); ) {
    const portion = await disk.read(name, { from: at, length: Math.min(READ_BYTES, end() - at) });
    if (portion.length === 0) return;
    yield portion;
    at += portion.length;
  }
}

/** The same records from portions of a file, which may begin at a place in it. `onTorn`: bad bytes at the very end. */
export async function* readRecords(
  portions: AsyncIterable<Uint8Array>,
  { name, from, onTorn }: { readonly name: string; readonly from?: Place | undefined; onTorn?(): void },
): AsyncGenerator<PlacedRecord> {
  const { addRecords, isTorn } = createRecordReader(name, from);
  let bytes: Uint8Array = new Uint8Array(0);
  let offset = from?.offset ?? 0;
  for await (const portion of portions) {
    bytes = bytes.length === 0 ? portion : Buffer.concat([bytes, portion]);
    const records: PlacedRecord[] = [];
    const consumed = addRecords(bytes, offset, records);
    yield* records;
    bytes = bytes.subarray(consumed);
    offset += consumed;
  }
  if (isTorn() || bytes.length > 0) onTorn?.();
}

/** Takes the records out of bytes that arrive in portions, and checks that each follows the one before it. */
function createRecordReader(name: string, after: Pick<Place, 'batch' | 'hash'> | undefined) {
  let previous: { readonly batch: number; readonly hash: string; readonly epoch?: number } | undefined =
    after;
  let torn = false;

  /** Adds the records of all whole lines and returns how many bytes they took. */
  function addRecords(bytes: Uint8Array, offset: number, records: PlacedRecord[]): number {
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(NEWLINE, start);
      if (end === -1) return start;
      const record = readLine(bytes.subarray(start, end));
      start = end + 1;
      if (record === undefined) {
        torn = true;
        continue;
      }
      if (torn) throw new DamagedJournal(`${name} is damaged before its end`);
      const follows =
        previous === undefined ||
        (record.batch === previous.batch + 1 &&
          record.previous === previous.hash &&
          record.epoch >= (previous.epoch ?? 0));
      if (!follows) throw new DamagedJournal(`the chain breaks at batch ${record.batch} of ${name}`);
      previous = record;
      records.push({ record, end: offset + start });
    }
  }

  return { addRecords, isTorn: () => torn };
}

function readLine(bytes: Uint8Array): ClosedBatch | undefined {
  if (bytes.length < 8 + 1 + 64 + 1 || bytes[8] !== SPACE) return undefined;
  const rest = bytes.subarray(9);
  let sum: string;
  let body: string;
  try {
    sum = text.decode(bytes.subarray(0, 8));
    if (crc32(rest).toString(16).padStart(8, '0') !== sum) return undefined;
    body = text.decode(rest);
  } catch {
    return undefined;
  }
  return checkBatch({ hash: body.slice(0, 64), body: body.slice(65) });
}
