// One run: the processes, what strikes them, who starts them again, and the end at which everything must agree.
import { DamagedJournal, Fenced } from '@maru/server/journal/journal';
import { BrokenShadow } from '@maru/server/shadow/shadow';
import { TablesDiffer } from '@maru/server/shadow/tables';
import { PLATFORM, startClients } from './client.ts';
import { bootProcess, type DeskProcess, inspect } from './desk-process.ts';
import { mix, share, streams } from './dice.ts';
import { editTables, isMissed, isOvertaken, refusesEdit } from './edited-tables.ts';
import { createEnding } from './ending.ts';
import { createFaults } from './faults.ts';
import { type Goal, type GoalCounts, reach } from './goals.ts';
import { createKeeper } from './keeper.ts';
import { createOracle } from './oracle.ts';
import type { Moment, Plan } from './plan.ts';
import { simProducts } from './products.ts';
import { rebuild } from './rebuild.ts';
import { createScheduler } from './scheduler.ts';
import type { CrashKind, Stage } from './stage.ts';
import { createStorage, SHARD } from './storage.ts';
import { createTrace } from './trace.ts';
import { Violation } from './violation.ts';
import { ConnectionLost } from './virtual-database.ts';
import { DiskError } from './virtual-disk.ts';
import { fallBack } from './virtual-tables.ts';
import { createWallClock } from './wall-clock.ts';
import { flipSyncedByte, wrongDiskFor } from './wrong-disk.ts';

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
/** Longer than a machine stands still, or a database takes to answer. */
const IN_HAND_MS = 6_000;
/** Longer than rows of finished things are kept. */
const DAYS_MS = 3 * 86_400_000;

/** Must be called from a macrotask: see the scheduler. */
export function runPlan(plan: Plan, options: RunOptions = {}): RunResult {
  const scheduler = createScheduler(plan.seed);
  const trace = createTrace(scheduler.nowMs, options.show);
  const goals: GoalCounts = new Map();
  let violation: RunResult['violation'];
  let over = false;
  let points = 0;
  let boots = 0;
  const clock = createWallClock(plan, scheduler);
  let refusedBoots = 0;
  let rebuiltAtMs = -Infinity;
  const processes: DeskProcess[] = [];
  const flips: (() => void)[] = [];
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
    fail(found) {
      if (violation !== undefined) return;
      trace.note(`VIOLATION ${found.message}`);
      violation = { invariant: found.invariant, what: found.message, atMs: scheduler.nowMs() };
      over = true;
    },
    crashPoint(machine, operation) {
      points += 1;
      if (options.crashAt?.point === points) return options.crashAt.kind;
      if (!faults.strikes('kill', machine, operation)) return undefined;
      return faults.detail(machine, operation) < 0.4 ? 'power' : 'kill';
    },
    crash,
  };
  const oracle = createOracle(stage);
  const storage = createStorage(stage, oracle);
  const keeper = createKeeper({
    stage,
    storage,
    oracle,
    isDisturbed: () =>
      alive().length > 1 || flips.length > 0 || alive().some((each) => each.mayHaveReadDamage),
  });
  const alive = () => processes.filter(({ machine }) => machine.isAlive());
  /** The newest that is open; one that waits for its turn is no owner yet. */
  const newest = () => alive().findLast(({ desk }) => desk.state() === 'OPEN') ?? alive().at(-1);

  function crash(id: number, asked: CrashKind): void {
    // After a failed sync the cache shows what the medium does not have, and no program can tell: only a machine that
    // was switched off is simulated from there, as the process itself would have cut those bytes.
    const kind = asked === 'kill' && storage.medium.isPoisoned() ? 'power' : asked;
    trace.note(`${kind} of m${id}`);
    noteCrash();
    if (kind === 'kill') {
      die(id);
      return;
    }
    for (const { machine } of alive()) die(machine.id);
    const draw = mix(plan.seed, streams.faults, points, id);
    storage.medium.powerLoss(draw);
    for (const shelf of Object.values(storage.archive)) shelf.powerLoss(draw);
    if (plan.mode === 'table') storage.database.restart(50);
    else if (fallBack(storage.tables, Math.min(1, 1.3 * faults.detail(id, points))))
      stage.reached('tables fell back after power loss');
  }

  function noteCrash(): void {
    for (const file of storage.medium.files.values())
      if (file.cache.length > file.medium.length) stage.reached('crash between append and sync');
    if (oracle.lastEvent() > oracle.newestReleased()) stage.reached('crash between sync and reply');
  }

  function die(id: number): void {
    const process = processes.find(({ machine }) => machine.id === id);
    if (process === undefined || !process.machine.isAlive()) return;
    process.machine.kill();
    if (newest() === undefined) bootLater();
  }

  function bootLater(): void {
    scheduler.after(5 + 200 * share(plan.seed, streams.schedule, boots, 7), () => {
      if (newest() === undefined && !over) boot();
    });
  }

  function boot(): void {
    boots += 1;
    const wrongDisk =
      plan.mode === 'file' && faults.strikes('wrong-disk', boots, 0)
        ? wrongDiskFor(storage, SHARD, faults.detail(boots, 31))
        : undefined;
    if (alive().length === 0 && faults.strikes('edited-tables', boots, 0))
      editTables(storage.tables, faults.detail(boots, 47), { isRunning: false, note: trace.note });
    trace.note(`m${boots} boots${wrongDisk ? ` with a disk that is ${wrongDisk.kind}` : ''}`);
    const process = bootProcess({
      stage,
      storage,
      oracle,
      id: boots,
      wrongDisk,
      onHalt: halted,
    });
    processes.push(process);
    const eventsBefore = oracle.lastEvent();
    process.desk.start().then(
      () => {
        if (!process.machine.isAlive()) return;
        trace.note(`m${process.machine.id} is open`);
        process.isStarted = true;
        refusedBoots = 0;
        if (process.wrongDisk)
          stage.fail(new Violation('WRONG-DISK', `${process.wrongDisk} was not noticed`));
        if (isMissed(storage.tables) && isOvertaken(storage.tables, oracle)) rebuildTables();
        else if (isMissed(storage.tables))
          stage.fail(new Violation('I-45', `edited and not noticed: ${storage.tables.edited?.what}`));
        if (
          eventsBefore > 0 &&
          storage.tables.rows.lastEvent > 0 &&
          storage.tables.rows.lastEvent < oracle.lastEvent()
        )
          stage.reached('tables and tail');
        void inspect(process, stage, oracle);
        if (!clients.asked().includes(PLATFORM)) return;
        for (const start of platforms) void start(stage, oracle, process);
      },
      (fault: unknown) => halted(process, fault),
    );
  }

  /** The process says that it cannot go on: is that right, and then it ends. */
  function halted(process: DeskProcess, fault: unknown): void {
    const { machine } = process;
    if (!machine.isAlive()) return;
    trace.note(`m${machine.id} halts: ${String(fault)}`);
    const others = processes.some((other) => other !== process && other.machine.id > machine.id);
    if (fault instanceof Violation) stage.fail(fault);
    else if (fault instanceof Fenced) {
      if (plan.mode === 'file' || storage.journal.epoch === process.desk.stats().epoch)
        stage.fail(new Violation('I-27', 'a desk believes itself fenced and is not'));
      if (others) stage.reached('fenced old owner');
    } else if (fault instanceof DamagedJournal) {
      if (process.wrongDisk) stage.reached('wrong disk refused');
      else if (flips.length > 0 || process.mayHaveReadDamage) stage.reached('damage before the end refused');
      else if (keeper.isBehindCut()) {
        stage.reached('tables behind the cut');
        rebuildTables();
      } else stage.fail(new Violation('L-6', `a whole journal is refused: ${fault.message}`));
      mendFlips();
    } else if (fault instanceof BrokenShadow) {
      if (processes.length < 2) stage.fail(new Violation('I-19', fault.message));
    } else if (refusesEdit(storage.tables, fault) || (fault instanceof TablesDiffer && isJustRebuilt())) {
      stage.reached('edited tables refused');
      rebuildTables();
    } else if (!(fault instanceof DiskError || fault instanceof ConnectionLost))
      stage.fail(new Violation('BUG', String(fault)));
    else if (faults.isOver() && ++refusedBoots > 20)
      stage.fail(new Violation('L-6', `it does not start: ${String(fault)}`));
    // What it has said may still leave; then the process is gone.
    scheduler.after(3, () =>
      machine.deliver(() => (storage.medium.isPoisoned() ? crash(machine.id, 'power') : die(machine.id))),
    );
  }

  /** Whoever runs meanwhile may still have in hand what it read before. */
  const isJustRebuilt = () => scheduler.nowMs() - rebuiltAtMs < IN_HAND_MS;

  /** Done before anything else happens: it waits for nothing. */
  function rebuildTables(): void {
    mendFlips();
    rebuiltAtMs = scheduler.nowMs();
    rebuild(storage, plan.mode).catch((fault: unknown) =>
      stage.fail(new Violation('ARCHIVE', `the tables cannot be rebuilt: ${String(fault)}`)),
    );
  }

  function mendFlips(): void {
    // Who stands still with damaged bytes in its hands will say so later, when they are whole again.
    if (flips.length > 0) for (const process of alive()) process.mayHaveReadDamage = true;
    for (const mend of flips.splice(0)) mend();
  }

  function strike({ fault, draw }: Moment, name: string): void {
    const process = newest();
    if (over || process === undefined || !faults.allows(name)) return;
    const part = share(draw, 1);
    switch (fault) {
      case 'kill-now':
        crash(process.machine.id, 'kill');
        return;
      case 'power-loss':
        crash(process.machine.id, 'power');
        return;
      case 'stall':
        process.machine.stall(100 + Math.floor(part * part * 4_900));
        return;
      case 'second-owner':
        // Either it stands still for longer than its lease, or it goes on as if nothing had happened.
        if (part < 0.7) {
          const stallMs = Math.floor(plan.knobs.leaseMs * (0.5 + 1.5 * share(draw, 2)));
          process.machine.stall(stallMs);
          if (share(draw, 3) < 0.5) storage.database.sever(process.machine.id);
          // The first it hears when it moves again is a question that only the new owner can answer.
          scheduler.after(stallMs - 0.01, () => {
            for (let player = 1; player <= Math.min(3, plan.players); player += 1)
              clients.readThrough(process, player);
          });
        }
        boot();
        return;
      case 'clock-step':
        if (clock.step(draw, part) === 'BACK') stage.reached('clock went back');
        return;
      case 'archive':
        if (!process.isStarted) return;
        if (share(draw, 8) < 0.3) clock.jump(DAYS_MS);
        void keeper.archive(process, draw);
        return;
      case 'audit':
        if (process.isStarted) void keeper.audit(process);
        return;
      case 'edit-running':
        editTables(storage.tables, part, { isRunning: true, note: trace.note });
        // Somebody audits within a second.
        scheduler.after(1_000 * share(draw, 2), () => {
          const auditing = newest();
          if (auditing?.isStarted) void keeper.audit(auditing);
        });
        return;
      case 'database-restart':
        storage.database.restart(50 + Math.floor(part * 1_500));
        return;
      case 'disk-outage':
        storage.medium.outUntilMs = scheduler.nowMs() + 20 + part * plan.knobs.patienceMs * 2;
        return;
      case 'flip-synced': {
        const mend = flipSyncedByte(storage.medium, draw);
        if (mend) flips.push(mend);
      }
    }
  }

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
    ...{ stage, oracle, storage, keeper, clock, clients, newest, pause, mendFlips, rebuildTables },
    dieAll() {
      for (const { machine } of alive()) die(machine.id);
    },
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
      boots,
    },
    points,
  };
}
