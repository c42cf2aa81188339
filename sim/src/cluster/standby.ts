// Desk processes that follow the owner, and take over by the rule of the real ones.
import { createSuccession } from '@maru/server/desk/ownership';
import type { DeskProcess } from '../desk-process.ts';
import { share, streams } from '../dice.ts';
import type { Stage } from '../stage.ts';

export interface Standbys {
  readonly stage: Stage;
  /** All that were ever started; the newest owner is put at the end. */
  readonly processes: DeskProcess[];
  readonly isWanted: () => boolean;
  readonly boot: () => DeskProcess;
  /** It owns the shard from now on. */
  readonly opened: (process: DeskProcess) => void;
  readonly halted: (process: DeskProcess, fault: unknown) => void;
}

const REPORT_MS = 25;
const BOOT_MS = 1_000;

export const isFollowing = ({ machine, desk }: DeskProcess): boolean =>
  machine.isAlive() && desk.followed() !== undefined;

/** Starts another one whenever there are fewer than the plan says. */
export function keepStandbys(standbys: Standbys): void {
  const { stage, processes, isWanted, boot } = standbys;
  const { plan, scheduler, trace, isOver } = stage;

  async function keep(): Promise<void> {
    for (let turn = 0; !isOver(); turn += 1) {
      await scheduler.pause(50 + BOOT_MS * share(plan.seed, streams.schedule, turn, 91));
      if (!isWanted() || processes.filter(isFollowing).length >= plan.cluster.standbys) continue;
      const process = boot();
      trace.note(`m${process.machine.id} boots as a standby`);
      processes.push(process);
      follow(process, standbys);
    }
  }

  if (plan.cluster.standbys > 0) void keep();
}

function follow(process: DeskProcess, { stage, processes, opened, halted }: Standbys): void {
  const { desk, machine } = process;
  const onFault = (fault: unknown) => halted(process, fault);
  const succession = createSuccession({
    leaseMs: stage.plan.knobs.leaseMs,
    takeOver: async () => ((await desk.takeOver()) ? 'OWNED' : undefined),
    onOwned() {
      if (!machine.isAlive()) return;
      stage.trace.note(`m${machine.id} took over`);
      stage.reached('standby took over');
      processes.splice(processes.indexOf(process), 1);
      processes.push(process);
      process.isStarted = true;
      opened(process);
    },
    onFault,
  });

  async function report(): Promise<void> {
    await desk.follow();
    stage.trace.note(`m${machine.id} follows`);
    while (machine.isAlive()) {
      const followed = desk.followed();
      if (followed !== undefined) succession.followed(followed);
      await machine.wait(REPORT_MS);
    }
  }

  report().catch(onFault);
}
