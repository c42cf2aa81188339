// The data folder of embedded mode, and the two locks that keep a second process out of it. The embedded database has
// none of its own: two processes on one folder silently lose each other's commits.
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { makePrivate } from './private-folder.ts';

export interface DataDirectory {
  /** The machine itself stopped while the platform ran: what was not synced may be lost, so the tables are rebuilt. */
  readonly machineStopped: boolean;
  /** How many of its files and folders other users could read until now. */
  readonly closedToOthers: number;
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
  readonly bootId: string;
}

export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';
}

export async function lockDataDirectory(folder: string): Promise<DataDirectory> {
  const closedToOthers = makePrivate(folder);
  const file = join(folder, 'lock');
  const guard = await bindGuard(folder, file);
  try {
    const earlier = readHolder(file);
    if (earlier !== undefined && isAlive(earlier)) throw inUse(folder, earlier);
    const machineStopped = earlier !== undefined && earlier.bootId !== bootId();
    rmSync(file, { force: true });
    writeHolder(file);
    return {
      machineStopped,
      closedToOthers,
      release() {
        rmSync(file, { force: true });
        guard?.close();
      },
    };
  } catch (fault) {
    guard?.close();
    throw fault;
  }
}

/** A socket name that the kernel gives to one process at a time and frees when the process ends in any way. */
function bindGuard(folder: string, file: string): Promise<Server | undefined> {
  if (process.platform !== 'linux') return Promise.resolve(undefined);
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32);
  const guard = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    guard.once('error', (fault: NodeJS.ErrnoException) => {
      reject(fault.code === 'EADDRINUSE' ? inUse(folder, readHolder(file)) : fault);
    });
    guard.listen(`\0maru-${name}`, () => resolve(guard.unref()));
  });
}

const inUse = (folder: string, holder: Holder | undefined) =>
  new DirectoryInUse(`${folder} is in use by process ${holder?.pid ?? 'unknown'}`);

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function writeHolder(file: string): void {
  const holder: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? '', bootId: bootId() };
  writeFileSync(file, JSON.stringify(holder), { flag: 'wx', mode: 0o600, flush: true });
}

/** Process ids are reused, so a running process counts only if it started when the holder did. */
function isAlive(holder: Holder): boolean {
  if (holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const started = startOf(holder.pid);
  return holder.bootId === bootId() && (started === undefined || started === holder.startedAt);
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** The start time as the kernel reports it: field 22, counted after the name, which may contain spaces. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
