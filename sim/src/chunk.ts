// Some seeds, one after the other, up to the first violation.
import { inMacrotask } from './macrotask.ts';
import { drawPlan } from './plan.ts';
import { type RunResult, runPlan } from './world.ts';

export interface Chunk {
  readonly from: number;
  readonly count: number;
}

export interface ChunkDone {
  readonly count: number;
  readonly events: number;
  readonly goals: readonly (readonly [string, number])[];
  readonly failure?: NonNullable<RunResult['violation']> &
    Pick<RunResult, 'last'> & { readonly seed: number };
}

let stray: unknown;
process.on('unhandledRejection', (fault) => {
  stray = fault;
});

const nextMacrotask = () => new Promise<void>((resolve) => void setImmediate(resolve));

export async function runChunk({ from, count }: Chunk): Promise<ChunkDone> {
  const goals = new Map<string, number>();
  let events = 0;
  stray = undefined;
  for (let seed = from; seed < from + count; seed += 1) {
    const done = await inMacrotask(() => runPlan(drawPlan(seed))).catch((fault: unknown) => {
      stray = fault;
      return undefined;
    });
    await nextMacrotask();
    for (const [goal, times] of done?.goals ?? []) goals.set(goal, (goals.get(goal) ?? 0) + times);
    events += done?.counts.steps ?? 0;
    const failure =
      done?.violation ??
      (stray === undefined ? undefined : { invariant: 'BUG', what: String(stray), atMs: 0 });
    if (failure)
      return {
        count: seed - from + 1,
        events,
        goals: [...goals],
        failure: { seed, ...failure, last: done?.last ?? [] },
      };
  }
  return { count, events, goals: [...goals] };
}
