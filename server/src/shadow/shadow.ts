// Follows the journal: writes the tables in order, many batches at a time, and reports its mark. Answers never wait
// for it; lists do, until it has passed the calling player's last batch.
import { Bug } from '@maru/engine/assert';
import { isPacked } from '@maru/engine/payment/shares';
import { DamagedJournal, type Journal } from '../journal/journal.ts';
import { type DurableBatch, type HandedBatch, receiveBatch, type SealedBatch } from '../journal/record.ts';
import { isPermanent } from './refused-write.ts';
import { addBatch, noRows, type RowChanges } from './rows.ts';
import type { ShadowProduct } from './shadow-product.ts';
import { type Mark, NO_MARK, type Tables } from './tables.ts';
import { createWaiters } from './waiters.ts';
import { type BatchSize, createWritePace, type PaceOptions } from './write-pace.ts';

export interface ShadowOptions {
  readonly tables: Tables;
  readonly journal: Pick<Journal, 'read'>;
  readonly products: readonly ShadowProduct[];
  readonly wait: (ms: number) => Promise<void>;
  /** The tables and the journal disagree: a retry does not help. */
  readonly onBroken: (fault: unknown) => void;
  /** The database could not be reached; the shadow tries again by itself. */
  readonly onTransientError?: (fault: unknown) => void;
  readonly onMark?: (mark: Mark) => void;
  /** Nothing is written before this: a start must not wait for batches that the last process left unwritten. */
  readonly after?: Promise<void> | undefined;
  /** Called between the parts of a longer computation, where the thread has other work. */
  readonly soon?: () => Promise<void>;
  /** Pauses while the desk is busy; without it the tables are written as fast as they can be. */
  readonly pace?: PaceOptions;
  readonly limits?: Partial<ShadowLimits>;
}

export interface ShadowLimits {
  /** Batches queued in memory for writing; beyond that the shadow reads them from the journal again. */
  readonly batchesKept: number;
  readonly eventsAtOnce: number;
  /** How long a list waits for the tables. */
  readonly patienceMs?: number;
}

export interface Shadow {
  start(mark: Mark): void;
  /** Called with a batch that is durable, in order. */
  follow(batch: SealedBatch): void;
  /** A list waits for this batch: the shadow does not pause before the tables have it. */
  want(batch: number): void;
  passed(batch: number): Promise<boolean>;
  mark(): Mark;
  /** How many batches the tables are behind. */
  behind(): number;
  /** How far the auditor is in the journal, where it runs beside the shadow. */
  audited?(): number;
  /** Writes the remaining batches and stops. */
  stop(): Promise<void>;
}

/** A shadow in the thread that writes the tables. */
export interface WritingShadow extends Shadow {
  /** Like `follow`, for batches of another thread; `size` is of all batches since the last message. */
  receive(batch: HandedBatch, size: BatchSize): void;
  /** Notes that the journal is durable up to this batch, which is to be read from there. */
  reach(batch: number, size: BatchSize): void;
}

/** Rows that were prepared and not written yet. */
interface Prepared {
  readonly after: Mark;
  readonly rows: RowChanges;
  to: Mark;
  work: number;
  batches: number;
}

/** This many events are prepared before other work of the thread may run: a millisecond or two. */
const WORK_AT_A_STRETCH = 128;
const RETRY_MS = 100;
/** Longer than it takes until the shadow receives new batches, also while a thread collects its garbage. */
const REST_MS = 200;

export function createShadow(options: ShadowOptions): WritingShadow {
  const { tables, journal, wait, onBroken, onTransientError, onMark } = options;
  const startingAt = (at: Mark): Prepared => ({
    after: at,
    to: at,
    rows: noRows(options.products),
    work: 0,
    batches: 0,
  });
  const steadyMs = options.pace?.steadyMs ?? (() => 0);
  const pace = options.pace && createWritePace(options.pace);
  const limits: ShadowLimits = {
    batchesKept: 4_096,
    eventsAtOnce: 2_000,
    ...options.limits,
  };
  let mark = NO_MARK;
  let newest = 0;
  /** The newest known batch with other events than payments. */
  let newestAsked = 0;
  const batches = createBatchSource(journal, limits.batchesKept);
  const waiters = createWaiters(wait, limits.patienceMs);
  let endRest: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  /**
   * The mark at which the database refused a write. It is retried once: the previous owner may have written the same.
   */
  let refusedAt: number | undefined;

  /** Adds the rows of the batches that follow, until there are enough for one write, or no more batches, or it may wait. */
  async function prepare(prepared: Prepared, mayWait: () => boolean = () => false): Promise<Prepared> {
    let workAtPause = prepared.work;
    while (prepared.work < limits.eventsAtOnce && prepared.batches < limits.batchesKept) {
      const batch = await batches.after(prepared.to, newest);
      if (batch === undefined) break;
      // Without an `await` in between, so that a failed read leaves no rows without their batch.
      addBatch(prepared.rows, batch);
      prepared.to = { batch: batch.batch, hash: batch.hash };
      prepared.work += sizeOf(batch).work;
      prepared.batches += 1;
      if (prepared.work - workAtPause < WORK_AT_A_STRETCH) continue;
      workAtPause = prepared.work;
      await options.soon?.();
      if (mayWait()) break;
    }
    return prepared;
  }

  async function write({ after, rows, to, work }: Prepared): Promise<void> {
    // A recovery may have found a later mark while these were being read: then they are written already.
    if (to.batch === after.batch || after.batch !== mark.batch) return;
    const began = steadyMs();
    mark = (await tables.write(rows, mark, to)) ? to : await readMovedMark();
    batches.dropUntil(mark.batch);
    pace?.wrote(mark.batch, { work, tookMs: steadyMs() - began });
    onMark?.(mark);
    waiters.passed(mark.batch);
  }

  /**
   * The mark of the tables is not ours: an earlier attempt may have been committed although it failed here, with
   * fewer batches than this one, or the previous owner had a write in progress. Valid only if the journal has it.
   */
  async function readMovedMark(): Promise<Mark> {
    const stored = await tables.mark();
    // Equal when a recovery has read it already.
    if (stored.batch < mark.batch || stored.batch > newest) throw new BrokenShadow(mark, stored);
    await journal.read(stored)[Symbol.asyncIterator]().next();
    return stored;
  }

  /** Pauses in short steps: as soon as the desk is idle there is no reason to pause. */
  async function rest(): Promise<void> {
    while (!stopped && pace?.mayRest() === true) {
      const known = newestAsked;
      const woken = Promise.withResolvers<void>();
      endRest = woken.resolve;
      await Promise.race([wait(REST_MS), woken.promise]);
      if (newestAsked === known) return;
    }
  }

  /** Writes what is prepared; the following batches are prepared while the database writes. */
  async function writeAndPrepare(current: Prepared, mayWait: () => boolean): Promise<Prepared> {
    const ahead = prepare(startingAt(current.to), mayWait).catch(() => undefined);
    try {
      await write(current);
    } finally {
      // Awaited in any case, so that nothing else reads the journal at the same time.
      await ahead;
    }
    return (await ahead) ?? startingAt(mark);
  }

  async function run(): Promise<void> {
    await options.after;
    let prepared = startingAt(mark);
    while (mark.batch < newest) {
      try {
        const known = newestAsked;
        // New batches arrive meanwhile: the desk is busy, and its callers need the processor too. No caller waits for a
        // payment, whose batches follow each other as fast as they can be written.
        const isBusy = () => newestAsked > known && pace?.mayRest() === true;
        prepared = await prepare(prepared.after.batch === mark.batch ? prepared : startingAt(mark), isBusy);
        if (!isBusy()) prepared = await writeAndPrepare(prepared, isBusy);
        if (newestAsked > known) await rest();
      } catch (fault) {
        // Rows that were sent to the database are not reused: they may have been committed despite the error.
        prepared = startingAt(mark);
        const isRefused = isPermanent(fault);
        const isFinal =
          fault instanceof BrokenShadow || fault instanceof DamagedJournal || fault instanceof Bug;
        if (isFinal || (isRefused && refusedAt === mark.batch)) {
          stopped = true;
          onBroken(fault);
          return;
        }
        refusedAt = isRefused ? mark.batch : undefined;
        onTransientError?.(fault);
        if (stopped) return;
        await wait(RETRY_MS);
      }
    }
  }

  function noteBatch(batch: number, size: BatchSize): void {
    newest = batch;
    if (!size.isPayment) newestAsked = batch;
    pace?.noteBatch(batch, size);
  }

  function enqueue(batch: SealedBatch | HandedBatch, size: BatchSize): void {
    if (batch.batch <= newest) return;
    noteBatch(batch.batch, size);
    batches.add(batch);
    wake();
  }

  function wake(): void {
    running ??= run().finally(() => {
      running = undefined;
      if (mark.batch < newest && !stopped) wake();
    });
  }

  return {
    start(from) {
      // After a recovery the tables may have been read before our last write: then `mark` is newer.
      if (from.batch > mark.batch) mark = from;
      newest = Math.max(newest, from.batch);
    },
    follow: (batch) => enqueue(batch, sizeOf(batch)),
    receive: enqueue,
    reach(batch, size) {
      if (batch <= newest) return;
      noteBatch(batch, size);
      wake();
    },
    want(batch) {
      pace?.want(batch);
      endRest?.();
    },
    passed: (batch) => (mark.batch >= batch ? Promise.resolve(true) : waiters.waitFor(batch)),
    mark: () => mark,
    behind: () => newest - mark.batch,
    async stop() {
      // Batches that can still be written are written; a database that cannot be reached must not delay the stop.
      stopped = true;
      await running;
    },
  };
}

/** The batches to write: from memory as far as they are queued there, otherwise from the journal. */
function createBatchSource(journal: Pick<Journal, 'read'>, mostQueued: number) {
  let queued: (SealedBatch | HandedBatch)[] = [];
  let reading: { readonly at: Mark; readonly iterator: AsyncIterator<DurableBatch> } | undefined;
  return {
    async after({ batch, hash }: Mark, newest: number): Promise<DurableBatch | undefined> {
      const next = queued[batch + 1 - (queued[0]?.batch ?? Infinity)];
      if (next !== undefined) return 'events' in next ? next : receiveBatch(next);
      if (batch >= newest) return undefined;
      // Reading continues where it stopped: each new start costs the journal a search.
      const iterator =
        reading?.at.batch === batch && reading.at.hash === hash
          ? reading.iterator
          : journal.read({ batch, hash })[Symbol.asyncIterator]();
      reading = undefined;
      const { value, done } = await iterator.next();
      if (done === true || value.batch > newest) return undefined;
      reading = { at: { batch: value.batch, hash: value.hash }, iterator };
      return value;
    },
    /** A batch that is not queued is not lost: the journal has it. Queued batches follow each other without a gap. */
    add(batch: SealedBatch | HandedBatch): void {
      const last = queued.at(-1);
      const follows = last === undefined || last.batch + 1 === batch.batch;
      if (follows && queued.length < mostQueued) queued.push(batch);
    },
    dropUntil(mark: number): void {
      queued = queued.filter(({ batch }) => batch > mark);
    },
  };
}

/** A payment writes a row for each of its players: it counts as that many events, so that no write takes long. */
export function sizeOf({ events }: Pick<DurableBatch, 'events'>): BatchSize {
  let work = 0;
  let isPayment = true;
  for (const event of events) {
    const isPaid = isPacked(event);
    work += isPaid ? event.shares.players : Math.max(1, event.steps.length);
    if (!isPaid) isPayment = false;
  }
  return { work, isPayment };
}

export class BrokenShadow extends Error {
  override name = 'BrokenShadow';
  constructor(expected: Mark, stored: Mark) {
    super(
      `the tables are at batch ${stored.batch} and not at ${expected.batch}: they follow another journal`,
    );
  }
}
