// A folder of the archive: files that have a temporary name until they are synced, as the real one keeps them. A power
// loss takes bytes that were not synced, and renames and removals whose folder was not.
import type { PackedFile, PackedFolder } from '@maru/server/journal/packed-file';
import { mix } from './dice.ts';
import type { Machine } from './machine.ts';
import type { Stage } from './stage.ts';
import { DiskError, leftAfterPowerLoss } from './virtual-disk.ts';

interface ShelvedFile {
  bytes: Buffer;
  isSynced: boolean;
}

export interface Shelf {
  readonly path: string;
  readonly files: Map<string, ShelvedFile>;
  /** Undoes the renames and removals since the folder was last synced, the newest first. */
  readonly loose: (() => void)[];
  powerLoss(draw: number): void;
}

export function createShelf(path: string): Shelf {
  const files: Shelf['files'] = new Map();
  const loose: Shelf['loose'] = [];
  return {
    path,
    files,
    loose,
    powerLoss(draw) {
      for (const [place, undo] of loose.splice(0).entries()) if (mix(draw, place, 5) % 2 === 0) undo();
      for (const [name, file] of files)
        if (!file.isSynced) {
          file.bytes = leftAfterPowerLoss(file.bytes, mix(draw, name.length, file.bytes.length));
          file.isSynced = true;
        }
    },
  };
}

/** How an operation on a shelf is carried out: by a machine, or by a person while nothing runs. */
type Operate = <Result>(label: string, effect: () => Result, whenKilled?: () => void) => Promise<Result>;

const TEMPORARY = '.tmp';

/** As a restore reads it: nothing fails and no time passes. */
export const readOnlyShelf = (shelf: Shelf): PackedFolder =>
  folderOf(shelf, async (_label, effect) => effect(), {
    failsToWrite: () => false,
    failsToSync: () => false,
    partWritten: () => 0,
    own: () => 'person',
  });

export function mountShelf(stage: Stage, machine: Machine, shelf: Shelf): PackedFolder {
  const { faults, plan } = stage;
  let asked = machine.firstOperation;
  const operate: Operate = (label, effect, whenKilled) => {
    asked += 1;
    const typicalMs = plan.knobs.diskMs;
    return machine.operate({ label, typicalMs, effect, ...(whenKilled && { whenKilled }) });
  };
  return folderOf(shelf, operate, {
    failsToWrite: () => faults.strikes('disk-full', machine.id, asked),
    failsToSync: () => faults.strikes('fsync-error', machine.id, asked),
    partWritten: () => faults.detail(machine.id, asked),
    own: () => `${machine.id}-${asked}`,
  });
}

function folderOf(
  shelf: Shelf,
  operate: Operate,
  chance: { failsToWrite(): boolean; failsToSync(): boolean; partWritten(): number; own(): string },
): PackedFolder {
  const { files, path } = shelf;

  function bytesOf(name: string): Buffer {
    const file = files.get(name);
    if (file === undefined) throw new DiskError(`ENOENT ${name}`);
    return file.bytes;
  }

  const fileOf = (name: string): PackedFile => ({
    name,
    path: `${path}/${name}`,
    async *read() {
      yield await operate(`read ${name}`, () => bytesOf(name));
    },
    remove: () =>
      operate(`remove ${name}`, () => {
        const file = files.get(name);
        if (file === undefined) return;
        files.delete(name);
        shelf.loose.unshift(() => files.set(name, file));
      }),
    size: async () => files.get(name)?.bytes.length ?? 0,
  });

  function write(name: string, bytes: Buffer): Promise<void> {
    const writePart = (part: number) =>
      files.set(name, { bytes: bytes.subarray(0, Math.floor(bytes.length * part)), isSynced: false });
    return operate(
      `write ${name}`,
      () => {
        if (chance.failsToWrite()) {
          writePart(chance.partWritten());
          throw new DiskError('ENOSPC');
        }
        writePart(1);
      },
      () => writePart(chance.partWritten()),
    );
  }

  return {
    path,
    async prepare() {
      await operate('remove unfinished files', () => {
        for (const name of files.keys()) if (name.endsWith(TEMPORARY)) files.delete(name);
      });
      await operate('sync the archive', () => void shelf.loose.splice(0));
    },
    list: () =>
      operate('list the archive', () =>
        [...files.keys()].filter((name) => !name.endsWith(TEMPORARY)).map(fileOf),
      ),
    async save(name, bytes, check) {
      const parts: Uint8Array[] = [];
      for await (const part of bytes) parts.push(part);
      const temporary = `${name}.${chance.own()}${TEMPORARY}`;
      await write(temporary, Buffer.concat(parts));
      await operate(`sync ${temporary}`, () => {
        const file = files.get(temporary);
        if (file === undefined || chance.failsToSync()) throw new DiskError('EIO sync');
        file.isSynced = true;
      });
      await check?.(fileOf(temporary));
      await operate(`rename to ${name}`, () => {
        const file = files.get(temporary);
        if (file === undefined) throw new DiskError(`ENOENT ${temporary}`);
        const before = files.get(name);
        files.delete(temporary);
        files.set(name, file);
        shelf.loose.unshift(() => {
          if (before === undefined) files.delete(name);
          else files.set(name, before);
          files.set(temporary, file);
        });
      });
      await operate('sync the archive', () => void shelf.loose.splice(0));
      return fileOf(name);
    },
  };
}
