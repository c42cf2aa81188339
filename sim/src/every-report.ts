// Puts together what the processes of `--every` found, and says it in lines.
import type { Crashed } from './every.ts';

export interface PartDone extends Crashed {
  /** The script, its journal and how it was crashed. */
  readonly what: string;
  readonly seconds: number;
}

const SHOWN_FAILURES = 5;

export function createEveryReport() {
  const done = new Map<string, PartDone>();
  return {
    add(part: PartDone): void {
      const before = done.get(part.what);
      const failures = [...(before?.failures ?? []), ...part.failures];
      const points = (before?.points ?? 0) + part.points;
      done.set(part.what, {
        ...part,
        points,
        failures,
        seconds: Math.max(before?.seconds ?? 0, part.seconds),
      });
    },
    *lines(): Iterable<string> {
      for (const { what, points, during, failures, seconds } of done.values()) {
        const within = Object.entries(during).map(([name, count]) => `${count} within ${name}`);
        const ofThem = within.length === 0 ? '' : ` (${within.join(', ')})`;
        yield `${what}: ${points} points${ofThem}, ${failures.length} failures, ${seconds.toFixed(1)} s`;
        for (const { point, what: why } of failures.slice(0, SHOWN_FAILURES))
          yield `  point ${point}: ${why}`;
      }
    },
  };
}
