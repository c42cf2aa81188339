// Many seeds on all cores: hands out chunks to worker processes and stops at the first violation.
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Chunk, ChunkDone } from './chunk.ts';

export interface SeedsDone {
  readonly count: number;
  readonly steps: number;
  readonly goals: ReadonlyMap<string, number>;
  readonly failure: ChunkDone['failure'];
}

export type Seeds = { readonly from: number; readonly count: number } | { readonly seeds: Iterable<number> };

export type SeedsOptions = Seeds & {
  readonly mutant?: string;
  readonly workers?: number;
  readonly onProgress?: (done: number) => void;
};

const CHUNK = 5;
/** Every worker reads the same sources. A planted bug is another text, which the cache tells apart by its content. */
export const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled-sim', import.meta.url));

function chunksOf(seeds: Seeds): Chunk[] {
  if ('seeds' in seeds) return Array.from(seeds.seeds, (from) => ({ from, count: 1 }));
  const chunks: Chunk[] = [];
  const end = seeds.from + seeds.count;
  for (let from = seeds.from; from < end; from += CHUNK)
    chunks.push({ from, count: Math.min(CHUNK, end - from) });
  return chunks;
}

export function runSeeds(options: SeedsOptions): Promise<SeedsDone> {
  const { mutant, onProgress, workers = Math.min(2, availableParallelism()) } = options;
  const goals = new Map<string, number>();
  const chunks = chunksOf(options);
  let done = 0;
  let steps = 0;
  let failure: ChunkDone['failure'];

  function handOut(child: ChildProcess): void {
    const next = failure === undefined ? chunks.shift() : undefined;
    if (next === undefined) child.disconnect();
    else child.send(next);
  }

  function addChunk(chunk: ChunkDone): void {
    done += chunk.count;
    steps += chunk.events;
    for (const [goal, times] of chunk.goals) goals.set(goal, (goals.get(goal) ?? 0) + times);
    if (chunk.failure && (failure === undefined || chunk.failure.seed < failure.seed))
      failure = chunk.failure;
    onProgress?.(done);
  }

  const finished = Array.from({ length: workers }, () => {
    const child = fork(new URL('./worker.ts', import.meta.url), mutant === undefined ? [] : [mutant], {
      execArgv: ['--allow-natives-syntax'],
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    });
    return new Promise<void>((resolve, reject) => {
      child.on('message', (message: ChunkDone | 'READY') => {
        if (message !== 'READY') addChunk(message);
        handOut(child);
      });
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))));
    });
  });
  return Promise.all(finished).then(() => ({ count: done, steps, goals, failure }));
}
