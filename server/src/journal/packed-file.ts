// Compressed files that appear under their name only when they are complete and on the medium.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { syncFolder } from './disk.ts';

/** A complete file of a folder. */
export interface PackedFile {
  readonly name: string;
  /** For messages. */
  readonly path: string;
  /** Its bytes, unpacked. */
  read(): AsyncIterable<Buffer>;
  remove(): Promise<void>;
  /** Packed; 0 when the file was moved away. */
  size(): Promise<number>;
}

/** The operations on a folder that an archive needs, so that a simulated one is small. */
export interface PackedFolder {
  /** For messages. */
  readonly path: string;
  /**
   * Makes the folder, and removes half-written files of a process that was killed. Its finished files are on the
   * medium afterwards: it may have been killed before it synced the name.
   */
  prepare(): Promise<void>;
  /** A folder that does not exist has no files. */
  list(): Promise<readonly PackedFile[]>;
  /**
   * Compresses these bytes. They have a temporary name until all of them are synced and `check` has read them back: when
   * it throws, no file of this name appears.
   */
  save(
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    check?: (written: PackedFile) => Promise<void>,
  ): Promise<PackedFile>;
}

const TEMPORARY = '.tmp';

export function openPackedFolder(folder: string): PackedFolder {
  const fileOf = (name: string): PackedFile => {
    const path = join(folder, name);
    return {
      name,
      path,
      read: () => unpacked(path),
      remove: () => rm(path, { force: true }),
      size: () =>
        stat(path).then(
          ({ size }) => size,
          () => 0,
        ),
    };
  };
  return {
    path: folder,
    async prepare() {
      await makeFolder(folder);
      for (const name of await namesIn(folder))
        if (name.endsWith(TEMPORARY)) await rm(join(folder, name), { force: true });
      await syncFolder(folder);
    },
    list: async () =>
      (await namesIn(folder)).filter((name) => !name.endsWith(TEMPORARY)).map((name) => fileOf(name)),
    async save(name, bytes, check) {
      // A unique name: another process archiving into this folder must not write into the file before it is renamed.
      const written = fileOf(`${name}.${randomUUID()}${TEMPORARY}`);
      const handle = await open(written.path, 'wx', 0o600);
      await pipeline(
        Readable.from(bytes, { objectMode: false }),
        // With the checksum a flipped bit is noticed when the file is unpacked.
        createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
        handle.createWriteStream({ flush: true }),
      );
      await check?.(written);
      const file = fileOf(name);
      await rename(written.path, file.path);
      await syncFolder(folder);
      return file;
    },
  };
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw fault;
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
