// A disk that keeps apart what programs see (the cache) and what a power loss leaves (the medium).
import { constants } from 'node:buffer';
import type { Disk } from '@maru/server/journal/disk';
import { mix } from './dice.ts';
import type { Machine } from './machine.ts';
import type { Stage } from './stage.ts';

interface File {
  /** What reading shows. */
  cache: Buffer;
  /** What is durable. Never longer than the cache. */
  medium: Buffer;
}

export interface Medium {
  readonly files: Map<string, File>;
  /** Files that a power loss may bring back, because their folder was not synced since. */
  readonly removed: Map<string, File>;
  /** Until then every write fails. */
  outUntilMs: number;
  /** A failed sync left bytes in the cache that will never reach the medium. */
  isPoisoned(): boolean;
  powerLoss(draw: number): void;
  copy(): Medium;
}

export interface MediumWatch {
  /** The medium's bytes of this file are now these. */
  onMedium(name: string, bytes: Buffer): void;
  onTorn(): void;
}

export function createMedium(watch?: MediumWatch, files = new Map<string, File>()): Medium {
  const removed = new Map<string, File>();
  const medium: Medium = {
    files,
    removed,
    outUntilMs: 0,
    isPoisoned: () =>
      [...files.values()].some((file) => !file.cache.subarray(0, file.medium.length).equals(file.medium)),
    powerLoss(draw) {
      for (const [name, file] of removed) if (mix(draw, name.length, 3) % 2 === 0) files.set(name, file);
      removed.clear();
      for (const [name, file] of files) {
        const loose = file.cache.subarray(file.medium.length);
        if (loose.length > 0) {
          const left = leftAfterPowerLoss(loose, mix(draw, file.medium.length));
          if (left.length > 0 && !left.equals(loose)) watch?.onTorn();
          file.medium = Buffer.concat([file.medium, left]);
        }
        file.cache = file.medium;
        watch?.onMedium(name, file.medium);
      }
    },
    copy: () =>
      createMedium(undefined, new Map([...files].map(([name, file]) => [name, { ...file }] as const))),
  };
  return medium;
}

/** Unsynced bytes may be gone, there in part, there as zeros, there with a flipped bit, or simply there. */
export function leftAfterPowerLoss(loose: Buffer, draw: number): Buffer {
  const length = mix(draw, 1) % (loose.length + 1);
  switch (draw % 5) {
    case 0:
      return loose.subarray(0, 0);
    case 1:
      return loose.subarray(0, length);
    case 2:
      return Buffer.concat([loose.subarray(0, length), Buffer.alloc(loose.length - length)]);
    case 3: {
      const flipped = Buffer.from(loose);
      const at = mix(draw, 2) % flipped.length;
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (draw & 7));
      return flipped;
    }
    default:
      return loose;
  }
}

export class DiskError extends Error {
  override name = 'DiskError';
}

export function mountDisk(stage: Stage, machine: Machine, medium: Medium, watch?: MediumWatch): Disk {
  const { faults, plan, scheduler } = stage;
  const { files } = medium;
  let asked = machine.firstOperation;
  let hit: 'sync error survived' | 'disk full survived' | undefined;
  const strikes = (fault: 'fsync-error' | 'disk-full' | 'slow-disk') =>
    faults.strikes(fault, machine.id, asked);
  const isOut = () => scheduler.nowMs() < medium.outUntilMs;

  function fileOf(name: string): File {
    const file = files.get(name);
    if (file === undefined) throw new DiskError(`ENOENT ${name}`);
    return file;
  }

  function operate<Result>(label: string, effect: () => Result, whenKilled?: () => void): Promise<Result> {
    asked += 1;
    const typicalMs = strikes('slow-disk') ? plan.knobs.diskMs * 100 : plan.knobs.diskMs;
    return machine.operate({ label, typicalMs, effect, ...(whenKilled && { whenKilled }) });
  }

  function add(name: string, bytes: Uint8Array): void {
    const file = fileOf(name);
    if (file.cache.length + bytes.length > constants.MAX_LENGTH) throw new DiskError('ENOSPC');
    file.cache = Buffer.concat([file.cache, bytes]);
  }

  return {
    list: () => operate('list', () => [...files.keys()]),
    read: (name, part) =>
      operate(`read ${name}`, () => {
        const { cache } = fileOf(name);
        return Buffer.from(part === undefined ? cache : cache.subarray(part.from, part.from + part.length));
      }),
    create: (name) =>
      operate(`create ${name}`, () => {
        if (isOut()) throw new DiskError('EIO create');
        if (files.size > 0) stage.reached('segment rotation');
        if (files.has(name)) throw new DiskError(`EEXIST ${name}`);
        const empty = Buffer.alloc(0);
        files.set(name, { cache: empty, medium: empty });
        if (strikes('fsync-error')) throw new DiskError('EIO after create');
      }),
    append: (name, bytes) =>
      operate(
        `append ${bytes.length}`,
        () => {
          if (isOut() || strikes('disk-full')) {
            add(name, bytes.subarray(0, mix(asked, bytes.length) % bytes.length));
            hit = 'disk full survived';
            throw new DiskError('ENOSPC');
          }
          add(name, bytes);
        },
        // A killed process may leave its last write undone, half done or done.
        () => {
          const draw = faults.detail(machine.id, asked);
          if (files.has(name) && draw < 0.66)
            add(name, bytes.subarray(0, Math.floor(bytes.length * draw * 1.6)));
        },
      ),
    sync: (name) =>
      operate('sync', () => {
        const file = fileOf(name);
        const loose = file.cache.subarray(file.medium.length);
        if ((isOut() || strikes('fsync-error')) && loose.length > 0) {
          // The system treats these pages as clean from now on, whatever the medium has.
          file.medium = Buffer.concat([file.medium, Buffer.alloc(loose.length)]);
          hit = 'sync error survived';
          throw new DiskError('EIO sync');
        }
        file.medium = Buffer.concat([file.medium, loose]);
        if (hit !== undefined) stage.reached(hit);
        hit = undefined;
        watch?.onMedium(name, file.medium);
      }),
    truncate: (name, length) =>
      operate(`truncate ${length}`, () => {
        if (isOut() || strikes('fsync-error')) throw new DiskError('EIO truncate');
        const file = fileOf(name);
        file.cache = file.cache.subarray(0, length);
        file.medium = Buffer.concat([
          file.medium.subarray(0, length),
          file.cache.subarray(Math.min(file.medium.length, length)),
        ]);
        watch?.onMedium(name, file.medium);
      }),
    async remove(name) {
      await operate(`remove ${name}`, () => {
        if (isOut()) throw new DiskError('EIO remove');
        medium.removed.set(name, fileOf(name));
        files.delete(name);
      });
      await operate('sync folder', () => {
        if (isOut() || strikes('fsync-error')) throw new DiskError('EIO sync folder');
        medium.removed.clear();
      });
    },
    close: () => Promise.resolve(),
  };
}
