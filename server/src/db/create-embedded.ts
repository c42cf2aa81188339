// Creates the embedded database in a separate process: creating it takes half a gigabyte of memory that is not needed
// afterwards, and all of it is freed when the process ends.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MAKER = fileURLToPath(new URL('./embedded-maker.ts', import.meta.url));

/**
 * Does nothing when it exists. The folder gets its name only when it is complete: a kill in between leaves no folder.
 */
export async function createEmbedded(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  await promisify(execFile)(process.execPath, [MAKER, unfinished]);
  await rename(unfinished, folder);
}
