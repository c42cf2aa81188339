// Callers that each wait for their answer before the next call, and what they measured.

export interface Seen {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** `ask` gets the number of the caller and how many calls it has made before. */
export async function callFor(
  durationMs: number,
  callers: number,
  ask: (caller: number, nth: number) => Promise<void>,
): Promise<Seen> {
  const took: number[] = [];
  const started = performance.now();
  const end = started + durationMs;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let nth = 0; ; nth += 1) {
        const asked = performance.now();
        if (asked >= end) return;
        await ask(caller, nth);
        took.push(performance.now() - asked);
      }
    }),
  );
  return summary(took, performance.now() - started);
}

export function summary(list: readonly number[], elapsedMs: number): Seen {
  // As numbers, a million of them are sorted in a tenth of a second; with a comparison it would take a whole one, in
  // which the process handles nothing else.
  const took = Float64Array.from(list).sort();
  const at = (share: number) =>
    Number((took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0).toFixed(3));
  return { perSecond: Math.round((took.length / elapsedMs) * 1_000), p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** The value in the middle; NaN of none. */
export const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The round whose rate is in the middle: one run on a shared machine proves little. */
export function median(rounds: readonly Seen[]): Seen {
  const sorted = rounds.toSorted((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('no round was run');
  return middle;
}

export const rounded = (value: number): number => Number(value.toFixed(2));
