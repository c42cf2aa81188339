// Archiving and auditing while everything else goes on: when they begin, at which step the process dies, what they must
// find, and what must be left at the end.
import { DamagedJournal } from '@maru/server/journal/journal';
import type { StepsTaken } from '@maru/server/shadow/archive-steps';
import { BadSnapshot } from '@maru/server/shadow/snapshot-file';
import { TablesDiffer } from '@maru/server/shadow/tables';
import type { DeskProcess } from './desk-process.ts';
import { share } from './dice.ts';
import { differsFromWritten } from './edited-tables.ts';
import { firstBatch, wholeHistory, writtenAnew } from './rebuild.ts';
import { deletions, describeRows } from './table-snapshot.ts';
import { Violation } from './violation.ts';
import { ConnectionLost } from './virtual-database.ts';
import { DiskError } from './virtual-disk.ts';
import { rowsAfter } from './virtual-tables.ts';
import type { Parts } from './world.ts';

export interface Maintenance {
  archive(process: DeskProcess, draw: number): Promise<void>;
  audit(process: DeskProcess): Promise<void>;
  /** Everything is quiet: a whole pass, a whole walk, and what they leave. */
  finish(process: DeskProcess): Promise<void>;
  /** The tables fell so far back that the journal no longer has what follows them. */
  isBehindCut(): boolean;
}

const STEPS = ['snapshot', 'written', 'renamed', 'removed', 'rows'] as const;
type Step = (typeof STEPS)[number];

export function createMaintenance({
  stage,
  storage,
  oracle,
  processes: { alive, flips },
}: Pick<Parts, 'stage' | 'storage' | 'oracle' | 'processes'>): Maintenance {
  const { tables } = storage;
  const { mode } = stage.plan;

  /** Another process may be removing the same things, or bytes may be damaged for a while. */
  const isDisturbed = () =>
    alive().length > 1 || flips.length > 0 || alive().some((each) => each.mayHaveReadDamage);

  /** What may stop a pass or a walk: it is tried again later. */
  const isTransient = (fault: unknown): boolean =>
    fault instanceof DiskError ||
    fault instanceof ConnectionLost ||
    (fault instanceof BadSnapshot && (fault.cause instanceof DiskError || isDisturbed())) ||
    (fault instanceof DamagedJournal && isDisturbed());

  /** As on the platform, a process begins no pass while one of its own is under way. */
  const underWay = new WeakMap<DeskProcess, Promise<unknown>>();

  async function pass(process: DeskProcess, draw: number, dieAt?: Step): Promise<StepsTaken | undefined> {
    const steps = takeSteps(process, draw, dieAt);
    underWay.set(process, steps);
    const taken = await steps;
    underWay.delete(process);
    return taken;
  }

  async function takeSteps(
    process: DeskProcess,
    draw: number,
    dieAt: Step | undefined,
  ): Promise<StepsTaken | undefined> {
    const { machine } = process;
    try {
      const taken = await process.background.archive((step) => {
        if (step !== dieAt || !machine.isAlive()) return;
        stage.reached(`died at the archive step ${step}`);
        stage.crash(machine.id, share(draw, 7) < 0.5 ? 'kill' : 'power');
      });
      if (taken.archivedBatches > 0) stage.reached('journal cut');
      if (taken.deletedRows > 0) stage.reached('old rows deleted');
      return taken;
    } catch (fault) {
      if (fault instanceof TablesDiffer) process.desk.halt(fault);
      else if (isTransient(fault)) stage.trace.note(`m${machine.id} archiving stops: ${String(fault)}`);
      else stage.fail(new Violation('ARCHIVE', `archiving fails: ${String(fault)}`));
      return undefined;
    }
  }

  /** False when it was disturbed. */
  async function walk(process: DeskProcess): Promise<boolean> {
    const { edited, exchanged } = tables;
    const isSame = () => tables.edited === edited && tables.exchanged === exchanged;
    try {
      const { isWhole, after } = await process.background.audit();
      if (!isWhole) return false;
      stage.reached('audit walked to its end');
      const isWalked = oracle.batchOf(edited?.event) > after;
      if (edited !== undefined && isWalked && isSame() && differsFromWritten(tables))
        stage.fail(new Violation('AUDIT', `an audit walked past what was edited: ${edited.what}`));
      return true;
    } catch (fault) {
      if (!(fault instanceof TablesDiffer)) {
        if (isTransient(fault)) stage.trace.note(`m${process.machine.id} audit stops: ${String(fault)}`);
        else stage.fail(new Violation('AUDIT', `an audit fails: ${String(fault)}`));
        return false;
      }
      if (tables.exchanged !== exchanged) return false;
      if (tables.edited === undefined)
        stage.fail(new Violation('AUDIT', `an audit accuses tables that nobody edited: ${fault.message}`));
      else {
        stage.reached('edit found by the audit');
        process.desk.halt(fault);
      }
      return true;
    }
  }

  return {
    async archive(process, draw) {
      if (underWay.has(process)) return;
      await pass(
        process,
        draw,
        share(draw, 5) < 0.5 ? STEPS[Math.floor(share(draw, 6) * STEPS.length)] : undefined,
      );
    },

    async audit(process) {
      await walk(process);
    },

    async finish(process) {
      await underWay.get(process);
      const taken = await pass(process, 0);
      if (taken === undefined || !process.machine.isAlive()) return;
      const isWhole = await walk(process);
      if (!process.machine.isAlive()) return;
      if (!isWhole && !isDisturbed())
        return stage.fail(new Violation('AUDIT', 'an audit does not come to its end'));
      if (stage.isRepeat()) return;
      const history = await wholeHistory(storage, mode);
      const lost = oracle.hashes().findIndex((hash, place) => history[place] !== hash);
      if (lost !== -1)
        return stage.fail(
          new Violation('ARCHIVE', `batch ${lost + 1} is neither archived nor in the journal`),
        );
      const rebuilt = rowsAfter(await writtenAnew(storage, mode, tables.rows.mark.batch));
      // A journal that is still whole has the old rows too.
      if (taken.base !== undefined && firstBatch(storage, mode) === 1)
        for (const { work } of deletions(taken.base.cutoffs)) work(rebuilt);
      const [left, written] = [describeRows(tables.rows), describeRows(rebuilt)];
      const odd = [...left].find((row) => !written.has(row)) ?? [...written].find((row) => !left.has(row));
      if (odd !== undefined)
        stage.fail(
          new Violation('ARCHIVE', `a rebuild from the base gives other rows: ${odd.slice(0, 160)}`),
        );
      else stage.reached('rebuilt from the base');
    },

    isBehindCut: () => tables.rows.mark.batch + 1 < firstBatch(storage, mode),
  };
}
