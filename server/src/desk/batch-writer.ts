// Decides the queued asks, batch by batch, and delivers the outcomes when the batch is in the journal.
import { assert } from '@maru/engine/assert';
import { digestText } from '@maru/engine/book-digest';
import { assertZeroSum } from '@maru/engine/transfer';
import { type SealedBatch, seal } from '../journal/record.ts';
import type { Admission } from './admission.ts';
import type { Arrivals } from './arrivals.ts';
import type { DeskOptions } from './create-desk.ts';
import { type Asked, decideAll, giveUp, type Recall } from './decide-all.ts';
import { type DeskMemory, isStopped, move } from './desk-memory.ts';
import { isFinal } from './final-faults.ts';
import type { LastBatches } from './last-batches.ts';
import type { DeskLimits } from './limits.ts';
import type { OlderKeyLookups } from './older-keys.ts';
import type { Residents } from './residents.ts';

const RECOVERY_MS = 500;

interface Prepared {
  readonly asked: readonly Asked[];
  readonly deliver: () => void;
  /** Absent when no command of it changes the book. */
  readonly batch: SealedBatch | undefined;
}

export interface BatchWriter {
  /** Starts processing the queue until it is empty, unless that is already running. */
  wake(): void;
  /** Resolves when nothing is queued or being written. */
  idle(): Promise<void>;
  counts(): { readonly batches: number; readonly events: number };
}

type FromOptions = 'shard' | 'journal' | 'shadow' | 'clock' | 'wait' | 'soon' | 'onDurable';

interface WriterParts extends Pick<DeskOptions, FromOptions>, Pick<DeskLimits, 'clockToleranceMs'> {
  readonly memory: DeskMemory;
  readonly admission: Admission;
  readonly arrivals: Arrivals;
  readonly residents: Residents;
  readonly olderKeys: OlderKeyLookups;
  readonly lastBatches: LastBatches;
  readonly recall: Recall;
  /** Loads the book again. Returns the hashes of the batches that were in the journal and not in the tables. */
  readonly load: () => Promise<ReadonlyMap<number, string>>;
  readonly halt: (fault: unknown) => void;
  readonly report: (fault: unknown) => void;
  readonly isOverdue: (asked: Asked) => boolean;
}

export function createBatchWriter(parts: WriterParts): BatchWriter {
  const { memory, shard, journal, shadow, clock, wait, soon, onDurable, clockToleranceMs } = parts;
  const { admission, arrivals, residents, olderKeys, lastBatches, recall } = parts;
  const { load, halt, report, isOverdue } = parts;
  let working: Promise<void> | undefined;
  let batches = 0;
  let eventCount = 0;
  /** While callers are slowed down, the shadow does not pause before this batch. */
  let hurriedUpTo = 0;

  /**
   * While one batch is being made durable the next is decided already, so the processor and the medium work at the
   * same time. At most one append is in progress; a batch whose predecessor failed is dropped, it was never written.
   */
  async function work(): Promise<void> {
    await soon();
    let writing: Promise<boolean> | undefined;
    while (memory.state === 'OPEN' && (memory.queue.length > 0 || writing !== undefined)) {
      const taken = admission.take(memory.queue, writing !== undefined);
      const prepared = taken.length > 0 ? prepare(taken) : undefined;
      const isIdle = prepared === undefined && writing === undefined;
      const written = (await writing) ?? true;
      writing = undefined;
      if (prepared !== undefined) {
        // A desk that was halted meanwhile has answered TRY_AGAIN to these callers: then nothing may be written.
        if (written && memory.state === 'OPEN') writing = write(prepared);
        else giveUp(prepared.asked, 'TRY_AGAIN');
        memory.next = undefined;
      }
      await (isIdle ? admission.opened(memory.queue) : soon());
    }
    await writing;
  }

  /** Decides on the book as it will be when everything before is durable. Whatever `decideAll` throws is a bug. */
  function prepare(asked: readonly Asked[]): Prepared {
    const { book, head, queue, undurable, refused, recent } = memory;
    assert(book !== undefined && head !== undefined, 'an open desk has its book');
    memory.next = asked;
    residents.noteUse(asked);
    residents.makeRoom({ undurable, queued: () => [...asked, ...queue], isWaitedFor: arrivals.isWaitedFor });
    const { events, deliver: handOut } = decideAll(book, asked, {
      clock: clock(),
      clockToleranceMs,
      refused,
      recall,
    });
    for (const event of events) recent.add(event);
    if (events.length === 0) return { asked, deliver: handOut, batch: undefined };
    assertZeroSum(book);
    const digest = digestText(book);
    const { epoch, hash: previous } = head;
    const batch = seal({ shard, batch: head.batch + 1, epoch, previous, events, digest });
    memory.head = { batch: batch.batch, hash: batch.hash, epoch: batch.epoch };
    memory.undurable = [...undurable, batch];
    olderKeys.note(batch);
    return { asked, deliver: handOut, batch };
  }

  /** False when the book had to be loaded again: what was decided on the old one no longer holds. */
  async function write({ asked, deliver: handOut, batch }: Prepared): Promise<boolean> {
    memory.inFlight = asked;
    if (batch === undefined) {
      if (journal.isOurs()) handOut();
      else giveUp(asked, 'TRY_AGAIN');
      memory.inFlight = [];
      return true;
    }
    try {
      await journal.append(batch);
    } catch (fault) {
      if (isFinal(fault)) {
        halt(fault);
        return false;
      }
      report(fault);
      await recover({ asked, batch, deliver: handOut });
      memory.inFlight = [];
      return false;
    }
    // Nothing leaves before this line.
    release(batch, handOut);
    memory.inFlight = [];
    return true;
  }

  function release(batch: SealedBatch, handOut: () => void): void {
    batches += 1;
    eventCount += batch.events.length;
    lastBatches.note(batch);
    memory.undurable = memory.undurable.filter((each) => each !== batch);
    admission.note(batch);
    shadow.follow(batch);
    // Callers are let in at the speed of the tables, so the shadow must not pause.
    if (admission.isSlowed() && shadow.mark().batch >= hurriedUpTo) {
      hurriedUpTo = batch.batch;
      shadow.want(batch.batch);
    }
    onDurable(batch.events, batch);
    handOut();
  }

  /**
   * The append failed and the book is ahead of the journal: drop it, load again, and check whether the batch was
   * written.
   */
  async function recover(unknown: Prepared & { readonly batch: SealedBatch }): Promise<void> {
    // Callers of a desk that was halted meanwhile have been answered already.
    if (!move(memory, 'APPEND_FAILED')) return;
    giveUp(memory.queue, 'TRY_AGAIN');
    memory.queue = [];
    arrivals.empty();
    for (;;) {
      try {
        const replayed = await load();
        if (!move(memory, 'LOADED')) return;
        // The shadow has the batch already: loading passes every batch it reads to the shadow.
        if (replayed.get(unknown.batch.batch) === unknown.batch.hash) {
          onDurable(unknown.batch.events, unknown.batch);
          unknown.deliver();
        } else giveUp(unknown.asked, 'TRY_AGAIN');
        return;
      } catch (fault) {
        if (isStopped(memory)) return;
        if (isFinal(fault)) return halt(fault);
        report(fault);
        giveUp(unknown.asked.filter(isOverdue), 'RESULT_UNKNOWN');
        await wait(RECOVERY_MS);
      }
    }
  }

  function wake(): void {
    working ??= work()
      .catch(halt)
      .finally(() => {
        working = undefined;
        // A request may have arrived after the queue was last read.
        if (memory.state === 'OPEN' && memory.queue.length > 0) wake();
      });
  }

  return {
    wake,
    async idle() {
      while (working !== undefined) await working;
    },
    counts: () => ({ batches, events: eventCount }),
  };
}
