// The data folder holds balances, secrets and passwords' hashes: only the owner of the process may read it.
import { chmodSync, type Dirent, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;
/** The sticky bit: a folder that many users share, such as /tmp. */
const STICKY = 0o1000;

/** Its message is for the operator. */
export class FolderNotPrivate extends Error {
  override name = 'FolderNotPrivate';
}

/** Creates the folder, or makes it and its files private. Returns how many of them others could access. */
export function makePrivate(folder: string): number {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  if (process.platform === 'win32') return 0;
  if ((lstatSync(folder).mode & STICKY) !== 0) {
    throw new FolderNotPrivate(`${folder} is shared by many users: DATA_DIR must be a folder of its own`);
  }
  return closeToOthers(folder, FOLDER_MODE) + closeInside(folder);
}

function closeInside(folder: string): number {
  let closed = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const mode = modeFor(entry);
    if (mode === undefined) continue;
    const wasOpen = closeToOthers(path, mode);
    closed += wasOpen;
    // Nobody else gets into a folder that is closed, so a start does not look at a million pictures one by one.
    if (entry.isDirectory() && wasOpen > 0) closed += closeInside(path);
  }
  return closed;
}

/** A link is left alone: its target is not ours to change. */
function modeFor(entry: Dirent): number | undefined {
  if (entry.isDirectory()) return FOLDER_MODE;
  return entry.isFile() ? FILE_MODE : undefined;
}

function closeToOthers(path: string, mode: number): number {
  if (!isOpenToOthers(path)) return 0;
  try {
    chmodSync(path, mode);
  } catch (fault) {
    throw new FolderNotPrivate(`${path} can be read by other users and its mode cannot be changed`, {
      cause: fault,
    });
  }
  // Some file systems accept a mode and ignore it.
  if (isOpenToOthers(path)) {
    throw new FolderNotPrivate(`${path} can be read by other users and its file system keeps no modes`);
  }
  return 1;
}

const isOpenToOthers = (path: string): boolean => (lstatSync(path).mode & OTHERS) !== 0;
