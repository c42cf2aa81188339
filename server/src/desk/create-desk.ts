// The single writer of a shard's book. Commands queue while the batch before them is made durable; then all of them
// are decided at once, become one record of the journal, and only then are answered.
import type { Book, FirstAnswer } from '@maru/engine/book';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Journal } from '../journal/journal.ts';
import type { SealedBatch } from '../journal/record.ts';
import type { Shadow } from '../shadow/shadow.ts';
import type { Tables } from '../shadow/tables.ts';
import { createAdmission } from './admission.ts';
import { createArrivals } from './arrivals.ts';
import { createBatchWriter } from './batch-writer.ts';
import type { PlayerKey } from './book-read.ts';
import { createClockCheck, isAheadOfClock } from './clock-check.ts';
import { type Asked, askedOf, firstPatient, giveUp, isPatient } from './decide-all.ts';
import type { Desk, Outcome, ReadAnswer } from './desk.ts';
import { type DeskMemory, emptyMemory, isStandby, move, startWith } from './desk-memory.ts';
import type { DeskState } from './desk-states.ts';
import { isFinal } from './final-faults.ts';
import type { FollowReport } from './follow.ts';
import { createLastBatches } from './last-batches.ts';
import { DESK_LIMITS, type DeskLimits } from './limits.ts';
import { loadDesk } from './load.ts';
import { createOlderKeyLookups } from './older-keys.ts';
import { createPatience } from './patience.ts';
import { createRecall } from './recall.ts';
import { createResidents } from './residents.ts';
import { createStandby, type FollowedSources } from './standby.ts';

export interface DeskOptions {
  readonly shard: number;
  readonly journal: Journal;
  readonly tables: Tables;
  readonly shadow: Shadow;
  readonly clock: () => Millis;
  readonly steadyMs: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Resolves when everything that is ready to be queued has been queued. */
  readonly soon: () => Promise<void>;
  /** Events that are durable, in order: pushes and copies are made from these. */
  readonly onDurable: (events: readonly AnyEvent[], batch: SealedBatch) => void;
  /** The desk has stopped for good; only a new process may go on. */
  readonly onHalt: (fault: unknown) => void;
  readonly onTransientError?: (fault: unknown) => void;
  readonly limits?: Partial<DeskLimits>;
  /** For a desk that may follow another one. */
  readonly following?: FollowedSources | undefined;
}

export interface RunningDesk extends Desk {
  start(): Promise<void>;
  /** Instead of `start`. Resolves when the book has everything that the owner had appended by then. */
  follow(): Promise<void>;
  /** Ends the following as a start would have ended. False when the shard has an owner: then the desk follows on. */
  takeOver(): Promise<boolean>;
  /** Undefined unless the desk follows. */
  followed(): FollowReport | undefined;
  /** Answers everything that is queued, waits until the shadow has finished, and closes the journal. */
  stop(): Promise<void>;
  /** Stops for good at once: another process owns the shard, or the tables do not match the journal. */
  halt(fault: unknown): void;
  state(): DeskState;
  stats(): DeskStats;
  /** Like `submitTogether`, without promises: all answers of a batch are delivered in the call that releases it. */
  ask(asks: readonly CommandAsk[]): void;
  /** Like `read`, with any function: for tests and the simulator, which run in the desk's own thread. */
  inspect<Seen>(compute: (book: Book) => Seen, players?: readonly PlayerId[]): Promise<ReadAnswer<Seen>>;
  highestPlayer(): number;
}

export interface CommandAsk {
  readonly command: AnyCommand;
  readonly answer: (outcome: Outcome) => void;
  /** The same for all of one call. */
  readonly isPatient?: boolean;
}

export interface DeskStats {
  readonly queued: number;
  /** Asks that wait for accounts to be read from the tables. */
  readonly arriving: number;
  /** Accounts in the book. */
  readonly residents: number;
  /** The tables cannot follow: players' commands are let in at the speed of the tables. */
  readonly isSlowed: boolean;
  readonly batches: number;
  readonly events: number;
  readonly batch: number;
  readonly epoch: number;
}

export function createDesk(options: DeskOptions): RunningDesk {
  const { shard, journal, tables, shadow, clock, steadyMs, wait, soon, onDurable, onHalt } = options;
  const limits: DeskLimits = { ...DESK_LIMITS, ...options.limits };
  const { clockToleranceMs } = limits;
  const memory = emptyMemory(limits);
  let haltedBy: unknown;
  const report = (fault: unknown) => options.onTransientError?.(fault);
  const passed = () => standby.passed() ?? shadow.mark().batch;
  const bookNow = () => memory.book;
  const clockCheck = createClockCheck({ clock, steadyMs, toleranceMs: clockToleranceMs, report });
  const lastBatches = createLastBatches(passed);
  const admission = createAdmission({ passed, steadyMs, wait, limits });
  const { caughtUp, recall } = createRecall({
    ...{ journal, shadow, tables, lastBatches },
    recent: () => memory.recent,
  });
  const residents = createResidents({
    ...{ book: bookNow, tables, lastBatches, most: limits.residents },
    isOurs: () => journal.isOurs(),
  });
  const olderKeys = createOlderKeyLookups({
    ...{ book: bookNow, clock, tables, passed, inMemory: limits.answersInMemory },
  });
  const arrivals = createArrivals({
    isReady: (asked) => residents.isReady(asked) && olderKeys.isReady(asked),
    // An account that was just loaded may have keys that are only in the tables.
    async fetch(asked) {
      await residents.fetch(asked);
      await olderKeys.fetch(asked);
    },
    enqueue,
    giveUp: (asked) => giveUp(asked, 'TRY_AGAIN'),
    onFault: (fault) => (isFinal(fault) ? halt(fault) : report(fault)),
    limits: { waiting: limits.queue, atOnce: limits.fetchedAtOnce },
  });
  const patience = createPatience({
    ...{ memory, arrivals, patienceMs: limits.patienceMs, steadyMs, wait },
    checkClock: () => clockCheck.check(memory.book),
  });
  const standby = createStandby({
    ...{ sources: options.following, memory, limits, shadow, steadyMs, wait, soon, halt, report },
    ...{ residents, olderKeys, lastBatches, onBook: olderKeys.reset },
  });
  const writer = createBatchWriter({
    ...{ memory, shard, journal, shadow, clock, wait, soon, onDurable, clockToleranceMs },
    ...{ admission, arrivals, residents, olderKeys, lastBatches, recall },
    ...{ load, halt, report, isOverdue: patience.isOverdue },
  });

  async function load(): Promise<ReadonlyMap<number, string>> {
    const { book, tail, replayed } = await loadDesk({ journal, tables, shadow, lastBatches });
    startWith(memory, book, tail, limits);
    olderKeys.reset();
    return replayed;
  }

  function halt(fault: unknown): void {
    if (!move(memory, 'HALT')) return;
    haltedBy = fault;
    giveUp(memory.inFlight, 'RESULT_UNKNOWN');
    giveUp([...(memory.next ?? []), ...memory.queue], 'TRY_AGAIN');
    memory.queue = [];
    arrivals.empty();
    onHalt(fault);
  }

  function beginAnswering(): void {
    clockCheck.check(memory.book);
    void patience.watch();
  }

  function enqueue(asked: Asked): void {
    if (memory.state !== 'OPEN' || memory.queue.length >= limits.queue) {
      giveUp([asked], 'TRY_AGAIN');
      return;
    }
    if (isPatient(asked)) memory.queue.push(asked);
    else memory.queue.splice(firstPatient(memory.queue), 0, asked);
    writer.wake();
  }

  function enter(asked: readonly Asked[]): void {
    // What is read from the tables now would enter a book that follows another desk and is not as far as they are.
    if (isStandby(memory)) giveUp(asked, 'TRY_AGAIN');
    else arrivals.enter(asked);
  }

  /** Commands of one call become durable together, unless they are patient. */
  function ask(asks: readonly CommandAsk[]): void {
    const [first] = asks;
    const common = {
      since: steadyMs(),
      together: asks.length > 1 && first?.isPatient !== true ? {} : undefined,
      isPatient: first?.isPatient === true,
    };
    enter(asks.map(({ command, answer }) => askedOf(command, answer, common)));
  }

  const readBook = <Seen>(
    players: readonly PlayerId[],
    compute: (book: Book, firstAnswer: FirstAnswer | undefined) => Seen,
    key?: PlayerKey,
  ) =>
    new Promise<ReadAnswer<Seen>>((resolve) => {
      const answer = resolve as (read: ReadAnswer) => void;
      enter([{ kind: 'read', players, key, compute, answer, since: steadyMs() }]);
    });

  return {
    async start() {
      if (!move(memory, 'START')) throw new Error(`a desk that is ${memory.state} cannot start`);
      try {
        await load();
      } catch (fault) {
        move(memory, 'HALT');
        throw fault;
      }
      if (!move(memory, 'LOADED')) throw haltedBy ?? new Error('the desk was stopped while it was loading');
      beginAnswering();
    },

    follow: standby.follow,

    async takeOver() {
      const isOpen = await standby.takeOver();
      if (isOpen) beginAnswering();
      return isOpen;
    },

    followed: standby.report,

    ...asPromises(ask),

    read: (read, args) =>
      readBook(
        read.players(args),
        (book, firstAnswer) => read.compute(book, args, firstAnswer),
        read.key?.(args),
      ),
    inspect: (compute, players = []) => readBook(players, compute),

    caughtUp,

    async stop() {
      await writer.idle();
      move(memory, 'STOP');
      await standby.stop();
      await shadow.stop();
      await journal.close();
    },

    halt,
    state: () => shownState(memory, clock(), clockToleranceMs),
    stats: () => ({
      queued: memory.queue.length,
      arriving: arrivals.waiting(),
      residents: memory.book?.players.size ?? 0,
      isSlowed: admission.isSlowed(),
      ...writer.counts(),
      batch: memory.head?.batch ?? 0,
      epoch: memory.head?.epoch ?? 0,
    }),
    highestPlayer: () => memory.book?.highestPlayer ?? 0,
  };
}

const shownState = (memory: DeskMemory, now: Millis, clockToleranceMs: number): DeskState =>
  memory.state === 'OPEN' && memory.book !== undefined && isAheadOfClock(memory.book, now, clockToleranceMs)
    ? 'CLOCK_BEHIND'
    : memory.state;

function asPromises(
  ask: (asks: readonly CommandAsk[]) => void,
): Pick<RunningDesk, 'ask' | 'submit' | 'submitTogether' | 'submitPatiently'> {
  function submitAll(commands: readonly AnyCommand[], isPatient: boolean): readonly Promise<Outcome>[] {
    const asks: CommandAsk[] = [];
    const outcomes = commands.map(
      (command) => new Promise<Outcome>((answer) => asks.push({ command, answer, isPatient })),
    );
    ask(asks);
    return outcomes;
  }
  return {
    ask,
    submit: (command) => new Promise((answer) => ask([{ command, answer }])),
    submitTogether: (commands) => submitAll(commands, false),
    submitPatiently: (commands) => Promise.all(submitAll(commands, true)),
  };
}
