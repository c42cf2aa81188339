// The end of a run, when faults have stopped: everything is answered, all copies agree, and a last restart brings the
// same book back.
import { describeBook } from '@maru/engine/describe';
import { inspect } from './desk-process.ts';
import { replayWithPasts } from './past-check.ts';
import { checkTables, loadRows } from './table-rows.ts';
import { guardedBy, Violation } from './violation.ts';
import type { Parts } from './world.ts';

/** How long after the last fault everything must work again. */
const HEAL_MS = 30_000;

export async function endRun(parts: Parts): Promise<void> {
  const { stage, oracle, storage, maintenance, clock, clients, gateways, processes } = parts;
  const { plan, scheduler, trace, isOver, isRepeat } = stage;
  const { pause } = scheduler;
  const { newest, mendFlips, rebuildTables, dieAll } = processes;
  const replays = new Map<string | undefined, string | undefined>();

  await pause(plan.faultsEndMs + 1);
  mendFlips();
  storage.medium.outUntilMs = 0;
  // Rounds end by this clock.
  clock.setRight();
  if (storage.tables.edited !== undefined) await findEdit();
  await until(() => clients.open() === 0 && newest()?.desk.state() === 'OPEN', 'L-1: everybody is answered');
  await until(() => oracle.isSettled(), 'L-2: every bet is settled');
  if (gateways !== undefined) await until(gateways.isSettled, 'L-4: the owner knows who is connected');
  await agree('the live book');
  const hasMaintenance = plan.moments.some(({ fault }) => fault === 'archive' || fault === 'audit');
  const process = newest();
  if (hasMaintenance && !isOver() && process !== undefined)
    await Promise.race([maintenance.finish(process), pause(HEAL_MS)]);
  // The stop of a machine that dies meanwhile never resolves.
  await Promise.race([newest()?.desk.stop(), pause(5_000)]);
  trace.note('stopped');
  dieAll();
  await until(() => newest()?.isStarted === true, 'L-6: it starts again');
  await agree('the book after a restart');

  /** The start that is under way refuses what was edited, or one more walk finds it if that happened while running. */
  async function findEdit(): Promise<void> {
    const edited = () => storage.tables.edited;
    await until(
      () => edited() === undefined || newest()?.isStarted === true,
      'L-6: it starts or refuses the tables',
    );
    const process = newest();
    if (edited()?.isRunning && process !== undefined)
      await Promise.race([maintenance.audit(process), pause(HEAL_MS)]);
    if (edited() !== undefined) rebuildTables();
  }

  async function until(isSo: () => boolean, promise: string): Promise<void> {
    const limitMs = scheduler.nowMs() + HEAL_MS + 2 * plan.knobs.leaseMs;
    while (!isSo()) {
      await pause(25);
      if (scheduler.nowMs() > limitMs)
        return stage.fail(
          new Violation(promise.slice(0, 3), `not within ${HEAL_MS} ms: ${promise.slice(5)}`),
        );
    }
  }

  /** The same journal is replayed once. */
  function replay(): string | undefined {
    const hash = oracle.hashes().at(-1);
    if (replays.has(hash)) return replays.get(hash);
    const book = guardedBy(stage)(replayWithPasts)(oracle.events());
    const text = book && describeBook(book);
    replays.set(hash, text);
    return text;
  }

  async function agree(where: string): Promise<void> {
    const limitMs = scheduler.nowMs() + HEAL_MS + 2 * plan.knobs.leaseMs;
    for (;;) {
      const process = newest();
      if (isOver()) return;
      // A stalled machine may die or be replaced meanwhile: the newest one is inspected then.
      if (process && (await Promise.race([inspect(process, stage, oracle), pause(500)])) === 'COMPARED')
        break;
      if (scheduler.nowMs() > limitMs)
        return stage.fail(new Violation('L-1', 'an idle desk does not answer'));
      await pause(100);
    }
    await until(
      () =>
        newest()?.desk.state() === 'OPEN' &&
        newest()?.shadow.behind() === 0 &&
        // What became durable just now is not with the shadow yet.
        storage.tables.rows.lastEvent === oracle.lastEvent(),
      'L-3: the tables catch up',
    );
    if (isOver() || isRepeat()) return;
    oracle.fullCheck();
    oracle.compareBook(describeBook(loadRows(storage.tables.rows)), `${where}: the tables`);
    const replayed = replay();
    if (replayed !== undefined) oracle.compareBook(replayed, `${where}: the replay`);
    guardedBy(stage)(checkTables)(storage.tables.rows);
  }
}
