// One run: the processes, their faults, their restarts, and the end at which everything must agree.
import { PLATFORM, startClients } from './client.ts';
import { inspect } from './desk-process.ts';
import { createEnding } from './ending.ts';
import { createFaults } from './faults.ts';
import { type Goal, type GoalCounts, reach } from './goals.ts';
import { createMaintenance } from './maintenance.ts';
import { createOracle } from './oracle.ts';
import type { Plan } from './plan.ts';
import { createProcesses } from './processes.ts';
import { simProducts } from './products.ts';
import { createScheduler } from './scheduler.ts';
import type { CrashKind, Stage } from './stage.ts';
import { createStorage } from './storage.ts';
import { createStrike } from './strike.ts';
import { createTrace } from './trace.ts';
import { Violation } from './violation.ts';
import { createWallClock } from './wall-clock.ts';

export interface RunOptions {
  readonly onlyFaults?: ReadonlySet<string>;
  readonly onlyCommands?: ReadonlySet<string>;
  /** Dies at this await point of an I/O, counted from the start of the run. */
  readonly crashAt?: { readonly point: number; readonly kind: CrashKind };
  readonly show?: (line: string) => void;
}

export interface RunResult {
  readonly seed: number;
  readonly violation:
    | { readonly invariant: string; readonly what: string; readonly atMs: number }
    | undefined;
  readonly last: readonly string[];
  readonly hash: string;
  readonly goals: GoalCounts;
  readonly faults: readonly string[];
  readonly commands: readonly string[];
  readonly counts: {
    readonly steps: number;
    readonly events: number;
    readonly answers: number;
    readonly boots: number;
  };
  readonly points: number;
}

const INSPECT_EVERY_MS = 1_000;

/** Must be called from a macrotask: see the scheduler. */
export function runPlan(plan: Plan, options: RunOptions = {}): RunResult {
  const scheduler = createScheduler(plan.seed);
  const trace = createTrace(scheduler.nowMs, options.show);
  const goals: GoalCounts = new Map();
  let violation: RunResult['violation'];
  let over = false;
  let points = 0;
  const clock = createWallClock(plan, scheduler);
  const platforms = simProducts.map((product) => product.createPlatform());

  const faults = createFaults({
    plan,
    nowMs: scheduler.nowMs,
    only: options.onlyFaults,
    onStrike: (name) => trace.note(`fault ${name}`),
  });
  const stage: Stage = {
    plan,
    scheduler,
    faults,
    trace,
    clock: clock.now,
    reached: (goal: Goal) => reach(goals, goal),
    fail(failure) {
      if (violation !== undefined) return;
      trace.note(`VIOLATION ${failure.message}`);
      violation = { invariant: failure.invariant, what: failure.message, atMs: scheduler.nowMs() };
      over = true;
    },
    crashPoint(machine, operation) {
      points += 1;
      if (options.crashAt?.point === points) return options.crashAt.kind;
      if (!faults.strikes('kill', machine, operation)) return undefined;
      return faults.detail(machine, operation) < 0.4 ? 'power' : 'kill';
    },
    crash: (machine, kind) => crash(machine, kind),
  };
  const oracle = createOracle(stage);
  const storage = createStorage(stage, oracle);
  const processes = createProcesses({
    ...{ stage, storage, oracle },
    points: () => points,
    isBehindCut: () => maintenance.isBehindCut(),
    onOpen(process) {
      if (!clients.asked().includes(PLATFORM)) return;
      for (const start of platforms) void start(stage, oracle, process);
    },
    isOver: () => over,
  });
  const { alive, newest, boot, crash, flips, mendFlips, rebuildTables } = processes;
  const maintenance = createMaintenance({
    stage,
    storage,
    oracle,
    isDisturbed: () =>
      alive().length > 1 || flips.length > 0 || alive().some((each) => each.mayHaveReadDamage),
  });
  const clients = startClients({
    stage,
    oracle,
    storage,
    only: options.onlyCommands,
    route(stale) {
      // Nobody can connect before the desk is open.
      const serving = alive().filter(({ isStarted }) => isStarted);
      return stale && serving.length > 1 ? serving[0] : serving.at(-1);
    },
  });
  const strike = createStrike({
    ...{ stage, storage, maintenance, clock, clients, newest, boot, crash, flips },
    isOver: () => over,
  });
  for (const [index, moment] of plan.moments.entries())
    scheduler.after(moment.atMs, () => strike(moment, `${moment.fault}:${index}`));
  const pause = (ms: number) => new Promise<void>((resolve) => scheduler.after(ms, resolve));

  async function inspectNowAndThen(): Promise<void> {
    for (;;) {
      await pause(INSPECT_EVERY_MS);
      const process = newest();
      if (process?.desk.state() === 'OPEN' && oracle.lastEvent() > 0)
        await Promise.race([inspect(process, stage, oracle), pause(2_000)]);
    }
  }

  const end = createEnding({
    ...{ stage, oracle, storage, maintenance, clock, clients, newest, pause, mendFlips, rebuildTables },
    dieAll: processes.dieAll,
    isOver: () => over,
  });

  boot();
  void inspectNowAndThen();
  const ended = end().then(() => {
    over = true;
  });
  ended.catch((fault: unknown) => stage.fail(new Violation('BUG', `at the end: ${String(fault)}`)));
  if (scheduler.run(() => over) === 'ENDLESS') stage.fail(new Violation('L-1', 'the run does not end'));
  trace.absorb(oracle.describe());
  return {
    seed: plan.seed,
    violation,
    last: trace.last(),
    hash: trace.hash(),
    goals,
    faults: faults.struck(),
    commands: clients.asked(),
    counts: {
      steps: scheduler.events(),
      events: oracle.lastEvent(),
      answers: clients.answered(),
      boots: processes.boots(),
    },
    points,
  };
}
