// A process halts: is that right, by what is known of its disk, its tables and the other processes?
import { DamagedJournal, Fenced } from '@maru/server/journal/journal';
import { BrokenShadow } from '@maru/server/shadow/shadow';
import { TablesDiffer } from '@maru/server/shadow/tables';
import type { DeskProcess } from './desk-process.ts';
import { refusesEdit } from './edited-tables.ts';
import type { Stage } from './stage.ts';
import type { Storage } from './storage.ts';
import { Violation } from './violation.ts';
import { ConnectionLost } from './virtual-database.ts';
import { DiskError } from './virtual-disk.ts';

const MOST_REFUSED_BOOTS = 20;

export function createHaltJudge(world: {
  readonly stage: Stage;
  readonly storage: Storage;
  readonly processes: readonly DeskProcess[];
  /** The tables fell so far back that the journal no longer has what follows them. */
  readonly isBehindCut: () => boolean;
  readonly isDamaged: () => boolean;
  /** A running process may still hold what it read before the rebuild. */
  readonly isJustRebuilt: () => boolean;
  readonly rebuildTables: () => void;
  readonly mendFlips: () => void;
}) {
  const { stage, storage, processes, isBehindCut, isDamaged, isJustRebuilt, rebuildTables, mendFlips } =
    world;
  const { plan, faults } = stage;
  let refusedBoots = 0;

  return {
    started(): void {
      refusedBoots = 0;
    },

    judge(process: DeskProcess, fault: unknown): void {
      const others = processes.some((other) => other !== process && other.machine.id > process.machine.id);
      if (fault instanceof Violation) stage.fail(fault);
      else if (fault instanceof Fenced) {
        if (plan.mode === 'file' || storage.journal.epoch === process.desk.stats().epoch)
          stage.fail(new Violation('I-27', 'a desk believes itself fenced and is not'));
        if (others) stage.reached('fenced old owner');
      } else if (fault instanceof DamagedJournal) {
        if (process.wrongDisk) stage.reached('wrong disk refused');
        else if (isDamaged() || process.mayHaveReadDamage) stage.reached('damage before the end refused');
        // It stood still while it loaded, and the next owner has archived what it still had to read.
        else if (others && storage.journal.epoch !== process.desk.stats().epoch) return;
        else if (isBehindCut()) {
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
      else if (faults.isOver() && ++refusedBoots > MOST_REFUSED_BOOTS)
        stage.fail(new Violation('L-6', `it does not start: ${String(fault)}`));
    },
  };
}
