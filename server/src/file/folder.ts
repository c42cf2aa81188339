// The folder of files, outside of everything that is served: each under its random name. A file is on the disk before
// its row is written, and its row is deleted before the file, so a process that stops in between leaves a file that no
// row names; such files are removed after the next start.
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '@maru/engine/time';

export interface FileFolder {
  save(id: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when it is gone. */
  load(id: string): Promise<Uint8Array | undefined>;
  remove(id: string): Promise<void>;
  /**
   * Removes what was begun and not ended, and files of which no row is known. What was written shortly before the folder
   * was opened, or since, stays: a process may be writing its row. Returns how many.
   */
  sweep(areKnown: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>;
}

const NAME = /^[0-9a-f]{32}$/;
const BEGUN = /^[0-9a-f]{32}\.part$/;

/** Another process may be older than this one, and need so long between a file and its row. */
const WRITTEN_WITHIN_MS = 10 * MINUTE_MS;

/** The time is that of the disk, which no test moves. */
export async function openFileFolder(folder: string, openedAt = Date.now()): Promise<FileFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  /** Many files in one folder make it slow. */
  const shelfOf = (id: string): string => join(folder, id.slice(0, 2));
  const pathOf = (id: string): string => join(shelfOf(id), id);

  async function syncFolder(path: string): Promise<void> {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  return {
    async save(id, bytes) {
      const made = await mkdir(shelfOf(id), { recursive: true, mode: 0o700 });
      const begun = `${pathOf(id)}.part`;
      try {
        const handle = await open(begun, 'wx', 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(begun, pathOf(id));
      } catch (fault) {
        await rm(begun, { force: true });
        throw fault;
      }
      await syncFolder(shelfOf(id));
      if (made !== undefined) await syncFolder(folder);
    },
    async load(id) {
      try {
        return await readFile(pathOf(id));
      } catch (fault) {
        if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw fault;
      }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    async sweep(areKnown) {
      let removed = 0;
      for (const shelf of await readdir(folder)) {
        if (!/^[0-9a-f]{2}$/.test(shelf)) continue;
        const names = await readdir(join(folder, shelf));
        const ids = names.filter((name) => NAME.test(name));
        const known = await areKnown(ids);
        const lost = [...ids.filter((id) => !known.has(id)), ...names.filter((name) => BEGUN.test(name))];
        for (const name of lost) {
          const path = join(folder, shelf, name);
          const { mtimeMs } = await stat(path);
          if (mtimeMs >= openedAt - WRITTEN_WITHIN_MS) continue;
          await rm(path, { force: true });
          removed += 1;
        }
      }
      return removed;
    },
  };
}
