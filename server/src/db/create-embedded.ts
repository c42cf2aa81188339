// The embedded database made for the first time, in a process of its own: making it takes half a gigabyte that nobody
// needs afterwards, and a process gives all of it back.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MAKER = fileURLToPath(new URL('./embedded-maker.ts', import.meta.url));

/** Does nothing when it is there. A folder appears only when it is complete: a kill in between leaves nothing behind. */
export async function createEmbedded(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  await promisify(execFile)(process.execPath, [MAKER, unfinished]);
  await rename(unfinished, folder);
}
