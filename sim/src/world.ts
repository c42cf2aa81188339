// One run: the processes, their faults, their restarts, and the end at which everything must agree.

import { type Clients, PLATFORM, startClients } from './client.ts';
import { createGateways, type Gateways } from './cluster/gateways.ts';
import { inspect } from './desk-process.ts';
import { endRun } from './ending.ts';
import { createFaults } from './faults.ts';
import { type Goal, type GoalCounts, reach } from './goals.ts';
import { createMaintenance, type Maintenance } from './maintenance.ts';
import { createOracle, type Oracle } from './oracle.ts';
import type { Plan } from './plan.ts';
import { createProcesses, type Processes } from './processes.ts';
import { simProducts } from './products.ts';
import { createScheduler } from './scheduler.ts';
import type { CrashKind, Span, Stage } from './stage.ts';
import { createStorage, type Storage } from './storage.ts';
import { createStrike } from './strike.ts';
import { createTrace } from './trace.ts';
import { Violation } from './violation.ts';
import { createWallClock, type WallClock } from './wall-clock.ts';

/** What a run is made of. */
export interface Parts {
  readonly stage: Stage;
  readonly oracle: Oracle;
  readonly storage: Storage;
  readonly clock: WallClock;
  readonly clients: Clients;
  readonly gateways: Gateways | undefined;
  readonly processes: Processes;
  readonly maintenance: Maintenance;
}

export interface RunOptions {
  readonly onlyFaults?: ReadonlySet<string>;
  readonly onlyCommands?: ReadonlySet<string>;
  /** Dies at this await point of an I/O, counted from the start of the run. */
  readonly crashAt?: { readonly point: number; readonly kind: CrashKind };
  readonly show?: (line: string) => void;
}

export interface RunResult {
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
  readonly spans: readonly Span[];
}

const INSPECT_EVERY_MS = 1_000;

/** Must be called from a macrotask: see the scheduler. */
export function runPlan(plan: Plan, options: RunOptions = {}): RunResult {
  const scheduler = createScheduler(plan.seed);
  const trace = createTrace(scheduler.nowMs, options.show);
  const goals: GoalCounts = new Map();
  const spans: Span[] = [];
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
    isOver: () => over,
    // Up to its crash a run is the one without it.
    isRepeat: () => options.crashAt !== undefined && points < options.crashAt.point,
    points: () => points,
    wentOn: (what, from) => void spans.push({ what, from, to: points }),
    crashPoint(machine, operation) {
      points += 1;
      if (options.crashAt?.point === points) return options.crashAt.kind;
      if (!faults.strikes('kill', machine, operation)) return undefined;
      return faults.detail(machine, operation) < 0.4 ? 'power' : 'kill';
    },
    crash: (machine, kind) => processes.crash(machine, kind),
  };
  const oracle = createOracle(stage);
  const storage = createStorage(stage, oracle);
  const processes = createProcesses({
    ...{ stage, storage, oracle },
    points: () => points,
    isBehindCut: () => maintenance.isBehindCut(),
    onOpen(process) {
      gateways?.serve(process);
      if (!clients.asked().includes(PLATFORM)) return;
      for (const start of platforms) void start(stage, oracle, process);
    },
  });
  const gateways = plan.cluster.gateways > 0 ? createGateways(stage, () => storage.journal.epoch) : undefined;
  const maintenance = createMaintenance({ stage, storage, oracle, processes });
  const clients = startClients({
    stage,
    oracle,
    storage,
    gateways,
    only: options.onlyCommands,
    route(stale) {
      // Nobody can connect before the desk is open.
      const serving = processes.alive().filter(({ isStarted }) => isStarted);
      return stale && serving.length > 1 ? serving[0] : serving.at(-1);
    },
  });
  const parts: Parts = { stage, oracle, storage, clock, clients, gateways, processes, maintenance };
  const strike = createStrike(parts);
  for (const [index, moment] of plan.moments.entries())
    scheduler.after(moment.atMs, () => strike(moment, `${moment.fault}:${index}`));

  async function inspectNowAndThen(): Promise<void> {
    for (;;) {
      await scheduler.pause(INSPECT_EVERY_MS);
      const process = processes.newest();
      if (process?.desk.state() === 'OPEN' && oracle.lastEvent() > 0)
        await Promise.race([inspect(process, stage, oracle), scheduler.pause(2_000)]);
    }
  }

  processes.boot();
  void inspectNowAndThen();
  const ended = endRun(parts).then(() => {
    over = true;
  });
  ended.catch((fault: unknown) => stage.fail(new Violation('BUG', `at the end: ${String(fault)}`)));
  if (scheduler.run(() => over) === 'ENDLESS') stage.fail(new Violation('L-1', 'the run does not end'));
  trace.absorb(oracle.describe());
  return {
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
    spans,
  };
}
