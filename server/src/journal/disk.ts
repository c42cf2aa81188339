// The few file operations that the journal needs. Nothing else of the file system is used: a simulated disk is small.
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface Disk {
  list(): Promise<readonly string[]>;
  /** The whole file, or as much of this part as the file has. */
  read(name: string, part?: { readonly from: number; readonly length: number }): Promise<Uint8Array>;
  /** Makes an empty file whose name survives a power loss. */
  create(name: string): Promise<void>;
  append(name: string, bytes: Uint8Array): Promise<void>;
  /** Resolves when everything appended is on the medium. */
  sync(name: string): Promise<void>;
  /** Truncates the file and makes that durable. */
  truncate(name: string, length: number): Promise<void>;
  /** Removes the file for good: it does not reappear after a power loss. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function openDisk(folder: string): Promise<Disk> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handles = new Map<string, FileHandle>();

  async function handleOf(name: string): Promise<FileHandle> {
    const known = handles.get(name);
    if (known) return known;
    const handle = await open(join(folder, name), constants.O_RDWR | constants.O_APPEND);
    handles.set(name, handle);
    return handle;
  }

  return {
    list: () => readdir(folder),
    async read(name, part) {
      if (part === undefined) return readFile(join(folder, name));
      const known = handles.get(name);
      const handle = known ?? (await open(join(folder, name), constants.O_RDONLY));
      try {
        const bytes = Buffer.allocUnsafe(part.length);
        const { bytesRead } = await handle.read(bytes, 0, part.length, part.from);
        return bytes.subarray(0, bytesRead);
      } finally {
        // Only the files that are written stay open, however many are read.
        if (known === undefined) await handle.close();
      }
    },
    async create(name) {
      const handle = await open(
        join(folder, name),
        constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL,
        0o600,
      );
      // Only the newest file is written from now on. An older one that stayed open would keep its space when it is removed.
      const older = [...handles.values()];
      handles.clear();
      handles.set(name, handle);
      for (const each of older) await each.close();
      await handle.sync();
      await syncFolder(folder);
    },
    async append(name, bytes) {
      const handle = await handleOf(name);
      await handle.appendFile(bytes);
    },
    async sync(name) {
      await (await handleOf(name)).datasync();
    },
    async truncate(name, length) {
      const handle = await handleOf(name);
      await handle.truncate(length);
      await handle.sync();
    },
    async remove(name) {
      const handle = handles.get(name);
      handles.delete(name);
      await handle?.close();
      await rm(join(folder, name));
      await syncFolder(folder);
    },
    async close() {
      for (const handle of handles.values()) await handle.close();
      handles.clear();
    },
  };
}

/** Resolves when the names of the folder's files are on the medium. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
