// A desk in another thread, as the rest of the server sees it. All asks of one turn of the event loop are sent as one
// message; events that come back go to those who follow them and then to the callers.
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { readBody } from '../journal/record.ts';
import type { DeskStats } from './create-desk.ts';
import type { Desk, DeskRefusal, Outcome, ReadAnswer } from './desk.ts';
import type { DeskState } from './desk-states.ts';
import type { FollowReport } from './follow.ts';
import {
  type Ask,
  type DeskReport,
  errorOf,
  type FromDesk,
  faultOf,
  type Released,
  type ToDesk,
} from './messages.ts';
import { createRemoteAsks, REMOTE_LIMITS, type RemoteLimits } from './remote-asks.ts';
import { createRemoteStart } from './remote-start.ts';

export interface RemoteDesk extends Desk {
  state(): DeskState;
  stats(): DeskStats;
  /** Batches the tables are behind the journal, as last reported. */
  behind(): number;
  /** The batch up to which the tables were compared with the journal, as last reported. */
  audited(): number;
  highestPlayer(): number;
  /** Resolves when the tables show everything that is durable now, or false when that takes too long. */
  drained(): Promise<boolean>;
  /** The start is over: from now on the tables may be written. */
  letTablesFollow(): void;
  /** Only for a desk whose clock is set by messages. */
  setTime(now: Millis): void;
  halt(fault: unknown): void;
  /** Everything that was asked is answered first. */
  stop(): Promise<void>;
}

export interface RemoteDeskOptions {
  readonly send: (message: ToDesk) => void;
  /** Durable events in order, before the callers that caused them are answered. */
  readonly onDurable: (events: readonly AnyEvent[]) => void;
  /** The desk has stopped for good, or its thread has died. */
  readonly onHalt: (fault: unknown) => void;
  readonly onTransientError: (fault: unknown) => void;
  readonly steadyMs: () => number;
  /** Calls repeatedly until the returned function is called. */
  readonly every: (ms: number, call: () => void) => () => void;
  readonly limits?: Partial<RemoteLimits>;
  /** Whether no other process can have taken the shard by now: answers from before are given only then. */
  readonly isOurs?: () => boolean;
  /** Called with each report of a desk that follows another. */
  readonly onFollowed?: (followed: FollowReport) => void;
}

/** The receiving end of a remote desk: messages from the desk's thread are passed in here. */
export interface RemoteEnd {
  readonly desk: RemoteDesk;
  readonly opened: Promise<void>;
  /** Resolves when a desk that follows another has everything that was durable when it began. */
  readonly following: Promise<void>;
  /** False when the shard has an owner, or this desk has stopped. */
  takeOver(): Promise<boolean>;
  receive(message: FromDesk): void;
  /** The thread has ended, and no more messages will come. */
  lost(fault: unknown): void;
}

type Group = Pick<Extract<Ask, { readonly kind: 'command' }>, 'together' | 'isPatient'>;
const ALONE: Group = {};

/** Reads may use only half of the queue, so that orders find room. */
const SHARE_OF_READS = 0.5;

const NOT_OPEN: DeskReport = {
  state: 'LOADING',
  stats: { queued: 0, arriving: 0, residents: 0, isSlowed: false, batches: 0, events: 0, batch: 0, epoch: 0 },
  behind: 0,
  audited: 0,
};

export function createRemoteDesk(options: RemoteDeskOptions): RemoteEnd {
  const { send, onDurable, onHalt, onTransientError, onFollowed, steadyMs, every } = options;
  const limits = { ...REMOTE_LIMITS, ...options.limits };
  const { put, flush, answerAll, giveUpAll, giveUpOverdue, count } = createRemoteAsks({
    send: (asks) => send({ kind: 'asks', asks }),
    ...{ steadyMs, limits },
  });
  let [asked, groups, highestPlayer] = [0, 0, 0];
  let [report, isStopping, isLost] = [NOT_OPEN, false, false];
  const start = createRemoteStart(() => send({ kind: 'takeOver' }));
  let stopped: PromiseWithResolvers<void> | undefined;

  const isOver = () => report.state === 'HALTED' || report.state === 'CLOSED';
  const isFull = (share = 1) =>
    count() >= limits.queue * share || !start.isOpened() || isOver() || isStopping;

  const submit = async (command: AnyCommand, common: Group = ALONE): Promise<Outcome> =>
    (await submitGroup([command], common))[0]!;

  function submitGroup(commands: readonly AnyCommand[], common: Group): Promise<readonly Outcome[]> {
    const { asker, outcomes } = createGroup(commands.length, asked + 1, steadyMs());
    for (const command of commands) {
      asked += 1;
      if (isFull()) asker.giveUp('TRY_AGAIN', asked);
      else put({ kind: 'command', id: asked, command, ...common }, asker);
    }
    // A turn of the event loop may take as long as the desk needs for all that it has.
    if (commands.length >= limits.gather) flush();
    return outcomes;
  }

  function passed(player: PlayerId | undefined): Promise<boolean> {
    return new Promise((answer) => {
      if (isFull(SHARE_OF_READS)) return answer(false);
      asked += 1;
      const asker = { kind: 'caughtUp', since: steadyMs(), answer, giveUp: () => answer(false) } as const;
      put({ kind: 'caughtUp', id: asked, ...(player === undefined ? {} : { player }) }, asker);
    });
  }

  function endHalted(fault: unknown): void {
    if (isOver()) return;
    report = { ...report, state: 'HALTED' };
    endWatch();
    giveUpAll('RESULT_UNKNOWN');
    start.note('owned');
    onHalt(fault);
  }

  const endWatch = every(limits.patienceMs / 4, giveUpOverdue);

  function receive(message: FromDesk): void {
    switch (message.kind) {
      case 'opened':
        ({ highestPlayer, report } = message);
        start.noteOpened();
        break;
      case 'following':
      case 'owned':
        start.note(message.kind);
        break;
      case 'failed':
        report = { ...report, state: 'HALTED' };
        endWatch();
        start.fail(errorOf(message.fault));
        break;
      case 'released':
        // This thread may have stood still since the desk sent it.
        answerAll(stillValid(message, options.isOurs), releasedEvents(message, onDurable));
        break;
      case 'report':
        report = message.report;
        if (report.followed !== undefined) onFollowed?.(report.followed);
        break;
      case 'transient-error':
        onTransientError(errorOf(message.fault));
        break;
      case 'halted':
        endHalted(errorOf(message.fault));
        break;
      case 'stopped':
        report = message.report;
        endWatch();
        giveUpAll('RESULT_UNKNOWN');
        if (message.fault === undefined) stopped?.resolve();
        else stopped?.reject(errorOf(message.fault));
        break;
    }
  }

  const desk: RemoteDesk = {
    submit: (command) => submit(command),
    submitTogether(commands) {
      groups += 1;
      return commands.map((command) => submit(command, { together: groups }));
    },
    submitPatiently(commands) {
      groups += 1;
      return submitGroup(commands, { together: groups, isPatient: true });
    },
    read: (read, args) =>
      new Promise((resolve) => {
        if (isFull(SHARE_OF_READS)) return resolve(undefined);
        asked += 1;
        const answer = resolve as (read: ReadAnswer) => void;
        const asker = { kind: 'read', since: steadyMs(), answer, giveUp: () => resolve(undefined) } as const;
        put({ kind: 'read', id: asked, name: read.name, args }, asker);
      }),
    caughtUp: (player) => passed(player),
    drained: () => passed(undefined),
    ...reported(() => report),
    stats: () => ({ ...report.stats, queued: count() }),
    highestPlayer: () => highestPlayer,
    letTablesFollow: () => send({ kind: 'tablesMayFollow' }),
    setTime(now) {
      // Commands submitted before are decided at the time at which they were submitted.
      flush();
      send({ kind: 'time', now });
    },
    halt(fault) {
      flush();
      send({ kind: 'halt', fault: faultOf(fault) });
    },
    stop() {
      if (stopped !== undefined) return stopped.promise;
      stopped = Promise.withResolvers();
      isStopping = true;
      if (isLost) stopped.resolve();
      flush();
      send({ kind: 'stop' });
      return stopped.promise;
    },
  };

  return {
    desk,
    opened: start.opened,
    following: start.following,
    takeOver: () => (isOver() || isLost || isStopping ? Promise.resolve(false) : start.takeOver()),
    receive,
    lost(fault) {
      if (isLost) return;
      isLost = true;
      endWatch();
      start.fail(fault);
      giveUpAll('RESULT_UNKNOWN');
      if (start.hasBegun() && !isStopping) endHalted(fault);
      stopped?.resolve();
    },
  };
}

const reported = (now: () => DeskReport): Pick<RemoteDesk, 'state' | 'behind' | 'audited'> => ({
  state: () => now().state,
  behind: () => now().behind,
  audited: () => now().audited,
});

/**
 * What waits for the outcomes of many commands, whose numbers follow each other: one promise for all, because a promise
 * for each takes as long as sending it.
 */
function createGroup(count: number, first: number, since: number) {
  const made: Outcome[] = [];
  const all = Promise.withResolvers<readonly Outcome[]>();
  let left = count;
  if (left === 0) all.resolve(made);
  function answer(outcome: Outcome, id: number): void {
    made[id - first] = outcome;
    left -= 1;
    if (left === 0) all.resolve(made);
  }
  const giveUp = (refusal: 'TRY_AGAIN' | 'RESULT_UNKNOWN', id: number) => answer({ ok: false, refusal }, id);
  return { asker: { kind: 'command', since, answer, giveUp } as const, outcomes: all.promise };
}

/**
 * What another desk may have made outdated since: only the answers that were made durable stay. A refusal changed
 * nothing, so the same command may be sent again.
 */
function stillValid(message: Released, isOurs: RemoteDeskOptions['isOurs']): Released {
  if (isOurs === undefined || isOurs()) return message;
  const { refused, repeated, seen, away, caughtUp } = message;
  return {
    ...message,
    refused: [
      ...refused.map(({ id, refusal }) => ({ id, refusal: isUnknown(refusal) ? refusal : TRY_AGAIN })),
      ...repeated.map(({ id }) => ({ id, refusal: 'RESULT_UNKNOWN' as const })),
    ],
    repeated: [],
    seen: [],
    away: [...away, ...seen.map(({ id }) => id)],
    caughtUp: caughtUp.map(({ id }) => ({ id, passed: false })),
  };
}

const TRY_AGAIN: DeskRefusal = 'TRY_AGAIN';
const isUnknown = (refusal: DeskRefusal): refusal is 'RESULT_UNKNOWN' => refusal === 'RESULT_UNKNOWN';

/** The events of all batches by their numbers; followers have received them before this returns. */
function releasedEvents(
  { bodies }: Released,
  onDurable: RemoteDeskOptions['onDurable'],
): ReadonlyMap<number, AnyEvent> {
  const known = new Map<number, AnyEvent>();
  for (const body of bodies) {
    const { events } = readBody(body);
    onDurable(events);
    for (const event of events) known.set(event.id, event);
  }
  return known;
}
