// The processor time that processes have used, with all their threads, as the kernel counts it.
import { readdirSync, readFileSync } from 'node:fs';

/** Of a second: the kernel's unit, on every Linux that we know. */
const TICKS_PER_SECOND = 100;

export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + spentBy(pid).seconds, 0);
}

/** Of the main threads alone, without workers and helpers. */
export function mainThreadSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + spentBy(pid, `task/${pid}/`).seconds, 0);
}

interface Spent {
  readonly parent: number;
  readonly seconds: number;
  /** Of the processes that it has started and that have ended. */
  readonly endedSeconds: number;
}

function spentBy(pid: number, of = ''): Spent {
  const stat = readFileSync(`/proc/${pid}/${of}stat`, 'utf8');
  // Counted after the name, which may contain spaces: the parent is field 4, the times begin with field 14.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_SECOND;
  return { parent: Number(fields[1]), seconds: seconds(11), endedSeconds: seconds(13) };
}

/** Of a process, of those that it has started, and of those of them that have ended. */
export function familySeconds(pid: number): number {
  const { seconds, endedSeconds } = spentBy(pid);
  return childrenOf(pid).reduce((sum, child) => sum + child.seconds, seconds + endedSeconds);
}

function childrenOf(parent: number): readonly Spent[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return spentBy(Number(name));
      } catch {
        // It has ended since the list was made.
        return [];
      }
    })
    .filter((each) => each.parent === parent);
}

/** What processes hold in memory now. */
export function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return sum + Number(kilobytes) * 1_024;
  }, 0);
}
