// The processes of a run: how they start, how they die, and what is done when one halts.
import { keepStandbys } from './cluster/standby.ts';
import { bootProcess, type DeskProcess, inspect } from './desk-process.ts';
import { mix, share, streams } from './dice.ts';
import { editTables, isMissed, isOvertaken } from './edited-tables.ts';
import { createHaltJudge } from './judge-halt.ts';
import type { Maintenance } from './maintenance.ts';
import { rebuild } from './rebuild.ts';
import type { CrashKind } from './stage.ts';
import { SHARD } from './storage.ts';
import { Violation } from './violation.ts';
import { fallBack } from './virtual-tables.ts';
import type { Parts } from './world.ts';
import { wrongDiskFor } from './wrong-disk.ts';

/** Longer than a machine is stalled, or a database takes to answer. */
const IN_HAND_MS = 6_000;

export type Processes = ReturnType<typeof createProcesses>;

export function createProcesses(
  parts: Pick<Parts, 'stage' | 'storage' | 'oracle'> & {
    /** Await points of an I/O so far. */
    readonly points: () => number;
    readonly isBehindCut: Maintenance['isBehindCut'];
    readonly onOpen: (process: DeskProcess) => void;
  },
) {
  const { stage, storage, oracle, points, isBehindCut, onOpen } = parts;
  const { plan, scheduler, faults, trace, isOver } = stage;
  const processes: DeskProcess[] = [];
  /** Each undoes a damage again. */
  const flips: (() => void)[] = [];
  let boots = 0;
  let rebuiltAtMs = -Infinity;
  let isEnding = false;
  const alive = () => processes.filter(({ machine }) => machine.isAlive());
  /** The newest that is open; one that waits for the shard is no owner yet. */
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
    const draw = mix(plan.seed, streams.faults, points(), id);
    storage.medium.powerLoss(draw);
    for (const shelf of Object.values(storage.archive)) shelf.powerLoss(draw);
    if (plan.mode === 'table') storage.database.restart(50);
    else if (fallBack(storage.tables, Math.min(1, 1.3 * faults.detail(id, points()))))
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
      if (newest() === undefined && !isOver()) boot();
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
      isStandby: false,
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
        halts.started();
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
        onOpen(process);
      },
      (fault: unknown) => halted(process, fault),
    );
  }

  keepStandbys({
    ...{ stage, processes, halted },
    isWanted: () => !isEnding,
    boot() {
      boots += 1;
      const options = { stage, storage, oracle, id: boots, isStandby: true, wrongDisk: undefined };
      return bootProcess({ ...options, onHalt: halted });
    },
    opened(process) {
      halts.started();
      void inspect(process, stage, oracle);
      onOpen(process);
    },
  });

  const halts = createHaltJudge({
    ...{ stage, storage, processes, rebuildTables, mendFlips, isBehindCut },
    isDamaged: () => flips.length > 0,
    isJustRebuilt: () => scheduler.nowMs() - rebuiltAtMs < IN_HAND_MS,
  });

  function halted(process: DeskProcess, fault: unknown): void {
    const { machine } = process;
    if (!machine.isAlive()) return;
    trace.note(`m${machine.id} halts: ${String(fault)}`);
    halts.judge(process, fault);
    // What it has released may still be delivered; then the process dies.
    scheduler.after(3, () =>
      machine.deliver(() => (storage.medium.isPoisoned() ? crash(machine.id, 'power') : die(machine.id))),
    );
  }

  /** Done before anything else happens: it waits for nothing. */
  function rebuildTables(): void {
    mendFlips();
    rebuiltAtMs = scheduler.nowMs();
    rebuild(storage, plan.mode).catch((fault: unknown) =>
      stage.fail(new Violation('ARCHIVE', `the tables cannot be rebuilt: ${String(fault)}`)),
    );
  }

  function mendFlips(): void {
    // A stalled process that has read damaged bytes will report them later, when they are mended.
    if (flips.length > 0) for (const process of alive()) process.mayHaveReadDamage = true;
    for (const mend of flips.splice(0)) mend();
  }

  return {
    alive,
    newest,
    boot,
    crash,
    flips,
    mendFlips,
    rebuildTables,
    /** It has left by itself. */
    retire: die,
    dieAll() {
      isEnding = true;
      for (const { machine } of alive()) die(machine.id);
    },
    boots: () => boots,
  };
}
