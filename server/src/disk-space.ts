// Whether the disk under the data folder is about to fill up: reported in the log, in the metrics and by the health
// page.
import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  measure(): Promise<void>;
  /** Undefined until the first `measure`. */
  freeBytes(): number | undefined;
  isLow(): boolean;
}

/** A journal without disk space refuses orders, so the operator must have time to act. */
const LOW_BYTES = 2 * 1024 ** 3;

export function watchDisk(options: {
  readonly folder: string;
  readonly onLow: (freeBytes: number) => void;
  readonly onEnough: (freeBytes: number) => void;
  readonly freeIn?: (folder: string) => Promise<number>;
}): DiskSpace {
  const { folder, onLow, onEnough, freeIn = freeBytesIn } = options;
  let free: number | undefined;
  let isLow = false;
  return {
    async measure() {
      free = await freeIn(folder);
      const wasLow = isLow;
      isLow = free < LOW_BYTES;
      if (isLow && !wasLow) onLow(free);
      if (!isLow && wasLow) onEnough(free);
    },
    freeBytes: () => free,
    isLow: () => isLow,
  };
}

async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
