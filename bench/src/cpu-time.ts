// The processor time that processes have used, with all their threads, as the kernel counts it.
import { readFileSync } from 'node:fs';

/** Of a second: the kernel's unit, on every Linux that we know. */
const TICKS_PER_SECOND = 100;

export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + secondsOf(pid), 0);
}

function secondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Counted after the name, which may contain spaces: user time and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
