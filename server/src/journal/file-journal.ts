// The journal of embedded mode: checksummed, hash-chained lines in files of our own, synced before anybody is answered.
// Only one record is ever unsynced, so a crash can tear the last line and no other: a torn tail is cut, damage anywhere
// else stops the desk.
import { crc32 } from 'node:zlib';
import { assert } from '@maru/engine/assert';
import type { Disk } from './disk.ts';
import { DamagedJournal, type Journal, type Tail } from './journal.ts';
import { type ClosedBatch, checkBatch, FIRST_HASH, openBatch, type SealedBatch, seal } from './record.ts';

/** A new file is begun beyond this size, so that a restart reads one file and not the whole history. */
const SEGMENT_BYTES = 64 * 1024 * 1024;

const nameOf = (shard: number, firstBatch: number) => `${shard}-${String(firstBatch).padStart(12, '0')}.log`;
const firstBatchOf = (name: string) => Number(name.slice(name.indexOf('-') + 1, -'.log'.length));

export function openFileJournal(disk: Disk, shard: number, segmentBytes = SEGMENT_BYTES): Journal {
  let file: { readonly name: string; bytes: number } | undefined;
  let tail: Tail | undefined;

  async function segments(): Promise<readonly string[]> {
    const names = (await disk.list()).filter((name) => name.endsWith('.log')).sort();
    const foreign = names.find((name) => !name.startsWith(`${shard}-`));
    if (foreign !== undefined) throw new DamagedJournal(`${foreign} belongs to another shard`);
    return names;
  }

  async function write(batch: SealedBatch): Promise<void> {
    if (file === undefined || file.bytes >= segmentBytes) {
      const name = nameOf(shard, batch.batch);
      await disk.create(name);
      file = { name, bytes: 0 };
    }
    const line = lineOf(batch);
    await disk.append(file.name, line);
    await disk.sync(file.name);
    file.bytes += line.length;
    tail = { batch: batch.batch, hash: batch.hash, epoch: batch.epoch };
  }

  return {
    async open() {
      const known = tail;
      const names = await segments();
      let end: Tail = { batch: 0, hash: FIRST_HASH, epoch: 0 };
      file = undefined;
      // The newest file may be empty: its name was made durable before its first line. Then the one before it ends the journal.
      for (const name of names.toReversed()) {
        const bytes = await disk.read(name);
        const scan = scanSegment(bytes, name);
        let keep = scan.goodBytes;
        let { records } = scan;
        // Beyond what this process saw become durable nothing was ever answered. After a failed sync the system may
        // show bytes that are not on the medium, so they are cut rather than believed.
        if (known !== undefined && records.some((record) => record.batch > known.batch)) {
          records = records.filter((record) => record.batch <= known.batch);
          keep = records.reduce((length, record) => length + lineOf(record).length, 0);
        }
        if (keep < bytes.length) await disk.truncate(name, keep);
        else await disk.sync(name);
        file ??= { name, bytes: keep };
        const last = records.at(-1);
        if (last !== undefined) {
          end = { batch: last.batch, hash: last.hash, epoch: last.epoch };
          break;
        }
        if (firstBatchOf(name) > 1 && names.length === 1)
          throw new DamagedJournal(`${name} has lost its beginning`);
      }
      if (known !== undefined && end.batch < known.batch)
        throw new DamagedJournal('the journal is shorter than it was');
      await write(
        seal({ shard, batch: end.batch + 1, epoch: end.epoch + 1, previous: end.hash, events: [] }),
      );
      assert(tail !== undefined, 'an opened journal has a tail');
      return tail;
    },

    async append(batch) {
      assert(tail !== undefined && batch.batch === tail.batch + 1, 'batches follow each other');
      assert(batch.previous === tail.hash && batch.epoch === tail.epoch, 'a batch continues the chain');
      await write(batch);
    },

    async *read(after) {
      const names = await segments();
      let { batch, hash } = after;
      for (const [index, name] of names.entries()) {
        const next = names[index + 1];
        if (next !== undefined && firstBatchOf(next) <= batch + 1) continue;
        const scan = scanSegment(await disk.read(name), name);
        if (next !== undefined && scan.torn) throw new DamagedJournal(`${name} is damaged before its end`);
        for (const record of scan.records) {
          // The mark's own batch is read too, so that a shadow of another journal is noticed.
          if (record.batch === batch && record.hash !== hash)
            throw new DamagedJournal(`batch ${batch} is not the one marked`);
          if (record.batch <= batch) continue;
          if (record.batch !== batch + 1 || record.previous !== hash)
            throw new DamagedJournal(`the chain breaks at ${record.batch}`);
          yield openBatch(record);
          batch = record.batch;
          hash = record.hash;
        }
      }
    },

    // The lock file keeps every other process out for as long as this one lives.
    isOurs: () => true,
    close: () => disk.close(),
  };
}

const text = new TextDecoder('utf-8', { fatal: true });
const NEWLINE = 10;
const SPACE = 32;

/** `checksum hash body`: the checksum tells a torn line from a whole one without knowing what came before. */
function lineOf(batch: Pick<ClosedBatch, 'hash' | 'body'>): Buffer {
  const rest = `${batch.hash} ${batch.body}`;
  return Buffer.from(`${crc32(rest).toString(16).padStart(8, '0')} ${rest}\n`);
}

interface Scan {
  readonly records: readonly ClosedBatch[];
  readonly goodBytes: number;
  readonly torn: boolean;
}

/** All whole records of a file. Bad bytes at its very end are a torn tail; a whole record after them means damage. */
function scanSegment(bytes: Uint8Array, name: string): Scan {
  const records: ClosedBatch[] = [];
  let goodBytes = 0;
  let start = 0;
  let torn = false;
  while (start < bytes.length) {
    const end = bytes.indexOf(NEWLINE, start);
    const line = end === -1 ? undefined : readLine(bytes.subarray(start, end));
    if (line === undefined) torn = true;
    else if (torn) throw new DamagedJournal(`${name} is damaged before its end`);
    else {
      const previous = records.at(-1);
      if (
        previous &&
        (line.batch !== previous.batch + 1 || line.previous !== previous.hash || line.epoch < previous.epoch)
      ) {
        throw new DamagedJournal(`the chain breaks at batch ${line.batch} of ${name}`);
      }
      records.push(line);
      goodBytes = end + 1;
    }
    if (end === -1) break;
    start = end + 1;
  }
  return { records, goodBytes, torn };
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
