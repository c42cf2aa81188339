// Faults that strike at a moment: what each does to the processes, the clock and what is stored.
import { isFollowing } from './cluster/standby.ts';
import type { DeskProcess } from './desk-process.ts';
import { share } from './dice.ts';
import { editTables } from './edited-tables.ts';
import type { Moment } from './plan.ts';
import type { Parts } from './world.ts';
import { flipSyncedByte } from './wrong-disk.ts';

/** Longer than rows of finished things are kept. */
const DAYS_MS = 3 * 86_400_000;

export function createStrike(parts: Parts): (moment: Moment, name: string) => void {
  const { stage, storage, maintenance, clock, clients, gateways, processes } = parts;
  const { plan, scheduler, faults, trace } = stage;
  const { newest, boot, crash, flips } = processes;

  /** A planned restart: it answers what it has taken, and gives the shard free for the next. */
  async function handOver({ machine, desk }: DeskProcess): Promise<void> {
    clients.askGateways();
    await scheduler.pause(plan.knobs.networkMs);
    trace.note(`m${machine.id} leaves`);
    await gateways?.leave(machine.id);
    await desk.stop();
    processes.retire(machine.id);
  }

  return function strike({ fault, draw }: Moment, name: string): void {
    const process = newest();
    if (stage.isOver() || process === undefined || !faults.allows(name)) return;
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
        // Either it is stalled for longer than its lease, or it goes on as if nothing had happened.
        if (part < 0.7) {
          const stallMs = Math.floor(plan.knobs.leaseMs * (0.5 + 1.5 * share(draw, 2)));
          if (gateways === undefined) process.machine.stall(stallMs);
          else {
            // It has been asked, and has not answered.
            clients.askGateways();
            scheduler.after(plan.knobs.networkMs + 0.5 * plan.cluster.line.replyMs, () =>
              process.machine.stall(stallMs),
            );
          }
          if (share(draw, 3) < 0.5) storage.database.sever(process.machine.id);
          // The first thing after its stall is a read that only the new owner can answer.
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
        void maintenance.archive(process, draw);
        return;
      case 'audit':
        if (process.isStarted) void maintenance.audit(process);
        return;
      case 'edit-running':
        editTables(storage.tables, part, { isRunning: true, note: trace.note });
        // An audit begins within a second.
        scheduler.after(1_000 * share(draw, 2), () => {
          const auditing = newest();
          if (auditing?.isStarted) void maintenance.audit(auditing);
        });
        return;
      case 'database-restart':
        storage.database.restart(50 + Math.floor(part * 1_500));
        return;
      case 'disk-outage':
        storage.medium.outUntilMs = scheduler.nowMs() + 20 + part * plan.knobs.patienceMs * 2;
        return;
      case 'bus-cut':
        gateways?.cut(draw);
        return;
      case 'gateway-kill':
        gateways?.kill(draw);
        return;
      case 'standby-kill': {
        const standby = processes.alive().find(isFollowing);
        if (standby !== undefined) crash(standby.machine.id, 'kill');
        return;
      }
      case 'hand-over':
        if (process.isStarted) void handOver(process);
        return;
      case 'flip-synced': {
        const mend = flipSyncedByte(storage.medium, draw);
        if (mend) flips.push(mend);
      }
    }
  };
}
