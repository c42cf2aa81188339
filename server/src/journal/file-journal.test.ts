import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Disk, openDisk } from './disk.ts';
import { openFileJournal } from './file-journal.ts';
import { DamagedJournal, type Journal, type Tail } from './journal.ts';
import { decode, encode, FIRST_HASH, type SealedBatch, seal } from './record.ts';

let folder: string;
let disk: Disk;
let others: Disk[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'maru-journal-'));
  disk = await openDisk(folder);
});

afterEach(async () => {
  for (const each of [disk, ...others]) await each.close();
  others = [];
  rmSync(folder, { recursive: true, force: true });
});

const next = (tail: Tail): SealedBatch =>
  seal({ shard: 0, batch: tail.batch + 1, epoch: tail.epoch, previous: tail.hash, events: [] });

async function appendMany(journal: Journal, tail: Tail, count: number): Promise<Tail> {
  let end = tail;
  for (let i = 0; i < count; i += 1) {
    const batch = next(end);
    await journal.append(batch);
    end = { batch: batch.batch, hash: batch.hash, epoch: batch.epoch };
  }
  return end;
}

async function batches(journal: Journal): Promise<readonly number[]> {
  const read: number[] = [];
  for await (const batch of journal.read({ batch: 0, hash: FIRST_HASH })) read.push(batch.batch);
  return read;
}

const file = () => join(folder, readdirSync(folder)[0] ?? '');
async function reopen(shard = 0, segmentBytes?: number): Promise<Journal> {
  const another = await openDisk(folder);
  others.push(another);
  return openFileJournal(another, shard, segmentBytes);
}

test('appended batches are read back in order, and every opening raises the epoch', async () => {
  const journal = openFileJournal(disk, 0);
  const tail = await journal.open();
  expect(tail).toMatchObject({ batch: 1, epoch: 1 });
  const end = await appendMany(journal, tail, 3);
  const again = await reopen();
  expect(await again.open()).toMatchObject({ batch: 5, epoch: 2 });
  expect(await batches(again)).toEqual([1, 2, 3, 4, 5]);
  expect(end.batch).toBe(4);
});

test('a torn last line is cut wherever it was torn', async () => {
  const journal = openFileJournal(disk, 0);
  await appendMany(journal, await journal.open(), 2);
  const whole = readFileSync(file());
  const lastLine = whole.lastIndexOf(10, whole.length - 2) + 1;
  for (let length = lastLine; length < whole.length; length += 1) {
    writeFileSync(file(), whole.subarray(0, length));
    const again = await reopen();
    expect(await again.open()).toMatchObject({ batch: 3, epoch: 2 });
    expect(await batches(again)).toEqual([1, 2, 3]);
    await again.close();
  }
});

test('any sectors of the last record may be missing: it is cut, and all records before it stay', async () => {
  const journal = openFileJournal(disk, 0);
  const end = await appendMany(journal, await journal.open(), 3);
  const synced = readFileSync(file());
  const last = seal({ shard: 0, batch: end.batch + 1, epoch: 1, previous: end.hash, events: [] });
  await journal.append(last);
  const whole = readFileSync(file());
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
      fc.nat(64),
      async (kept, torn) => {
        const image = Buffer.from(whole);
        const size = Math.ceil((whole.length - synced.length) / kept.length);
        for (const [index, isKept] of kept.entries()) {
          const from = synced.length + index * size;
          if (!isKept) image.fill(0, from, Math.min(from + size, image.length));
        }
        const isWhole = kept.every(Boolean);
        writeFileSync(
          file(),
          isWhole ? image : image.subarray(0, Math.max(synced.length, image.length - torn)),
        );
        const again = await reopen();
        const tail = await again.open();
        await again.close();
        expect(tail.batch).toBe(isWhole ? end.batch + 2 : end.batch + 1);
      },
    ),
    { numRuns: 200 },
  );
});

test('a flipped byte before the last record stops the desk instead of being skipped', async () => {
  const journal = openFileJournal(disk, 0);
  await appendMany(journal, await journal.open(), 4);
  const whole = readFileSync(file());
  const secondLine = whole.indexOf(10) + 1;
  for (const at of [0, 8, 12, 100, secondLine + 3, secondLine + 90]) {
    const image = Buffer.from(whole);
    image[at] = (image[at] ?? 0) ^ 1;
    writeFileSync(file(), image);
    const again = await reopen();
    await expect(again.open()).rejects.toThrow(DamagedJournal);
    await again.close();
  }
});

test('a record that was replaced by another valid one breaks the chain', async () => {
  const journal = openFileJournal(disk, 0);
  await appendMany(journal, await journal.open(), 3);
  const lines = readFileSync(file(), 'utf8').split('\n');
  writeFileSync(file(), [lines[0], lines[2], lines[3], ''].join('\n'));
  await expect((await reopen()).open()).rejects.toThrow(DamagedJournal);
});

test('a new file is started when one is large, and reading continues through all of them', async () => {
  const journal = openFileJournal(disk, 0, 400);
  await appendMany(journal, await journal.open(), 12);
  expect(readdirSync(folder).length).toBeGreaterThan(3);
  const again = await reopen(0, 400);
  expect((await again.open()).batch).toBe(14);
  expect(await batches(again)).toEqual(Array.from({ length: 14 }, (_, i) => i + 1));
});

test('a file larger than the current limit is left as it is, and the next record starts a new one', async () => {
  const journal = openFileJournal(disk, 0, Infinity);
  await appendMany(journal, await journal.open(), 20);
  const large = readFileSync(file());
  const again = await reopen(0, 1_000);
  expect(await again.open()).toMatchObject({ batch: 22, epoch: 2 });
  expect(readdirSync(folder).sort()).toEqual(['0-000000000001.log', '0-000000000022.log']);
  expect(readFileSync(file())).toEqual(large);
  expect(await batches(again)).toEqual(Array.from({ length: 22 }, (_, index) => index + 1));
});

test('an empty newest file, left by a crash between creating it and its first line, is used', async () => {
  const journal = openFileJournal(disk, 0);
  await appendMany(journal, await journal.open(), 2);
  writeFileSync(join(folder, '0-000000000004.log'), '');
  const again = await reopen();
  expect(await again.open()).toMatchObject({ batch: 4, epoch: 2 });
  expect(await batches(again)).toEqual([1, 2, 3, 4]);
});

test('the journal of another shard is refused', async () => {
  const journal = openFileJournal(disk, 0);
  await journal.open();
  await expect((await reopen(1)).open()).rejects.toThrow(DamagedJournal);
});

test('a mark that belongs to another journal is rejected', async () => {
  const journal = openFileJournal(disk, 0);
  await appendMany(journal, await journal.open(), 2);
  const read = async () => {
    for await (const _ of journal.read({ batch: 2, hash: 'f'.repeat(64) })) break;
  };
  await expect(read()).rejects.toThrow(DamagedJournal);
});

describe('after a failed sync', () => {
  test('records that this process never saw become durable are cut, so a refused command stays refused', async () => {
    let failing = false;
    const faulty: Disk = {
      ...disk,
      sync: (name) =>
        failing ? Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })) : disk.sync(name),
    };
    const journal = openFileJournal(faulty, 0);
    const tail = await journal.open();
    const end = await appendMany(journal, tail, 1);
    failing = true;
    await expect(journal.append(next(end))).rejects.toThrow('EIO');
    failing = false;
    expect(await journal.open()).toMatchObject({ batch: end.batch + 1, epoch: 2 });
    expect(await batches(journal)).toEqual([1, 2, 3]);
  });
});

test('every value that an event may hold is read back as it was', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      fc.bigInt(),
      fc.string({ unit: 'binary' }),
      fc.string().map((text) => `~${text}`),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie('any'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).any;
  fc.assert(
    fc.property(value, (original) => {
      expect(decode(encode(original))).toEqual(original);
    }),
  );
});

describe('reading on from a batch', () => {
  const EVENTS = Array.from({ length: 40 }, (_, index) => ({
    kind: 'ACCOUNT_BLOCKED',
    id: index + 1,
    at: 1_800_000_000_000,
    site: 1,
    steps: [{ player: 1, seq: index + 1 }],
    transfers: [],
    after: [],
    reason: 'x'.repeat(300),
  })) as unknown as SealedBatch['events'];

  /** The same disk, counting the bytes that are read. */
  function counting(inner: Disk): Disk & { bytes(): number } {
    let bytes = 0;
    return {
      ...inner,
      async read(name, part) {
        const read = await inner.read(name, part);
        bytes += read.length;
        return read;
      },
      bytes: () => bytes,
    };
  }

  async function fill(journal: Journal, batches: number): Promise<void> {
    let tail = await journal.open();
    for (let count = 0; count < batches; count += 1) {
      const { batch, epoch, hash } = tail;
      const full = seal({ shard: 0, batch: batch + 1, epoch, previous: hash, events: EVENTS });
      await journal.append(full);
      tail = full;
    }
  }

  async function readFew(journal: Journal, after: { readonly batch: number; readonly hash: string }) {
    const read: SealedBatch[] = [];
    for await (const batch of journal.read(after)) {
      read.push(batch);
      if (read.length === 5) break;
    }
    return read;
  }

  async function readInPieces(journal: Journal): Promise<readonly number[]> {
    const seen: number[] = [];
    let mark = { batch: 0, hash: FIRST_HASH };
    for (;;) {
      const few = await readFew(journal, mark);
      const last = few.at(-1);
      if (last === undefined) return seen;
      seen.push(...few.map(({ batch }) => batch));
      mark = last;
    }
  }

  test('reading a few batches at a time reads each part of the journal about once, not each file once per read', async () => {
    const counted = counting(disk);
    const journal = openFileJournal(counted, 0, 2_000_000);
    await fill(journal, 300);
    const size = readdirSync(folder).reduce((sum, name) => sum + readFileSync(join(folder, name)).length, 0);
    expect(size).toBeGreaterThan(4_000_000);
    const before = counted.bytes();
    expect(await readInPieces(journal)).toEqual(Array.from({ length: 301 }, (_, index) => index + 1));
    expect((counted.bytes() - before) / size).toBeLessThan(4);
  });

  test('after a restart too, also in files that were written before it', async () => {
    await fill(openFileJournal(disk, 0, 2_000_000), 300);
    const another = await openDisk(folder);
    others.push(another);
    const counted = counting(another);
    const journal = openFileJournal(counted, 0, 2_000_000);
    await journal.open();
    const size = readdirSync(folder).reduce((sum, name) => sum + readFileSync(join(folder, name)).length, 0);
    const before = counted.bytes();
    expect(await readInPieces(journal)).toEqual(Array.from({ length: 302 }, (_, index) => index + 1));
    expect((counted.bytes() - before) / size).toBeLessThan(4);
  });

  test('a batch that does not match the journal is noticed, wherever it is', async () => {
    const journal = openFileJournal(disk, 0);
    await fill(journal, 60);
    for (let batch = 1; batch <= 61; batch += 1) {
      await expect(readFew(journal, { batch, hash: 'f'.repeat(64) })).rejects.toThrow(DamagedJournal);
    }
  });

  test('records that are not durable are not read: a failed record and its replacement are never mixed', async () => {
    const failing: Disk = {
      ...disk,
      sync: (name) => (fails ? Promise.reject(new Error('EIO')) : disk.sync(name)),
    };
    let fails = false;
    const journal = openFileJournal(failing, 0);
    const tail = await journal.open();
    fails = true;
    await expect(journal.append(next(tail))).rejects.toThrow('EIO');
    fails = false;
    expect(await batches(journal)).toEqual([1]);
    await journal.open();
    expect(await batches(journal)).toEqual([1, 2]);
  });
});
