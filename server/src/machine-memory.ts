// How much memory this machine, or the container around us, lets us have.
import { totalmem } from 'node:os';

const MEGABYTE = 1_048_576;
const LEAST_MB = 256;

function memoryBytes(): number {
  const limit = process.constrainedMemory();
  // Without a limit some systems say a number that no machine has.
  return limit > 0 && limit < totalmem() ? limit : totalmem();
}

/**
 * The most that the desk's heap may take: half of the memory. The other half is for the threads beside it, for the
 * database if it is ours, and for the system's own cache of the journal's files.
 */
export const deskHeapMb = (bytes = memoryBytes()): number =>
  Math.max(LEAST_MB, Math.floor(bytes / 2 / MEGABYTE));
