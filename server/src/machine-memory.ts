// How much memory this machine, or the container of this process, provides.
import { totalmem } from 'node:os';

const MEGABYTE = 1_048_576;
const LEAST_MB = 256;

function memoryBytes(): number {
  const limit = process.constrainedMemory();
  // Without a limit some systems report a number that no machine has.
  return limit > 0 && limit < totalmem() ? limit : totalmem();
}

/**
 * The heap limit of the desk: half of the memory. The other half is for the other threads, for the embedded database,
 * and for the system's cache of the journal's files.
 */
export const deskHeapMb = (bytes = memoryBytes()): number =>
  Math.max(LEAST_MB, Math.floor(bytes / 2 / MEGABYTE));
