// The single writer. Commands queue while the batch before them is made durable; then all of them are decided at once,
// become one record of the journal, and only then are answered.
import { assert } from '@maru/engine/assert';
import type { AnyEvent, Book, KeptAnswer } from '@maru/engine/book';
import { printDigest } from '@maru/engine/book-digest';
import type { AnyCommand } from '@maru/engine/command';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { assertZeroSum } from '@maru/engine/transfer';
import type { Journal, Tail } from '../journal/journal.ts';
import { type SealedBatch, seal } from '../journal/record.ts';
import type { Shadow } from '../shadow/shadow.ts';
import type { Tables } from '../shadow/tables.ts';
import { createAdmission } from './admission.ts';
import { createArrivals } from './arrivals.ts';
import type { PlayerKey } from './book-read.ts';
import { createClockCheck, isAheadOfClock } from './clock-check.ts';
import { type Asked, askedOf, decideAll, giveUp } from './decide-all.ts';
import type { Desk, Outcome } from './desk.ts';
import { isFinal } from './final-faults.ts';
import { createLastBatches } from './last-batches.ts';
import { DESK_LIMITS, type DeskLimits } from './limits.ts';
import { loadDesk } from './load.ts';
import { createOlderKeyLookups } from './older-keys.ts';
import { createRecall } from './recall.ts';
import { createRecentEvents } from './recent-events.ts';
import { createRefusedKeys } from './refused-keys.ts';
import { createResidents } from './residents.ts';

export interface DeskOptions {
  readonly shard: number;
  readonly journal: Journal;
  readonly tables: Tables;
  readonly shadow: Shadow;
  readonly clock: () => Millis;
  readonly steadyMs: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Resolves when whatever is ready to be queued has been queued. */
  readonly soon: () => Promise<void>;
  /** Events that are durable, in order: pushes and copies leave from here. */
  readonly onDurable: (events: readonly AnyEvent[], batch: SealedBatch) => void;
  /** The desk has stopped for good; only a new process may go on. */
  readonly onHalt: (fault: unknown) => void;
  readonly onTransientError?: (fault: unknown) => void;
  readonly limits?: Partial<DeskLimits>;
}

/** `CLOCK_BEHIND`: open, but the clock is behind the book, and only what is known already is answered. */
export type DeskState = 'CLOSED' | 'LOADING' | 'OPEN' | 'CLOCK_BEHIND' | 'RECOVERING' | 'HALTED';

export interface RunningDesk extends Desk {
  start(): Promise<void>;
  /** Answers what is queued, lets the shadow finish, and closes the journal. */
  stop(): Promise<void>;
  /** Stops for good at once: somebody else owns the shard, or the tables are not the journal's. */
  halt(fault: unknown): void;
  state(): DeskState;
  stats(): DeskStats;
  /** Like `submitTogether`, without promises: all answers of a batch are given in the call that releases it. */
  ask(asks: readonly CommandAsk[]): void;
  /** Like `read`, with any function: for tests and the simulator, which live in the desk's own thread. */
  inspect<Seen>(
    look: (book: Book) => Seen,
    players?: readonly PlayerId[],
  ): Promise<{ readonly seen: Seen } | undefined>;
  highestPlayer(): number;
}

export interface CommandAsk {
  readonly command: AnyCommand;
  readonly answer: (outcome: Outcome) => void;
}

export interface DeskStats {
  readonly queued: number;
  /** Wait for their accounts to be read from the tables. */
  readonly arriving: number;
  /** Accounts in the book. */
  readonly residents: number;
  /** The tables cannot follow: players' commands are let in at their speed. */
  readonly isSlowed: boolean;
  readonly batches: number;
  readonly events: number;
  readonly batch: number;
  readonly epoch: number;
}

const RECOVERY_MS = 500;

interface Prepared {
  readonly asked: readonly Asked[];
  readonly handOut: () => void;
  /** Absent when nothing of it changes the book. */
  readonly batch: SealedBatch | undefined;
}

export function createDesk(options: DeskOptions): RunningDesk {
  const { shard, journal, tables, shadow, clock, steadyMs, wait, soon, onDurable, onHalt } = options;
  const limits: DeskLimits = { ...DESK_LIMITS, ...options.limits };
  const { clockToleranceMs } = limits;
  const report = (fault: unknown) => options.onTransientError?.(fault);
  const clockCheck = createClockCheck({ clock, steadyMs, toleranceMs: clockToleranceMs, report });
  let refused = createRefusedKeys(limits.refusedKeys);
  let recent = createRecentEvents(limits.recentEvents);
  const lastBatches = createLastBatches(() => shadow.mark().batch);
  const admission = createAdmission({ passed: () => shadow.mark().batch, steadyMs, wait, limits });
  const { caughtUp, recall } = createRecall({ journal, shadow, tables, lastBatches, recent: () => recent });
  let state: DeskState = 'CLOSED';
  let book: Book | undefined;
  /** The newest batch that was sealed; it may not be durable yet. */
  let head: Tail | undefined;
  let queue: Asked[] = [];
  /** Being written, and decided but waiting for what is being written. */
  let inFlight: readonly Asked[] = [];
  let next: readonly Asked[] | undefined;
  let turning: Promise<void> | undefined;
  let batches = 0;
  let events = 0;
  /** While callers are slowed down, the tables do not rest before this batch. */
  let hurriedUpTo = 0;
  /** Decided and not known to be durable. */
  let undurable: readonly SealedBatch[] = [];
  const residents = createResidents({
    book: () => book,
    tables,
    lastBatches,
    isOurs: () => journal.isOurs(),
    most: limits.residents,
  });
  const olderKeys = createOlderKeyLookups({
    book: () => book,
    clock,
    tables,
    passed: () => shadow.mark().batch,
    inMemory: limits.answersInMemory,
  });
  const arrivals = createArrivals({
    isReady: (asked) => residents.isReady(asked) && olderKeys.isReady(asked),
    // Whose account has just come in may have keys that are only in the tables.
    async fetch(asked) {
      await residents.fetch(asked);
      await olderKeys.fetch(asked);
    },
    enqueue,
    giveUp: (asked) => giveUp(asked, 'TRY_AGAIN'),
    onFault: (fault) => (isFinal(fault) ? halt(fault) : report(fault)),
    limits: { waiting: limits.queue, atOnce: limits.fetchedAtOnce },
  });

  async function load(): Promise<ReadonlyMap<number, string>> {
    const loaded = await loadDesk({ journal, tables, shadow, lastBatches });
    book = loaded.book;
    head = loaded.tail;
    undurable = [];
    olderKeys.reset();
    refused = createRefusedKeys(limits.refusedKeys);
    recent = createRecentEvents(limits.recentEvents);
    return loaded.replayed;
  }

  /**
   * While one batch is being made durable the next is decided already, so the processor and the medium work at the same
   * time. At most one append is under way; a batch whose predecessor failed is dropped, it was never written.
   */
  async function turn(): Promise<void> {
    await soon();
    let writing: Promise<boolean> | undefined;
    while (state === 'OPEN' && (queue.length > 0 || writing !== undefined)) {
      const taken = admission.take(queue, writing !== undefined);
      const prepared = taken.length > 0 ? prepare(taken) : undefined;
      const isIdle = prepared === undefined && writing === undefined;
      const written = (await writing) ?? true;
      writing = undefined;
      if (prepared !== undefined) {
        // A desk that was halted meanwhile has told these askers that nothing happened: then nothing may.
        if (written && state === 'OPEN') writing = write(prepared);
        else giveUp(prepared.asked, 'TRY_AGAIN');
        next = undefined;
      }
      await (isIdle ? admission.opened(queue) : soon());
    }
    await writing;
  }

  /** Decides on the book as it will be when everything before is durable. What `decideAll` throws is a bug. */
  function prepare(asked: readonly Asked[]): Prepared {
    assert(book !== undefined && head !== undefined, 'an open desk has its book');
    next = asked;
    residents.noteUse(asked);
    residents.makeRoom({ undurable, queued: () => [...asked, ...queue], isWaitedFor: arrivals.isWaitedFor });
    const { events, handOut } = decideAll(book, asked, { clock: clock(), clockToleranceMs, refused, recall });
    for (const event of events) recent.keep(event);
    if (events.length === 0) return { asked, handOut, batch: undefined };
    assertZeroSum(book);
    const digest = printDigest(book);
    const { epoch, hash: previous } = head;
    const batch = seal({ shard, batch: head.batch + 1, epoch, previous, events, digest });
    head = { batch: batch.batch, hash: batch.hash, epoch: batch.epoch };
    undurable = [...undurable, batch];
    olderKeys.note(batch);
    return { asked, handOut, batch };
  }

  /** False when the book had to be loaded again: what was decided on the old one no longer holds. */
  async function write({ asked, handOut, batch }: Prepared): Promise<boolean> {
    inFlight = asked;
    if (batch === undefined) {
      if (journal.isOurs()) handOut();
      else giveUp(asked, 'TRY_AGAIN');
      inFlight = [];
      return true;
    }
    try {
      await journal.append(batch);
    } catch (fault) {
      if (isFinal(fault)) {
        halt(fault);
        return false;
      }
      options.onTransientError?.(fault);
      await recover({ asked, batch, handOut });
      inFlight = [];
      return false;
    }
    // Nothing leaves before this line.
    release(batch, handOut);
    inFlight = [];
    return true;
  }

  function release(batch: SealedBatch, handOut: () => void): void {
    batches += 1;
    events += batch.events.length;
    lastBatches.note(batch);
    undurable = undurable.filter((each) => each !== batch);
    admission.note(batch);
    shadow.follow(batch);
    // Callers are let in at the speed of the tables, so these must not rest.
    if (admission.isSlowed() && shadow.mark().batch >= hurriedUpTo) {
      hurriedUpTo = batch.batch;
      shadow.want(batch.batch);
    }
    onDurable(batch.events, batch);
    handOut();
  }

  /** The append failed and the book is ahead of the journal: drop it, load again, and see what really happened. */
  async function recover(unknown: {
    readonly asked: readonly Asked[];
    readonly batch: SealedBatch;
    readonly handOut: () => void;
  }): Promise<void> {
    state = 'RECOVERING';
    giveUp(queue, 'TRY_AGAIN');
    queue = [];
    arrivals.empty();
    for (;;) {
      try {
        const replayed = await load();
        if (stopping()) return;
        state = 'OPEN';
        // The shadow has it already: loading hands every batch it reads to the shadow.
        if (replayed.get(unknown.batch.batch) === unknown.batch.hash) {
          onDurable(unknown.batch.events, unknown.batch);
          unknown.handOut();
        } else giveUp(unknown.asked, 'TRY_AGAIN');
        return;
      } catch (fault) {
        if (stopping()) return;
        if (isFinal(fault)) return halt(fault);
        options.onTransientError?.(fault);
        giveUp(unknown.asked.filter(isOverdue), 'RESULT_UNKNOWN');
        await wait(RECOVERY_MS);
      }
    }
  }

  const stopping = () => state === 'HALTED' || state === 'CLOSED';
  const isOverdue = (asked: Asked) => steadyMs() - asked.since >= limits.patienceMs;

  function halt(fault: unknown): void {
    if (stopping()) return;
    state = 'HALTED';
    giveUp(inFlight, 'RESULT_UNKNOWN');
    giveUp([...(next ?? []), ...queue], 'TRY_AGAIN');
    queue = [];
    arrivals.empty();
    onHalt(fault);
  }

  /** Nobody waits for ever: what is queued is told to try again, what is being written that the result is unknown. */
  async function watch(): Promise<void> {
    while (!stopping()) {
      await wait(limits.patienceMs / 4);
      if (stopping()) return;
      clockCheck.look(book);
      giveUp([...inFlight, ...(next ?? [])].filter(isOverdue), 'RESULT_UNKNOWN');
      arrivals.giveUpOverdue(isOverdue);
      const overdue = queue.filter(isOverdue);
      if (overdue.length === 0) continue;
      queue = queue.filter((asked) => !isOverdue(asked));
      giveUp(overdue, 'TRY_AGAIN');
    }
  }

  function enqueue(asked: Asked): void {
    if (state !== 'OPEN' || queue.length >= limits.queue) {
      giveUp([asked], 'TRY_AGAIN');
      return;
    }
    queue.push(asked);
    wake();
  }

  /** Those of one call become durable together. */
  function ask(asks: readonly CommandAsk[]): void {
    const together = asks.length > 1 ? {} : undefined;
    const since = steadyMs();
    arrivals.enter(asks.map(({ command, answer }) => askedOf(command, answer, { since, together })));
  }

  function submitTogether(commands: readonly AnyCommand[]): readonly Promise<Outcome>[] {
    const asks: CommandAsk[] = [];
    const outcomes = commands.map(
      (command) => new Promise<Outcome>((answer) => asks.push({ command, answer })),
    );
    ask(asks);
    return outcomes;
  }

  const look = <Seen>(
    players: readonly PlayerId[],
    see: (book: Book, kept: KeptAnswer | undefined) => Seen,
    key?: PlayerKey,
  ) =>
    new Promise<{ readonly seen: Seen } | undefined>((resolve) => {
      const answer = resolve as (seen: { readonly seen: unknown } | undefined) => void;
      arrivals.enter([{ kind: 'read', players, key, look: see, answer, since: steadyMs() }]);
    });

  function wake(): void {
    turning ??= turn()
      .catch(halt)
      .finally(() => {
        turning = undefined;
        // Somebody may have come in after the last look at the queue.
        if (state === 'OPEN' && queue.length > 0) wake();
      });
  }

  return {
    async start() {
      state = 'LOADING';
      try {
        await load();
      } catch (fault) {
        state = 'HALTED';
        throw fault;
      }
      state = 'OPEN';
      clockCheck.look(book);
      void watch();
    },

    ask,
    submit: (command) => new Promise((answer) => ask([{ command, answer }])),
    submitTogether,

    read: (read, args) =>
      look(read.players(args), (book, kept) => read.look(book, args, kept), read.key?.(args)),
    inspect: (see, players = []) => look(players, see),

    caughtUp,

    async stop() {
      while (turning !== undefined) await turning;
      if (!stopping()) state = 'CLOSED';
      await shadow.stop();
      await journal.close();
    },

    halt,
    state: () =>
      state === 'OPEN' && book !== undefined && isAheadOfClock(book, clock(), clockToleranceMs)
        ? 'CLOCK_BEHIND'
        : state,
    stats: () => ({
      queued: queue.length,
      arriving: arrivals.waiting(),
      residents: book?.players.size ?? 0,
      isSlowed: admission.isSlowed(),
      batches,
      events,
      batch: head?.batch ?? 0,
      epoch: head?.epoch ?? 0,
    }),
    highestPlayer: () => book?.highestPlayer ?? 0,
  };
}
