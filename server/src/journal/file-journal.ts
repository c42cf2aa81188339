// The journal of embedded mode: checksummed, hash-chained lines in files, synced before any answer is sent. Only one
// record is ever unsynced, so a crash can tear the last line and no other: a torn tail is cut, damage anywhere else
// stops the desk.
import { assert } from '@maru/engine/assert';
import type { Disk } from './disk.ts';
import { assertContinues, brokenChain, DamagedJournal, type Journal, type Tail } from './journal.ts';
import { createPlaces } from './places.ts';
import { digestIn, FIRST_HASH, openBatch, type SealedBatch, seal } from './record.ts';
import { lineOf, readPortions, readRecords, scanSegment } from './segment.ts';

/** A new file is started beyond this size: a restart reads the newest one whole, which takes 3 ms for a megabyte. */
const SEGMENT_BYTES = 16 * 1024 * 1024;

const segmentName = (shard: number, firstBatch: number) =>
  `${shard}-${String(firstBatch).padStart(12, '0')}.log`;
export const firstBatchOf = (name: string) => Number(name.slice(name.indexOf('-') + 1, -'.log'.length));

export function openFileJournal(disk: Disk, shard: number, segmentBytes = SEGMENT_BYTES): Journal {
  let file: { readonly name: string; bytes: number } | undefined;
  let tail: Tail | undefined;
  const places = createPlaces();

  async function segments(): Promise<readonly string[]> {
    const names = (await disk.list()).filter((name) => name.endsWith('.log')).sort();
    const foreign = names.find((name) => !name.startsWith(`${shard}-`));
    if (foreign !== undefined) throw new DamagedJournal(`${foreign} belongs to another shard`);
    return names;
  }

  async function write(batch: SealedBatch): Promise<void> {
    if (file === undefined || file.bytes >= segmentBytes) {
      const name = segmentName(shard, batch.batch);
      await disk.create(name);
      file = { name, bytes: 0 };
    }
    const line = lineOf(batch);
    await disk.append(file.name, line);
    await disk.sync(file.name);
    file.bytes += line.length;
    places.note(file.name, { batch: batch.batch, hash: batch.hash, offset: file.bytes });
    tail = { batch: batch.batch, hash: batch.hash, epoch: batch.epoch };
  }

  return {
    async open() {
      const known = tail;
      const names = await segments();
      let end: Tail = { batch: 0, hash: FIRST_HASH, epoch: 0 };
      // `file` keeps its old value until then: a concurrent read must not go beyond what is durable.
      let newest: typeof file;
      let digest: string | undefined;
      // The newest file may be empty: its name was made durable before its first line. Then the one before it ends the journal.
      for (const name of names.toReversed()) {
        const bytes = await disk.read(name);
        const records = scanSegment(bytes, name);
        // Nothing beyond the batches that this process saw become durable was ever answered. After a failed sync the
        // system may show bytes that are not on the medium, so they are cut.
        const found = records.filter(({ record }) => record.batch <= (known?.batch ?? Infinity));
        const keptLength = found.at(-1)?.end ?? 0;
        places.forget(name);
        for (const { record, end } of found)
          places.note(name, { batch: record.batch, hash: record.hash, offset: end });
        if (keptLength < bytes.length) await disk.truncate(name, keptLength);
        else await disk.sync(name);
        newest ??= { name, bytes: keptLength };
        const last = found.at(-1)?.record;
        if (last !== undefined) {
          end = { batch: last.batch, hash: last.hash, epoch: last.epoch };
          digest = digestIn(last.body);
          break;
        }
        if (firstBatchOf(name) > 1 && names.length === 1)
          throw new DamagedJournal(`${name} has lost its beginning`);
      }
      if (known !== undefined && end.batch < known.batch)
        throw new DamagedJournal('the journal is shorter than it was');
      file = newest;
      await write(
        seal({ shard, batch: end.batch + 1, epoch: end.epoch + 1, previous: end.hash, events: [], digest }),
      );
      assert(tail !== undefined, 'an opened journal has a tail');
      return tail;
    },

    async append(batch) {
      assertContinues(tail, batch);
      await write(batch);
    },

    async *read(after) {
      const names = await segments();
      let { batch, hash } = after;
      for (const [index, name] of names.entries()) {
        const next = names[index + 1];
        if (next !== undefined && firstBatchOf(next) <= batch + 1) continue;
        // A torn tail is no damage at the very end of the journal, where a record may be half written.
        const onTorn = (): void => {
          if (next !== undefined) throw new DamagedJournal(`${name} is damaged before its end`);
        };
        const end = (): number => (name === file?.name ? file.bytes : Infinity);
        const from = places.find(name, batch);
        if (from?.batch === batch && from.hash !== hash)
          throw new DamagedJournal(`batch ${batch} is not the one marked`);
        const portions = readPortions(disk, name, { from: from?.offset, end });
        for await (const found of readRecords(portions, { name, from, onTorn })) {
          const { record } = found;
          places.note(name, { batch: record.batch, hash: record.hash, offset: found.end });
          // The mark's own batch is read too, so that a shadow of another journal is noticed.
          if (record.batch === batch && record.hash !== hash)
            throw new DamagedJournal(`batch ${batch} is not the one marked`);
          if (record.batch <= batch) continue;
          if (record.batch !== batch + 1 || record.previous !== hash) throw brokenChain(batch, record.batch);
          yield openBatch(record);
          batch = record.batch;
          hash = record.hash;
        }
      }
    },

    // The lock file excludes every other process for as long as this one runs.
    isOurs: () => true,
    close: () => disk.close(),
  };
}
