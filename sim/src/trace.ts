// What happened, in order: the last lines for a person, a hash of all of them for comparing two runs.

const SHOWN = 25;

export interface Trace {
  note(line: string): void;
  /** Into the hash only. */
  absorb(text: string): void;
  last(): readonly string[];
  hash(): string;
}

export function createTrace(nowMs: () => number, show?: (line: string) => void): Trace {
  const ring: string[] = [];
  let high = 0x811c9dc5;
  let low = 0x1b873593;
  let count = 0;

  function absorb(text: string): void {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      high = Math.imul(high ^ code, 0x01000193);
      low = Math.imul(low ^ code, 0x5bd1e995) ^ (low >>> 15);
    }
  }

  return {
    absorb,
    note(text) {
      const line = `${nowMs().toFixed(3)} ${text}`;
      absorb(line);
      ring[count % SHOWN] = line;
      count += 1;
      show?.(line);
    },
    last: () =>
      Array.from(
        { length: Math.min(SHOWN, count) },
        (_, back) => ring[(Math.max(0, count - SHOWN) + back) % SHOWN] ?? '',
      ),
    hash: () => (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0'),
  };
}
