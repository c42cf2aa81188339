// Compressed files that appear under their name only when they are complete and on the medium.
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';

/** A folder that does not exist is empty. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw fault;
  }
}

const TEMPORARY = '.tmp';

/** What a process that was killed left half written. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (name.endsWith(TEMPORARY)) await rm(join(folder, name), { force: true });
}

/** Compresses these bytes into a file, under a temporary name until all of it is synced. */
export async function saveFile(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  check: (temporary: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const temporary = path + TEMPORARY;
  await rm(temporary, { force: true });
  const handle = await open(temporary, 'wx', 0o600);
  await pipeline(
    Readable.from(bytes, { objectMode: false }),
    // The checksum lets whoever unpacks it notice a flipped bit.
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    handle.createWriteStream({ flush: true }),
  );
  await check(temporary);
  await rename(temporary, path);
  await syncFolder(join(path, '..'));
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The bytes of a compressed file, unpacked. */
export async function* unpacked(path: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(path);
  const stream = packed.pipe(createZstdDecompress());
  packed.on('error', (fault) => stream.destroy(fault));
  try {
    yield* stream;
  } finally {
    packed.destroy();
    stream.destroy();
  }
}
