// The simulator's command line: see the usage below.
import { execFileSync, fork } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FIRST_CLUSTER_SEED } from './cluster/plan.ts';
import { createEveryReport, type PartDone } from './every-report.ts';
import { findMutants } from './find-mutants.ts';
import { inMacrotask } from './macrotask.ts';
import { plant } from './plant.ts';
import { runSeeds, type SeedsDone } from './seeds.ts';
import type { Regression } from './shrink.ts';

const USAGE = `npm run sim -- [--seeds N] [--from S]   many seeds on all cores, ends at the first violation; without
                                         --from a quarter as many with gateways and standbys besides
npm run sim -- --seed S [--trace]        one seed; the last line is the same every time
npm run sim -- --seed S --shrink         as few faults and commands as possible, kept in sim/regressions
npm run sim -- --regression FILE         a shrunk run again; it must not fail any more
npm run sim -- --every                   a script without faults, crashed at every await point of an I/O
npm run sim -- --mutants [--only PART]   planted bugs, or those with this in their name: each must be found
               --note                    with --mutants: writes down which seed finds each, to begin with it
               --proven N                with --mutants: seeds up to N were run before without a planted bug
               --mutant NAME             with one planted bug (with --seed or --seeds)`;

const { values: asked } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    every: { type: 'boolean', default: false },
    part: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    only: { type: 'string' },
    note: { type: 'boolean', default: false },
    proven: { type: 'string', default: '0' },
    regression: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

/** With fewer seeds a goal may be missed by chance. */
const SEEDS_FOR_GOALS = 1_000;

/** A short run that has everything: bets of both kinds, a void, a draw, payments, orders, and ends of trade dates. */
const EVERY_SEED = 10;
const EVERY_PROCESSES = 2;

const writeLine = (line: string) => void process.stdout.write(`${line}\n`);
const seconds = (since: number) => (performance.now() - since) / 1_000;

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unknown';
  }
}

function writeFailure(failure: NonNullable<SeedsDone['failure']>): void {
  writeLine('');
  for (const line of failure.last) writeLine(`  ${line}`);
  writeLine(`commit ${commit()}  seed ${failure.seed}  ${failure.what}  at ${failure.atMs.toFixed(3)} ms`);
  writeLine(
    `again: npm run sim -- --seed ${failure.seed}${asked.mutant ? ` --mutant "${asked.mutant}"` : ''} --trace`,
  );
}

const rangeOf = (from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => from + at);

async function manySeeds(): Promise<number> {
  const asOne = Number(asked.seeds);
  // From the first seed on, a fifth of them have gateways and standbys.
  const asCluster = asked.from === undefined ? Math.ceil(asOne / 4) : 0;
  const count = asOne + asCluster;
  const began = performance.now();
  let shown = began;
  const done = await runSeeds({
    ...(asked.from === undefined
      ? { seeds: [...rangeOf(1, asOne), ...rangeOf(FIRST_CLUSTER_SEED, asCluster)] }
      : { from: Number(asked.from), count }),
    ...(asked.mutant === undefined ? {} : { mutant: asked.mutant }),
    onProgress(seeds) {
      if (performance.now() - shown < 5_000) return;
      shown = performance.now();
      writeLine(`${seeds} of ${count} seeds, ${(seeds / seconds(began)).toFixed(1)} a second`);
    },
  });
  const { goals } = await import('./products.ts');
  for (const goal of goals) writeLine(`${String(done.goals.get(goal) ?? 0).padStart(8)}  ${goal}`);
  writeLine(
    `${done.count} seeds, ${done.steps} steps, ${(done.count / seconds(began)).toFixed(1)} seeds a second`,
  );
  if (done.failure) {
    writeFailure(done.failure);
    return 1;
  }
  const missed = goals.filter((goal) => !done.goals.has(goal));
  if (asOne < SEEDS_FOR_GOALS || missed.length === 0) return 0;
  writeLine(`never happened: ${missed.join(', ')}`);
  return 1;
}

async function oneSeed(seed: number): Promise<number> {
  const { drawPlan } = await import('./plan.ts');
  const { runPlan } = await import('./world.ts');
  const result = await inMacrotask(() => runPlan(drawPlan(seed), asked.trace ? { show: writeLine } : {}));
  const { violation, hash, counts } = result;
  if (violation) writeFailure({ seed, ...violation, last: result.last });
  writeLine(
    `seed ${seed} hash ${hash} steps ${counts.steps} events ${counts.events} answers ${counts.answers} boots ${counts.boots}${violation ? ` ${violation.invariant}` : ''}`,
  );
  return violation ? 1 : 0;
}

async function shrinkSeed(seed: number): Promise<number> {
  const { shrink } = await import('./shrink.ts');
  const small = await inMacrotask(() => shrink(seed));
  if (small === undefined) {
    writeLine(`seed ${seed} does not fail`);
    return 1;
  }
  const folder = new URL('../regressions/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const file = new URL(`${small.invariant.toLowerCase()}-${seed}.json`, folder);
  writeFileSync(file, `${JSON.stringify(small, undefined, 2)}\n`);
  writeLine(
    `${small.faults.length} faults, ${small.commands.length} commands: ${file.pathname.split('/').at(-1)}`,
  );
  return 0;
}

async function oneRegression(name: string): Promise<number> {
  const { replay } = await import('./shrink.ts');
  const text = readFileSync(new URL(`../regressions/${name}`, import.meta.url), 'utf8');
  const regression = JSON.parse(text) as Regression;
  const { violation } = await inMacrotask(() => replay(regression));
  writeLine(violation ? `${name} fails again: ${violation.what}` : `${name} holds`);
  return violation ? 1 : 0;
}

/** Two processes share the points of every script. They end with this one: a loop of theirs lasts minutes. */
async function everyPoint(): Promise<number> {
  const report = createEveryReport();
  const [program = '', ...given] = process.argv.slice(1);
  const parts = Array.from({ length: EVERY_PROCESSES }, (_, part) =>
    fork(program, [...given, '--part', String(part)], { execArgv: process.execArgv }),
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      for (const part of parts) part.kill('SIGKILL');
    });
  const codes = await Promise.all(
    parts.map(
      (part) =>
        new Promise<number>((resolve, reject) => {
          part
            .on('message', (done) => report.add(done as PartDone))
            .once('error', reject)
            .once('exit', (code) => resolve(code ?? 1));
        }),
    ),
  );
  for (const line of report.lines()) writeLine(line);
  return Math.max(...codes);
}

async function everyPointOf(part: number): Promise<number> {
  const { crashEverywhere, runCalm, scriptsOf } = await import('./every.ts');
  let failed = 0;
  for (const journal of ['file', 'table'] as const)
    for (const script of scriptsOf(journal, EVERY_SEED)) {
      const calm = await inMacrotask(() => runCalm(script));
      for (const kind of ['kill', 'power'] as const) {
        const began = performance.now();
        const share = { part, of: EVERY_PROCESSES };
        const done = await inMacrotask(() => crashEverywhere(script, calm, kind, share));
        const what = `${script.what}, ${journal} journal, ${kind}`;
        process.send?.({ what, ...done, seconds: seconds(began) } satisfies PartDone);
        failed += done.failures.length;
      }
    }
  return failed === 0 ? 0 : 1;
}

async function allMutants(): Promise<number> {
  const found = await findMutants({
    only: asked.only,
    from: asked.from === undefined ? undefined : Number(asked.from),
    note: asked.note,
    proven: Number(asked.proven),
    writeLine,
  });
  return found ? 0 : 1;
}

function chosen(): Promise<number> {
  if (asked.help) {
    writeLine(USAGE);
    return Promise.resolve(0);
  }
  if (asked.mutants) return allMutants();
  if (asked.seed === undefined && !asked.every && asked.regression === undefined) return manySeeds();
  if (asked.mutant !== undefined) plant(asked.mutant);
  if (asked.every) return asked.part === undefined ? everyPoint() : everyPointOf(Number(asked.part));
  if (asked.regression !== undefined) return oneRegression(asked.regression);
  const seed = Number(asked.seed);
  return asked.shrink ? shrinkSeed(seed) : oneSeed(seed);
}

process.exitCode = await chosen();
