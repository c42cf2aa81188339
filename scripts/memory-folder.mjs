// Tests make hundreds of databases and throw them away. Where the machine has memory to spare, their temporary files lie
// in it: a test ends processes, never the machine, so nothing in it depends on what a disk would have kept.
import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'maru-test-';
/** A run needs about one gigabyte at its height, and the servers and browsers beside it need the rest. */
const LEAST_FREE_BYTES = 6 * 1024 ** 3;
const OURS = 'MARU_MEMORY_FOLDER';

/**
 * Call it before anything asks for the temporary folder. Child processes inherit it; it is removed when this process
 * ends.
 */
export function useMemoryForTemporaryFiles() {
  if (process.env[OURS] !== undefined || !hasRoom()) return;
  forgetDeadRuns();
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  process.env[OURS] = folder;
  process.env.TMPDIR = folder;
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= LEAST_FREE_BYTES;
  } catch {
    // Not every system has one.
    return false;
  }
}

/** A run that was killed has left its folder behind, and its memory is not freed by itself. */
function forgetDeadRuns() {
  for (const name of readdirSync(MEMORY)) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : Number.NaN;
    if (Number.isInteger(owner) && !isAlive(owner))
      rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return fault.code === 'EPERM';
  }
}
