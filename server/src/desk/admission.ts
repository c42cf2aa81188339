// Which asks of the queue may be decided now. In a burst all of them; but when the tables cannot follow, players'
// commands are let in at the speed of the tables, each player in turn, so that lists stay a second behind and not
// minutes. No command is refused for it. Reads and commands of the platform itself never wait here.
import { isPacked } from '@maru/engine/payment/shares';
import type { PlayerId } from '@maru/engine/purse';
import type { SealedBatch } from '../journal/record.ts';
import { type Asked, type AskedCommand, firstPatient, isPatient, isTogether } from './decide-all.ts';
import type { DeskLimits } from './limits.ts';

export interface Admission {
  /** Removes from the queue the asks that may be decided now. */
  take(queue: Asked[], isWriting: boolean): readonly Asked[];
  /** Resolves when it is worth reading the queue again, after nothing could be taken. */
  opened(queue: readonly Asked[]): Promise<void>;
  /** A batch has become durable: the tables will have to write it. */
  note(batch: Pick<SealedBatch, 'batch' | 'events'>): void;
  isSlowed(): boolean;
}

interface AdmissionOptions {
  /** The last batch that the tables have. */
  readonly passed: () => number;
  readonly steadyMs: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly limits: Pick<DeskLimits, 'batch' | 'patient' | 'halveFrom' | 'tablesBehindMs' | 'tablesPerSecond'>;
}

interface Unwritten {
  readonly batch: number;
  readonly at: number;
  readonly work: number;
  /** The size of a payment is fixed: slowing players down does not make it smaller. */
  readonly hasPayment: boolean;
}

/**
 * As shares of `tablesBehindMs`: how far behind the tables are kept, where only the minimum is let in, the end of a
 * burst.
 */
const HELD_AT = 0.5;
const MOST_BEHIND = 0.9;
const BURST_BEHIND = 2;
/** From this share on the tables no longer pause between writes, or only briefly. */
const AT_WORK = 0.7;
/** Shares of the speed of the tables. */
const LEAST_LET_IN = 0.1;
const MOST_LET_IN = 1.5;
const MOST_AT_ONCE = 256;
const MOST_WAIT_MS = 20;
/** An unused allowance is kept, up to this time's worth. Callers who leave that much unused are no longer slowed. */
const SAVED_MS = 100;
/** After this much measured time a new speed has replaced the older one. */
const FORGET_MS = 1_000;
const FORGET_BEST_MS = 10_000;
/** When nothing was measured for this long it is unknown when the tables became ready. */
const PAUSE_MS = 500;
/** Events per millisecond. A lower bound, so that tables that stood still for a while do not count as slow for ever. */
const MIN_SPEED = 0.1;

export function createAdmission({ passed, steadyMs, wait, limits }: AdmissionOptions): Admission {
  const burstMs = limits.tablesBehindMs;
  let unwritten: Unwritten[] = [];
  let backlog = 0;
  /** Events per millisecond that the tables take when they do not pause. */
  let speed = limits.tablesPerSecond / 1_000;
  /** The highest of late. The tables are slower while the desk runs at full speed, and this fast once it is slowed. */
  let bestSpeed = speed;
  /** Absent while the tables may have paused since: only a write that follows another one shows their speed. */
  let wroteAt: number | undefined;
  let measuredAt = 0;
  let wasBehind = false;
  let isSlowed = false;
  let allowed = 0;
  let allowedAt = 0;

  /** Measures what the tables have written since the last call, and how fast. */
  function measureTables(now: number): void {
    if (now - measuredAt > PAUSE_MS) wroteAt = undefined;
    measuredAt = now;
    const mark = passed();
    const count = unwritten.findIndex(({ batch }) => batch > mark);
    const written = count === -1 ? unwritten : unwritten.slice(0, count);
    if (written.length > 0) {
      unwritten = count === -1 ? [] : unwritten.slice(count);
      const work = written.reduce((sum, each) => sum + each.work, 0);
      backlog -= work;
      // A payment causes work that is not counted here.
      const hasPayment = written.some((each) => each.hasPayment);
      if (wroteAt !== undefined && !hasPayment) measure(work, now - wroteAt);
      wroteAt = wasBehind ? now : undefined;
    }
    const ageMs = now - (unwritten[0]?.at ?? now);
    const behindMs = backlog / speed;
    const isLate = ageMs >= burstMs && behindMs >= burstMs * HELD_AT;
    if (!isSlowed && (isLate || backlog / bestSpeed >= burstMs * BURST_BEHIND)) {
      isSlowed = true;
      wroteAt = undefined;
      allowed = 0;
      allowedAt = now;
    }
    wasBehind = isSlowed || ageMs >= burstMs * AT_WORK;
  }

  function measure(work: number, tookMs: number): void {
    if (tookMs <= 0) return;
    // Tables that had nothing left to write were waiting for the desk: that does not make them slow.
    if (work / tookMs < speed && backlog < work) return;
    const weight = Math.min(1, tookMs / FORGET_MS);
    speed = Math.max(speed * (1 - weight) + (work / tookMs) * weight, MIN_SPEED);
    // Only a desk that is slowed down does not slow down the tables.
    const forgotten = isSlowed ? (bestSpeed - speed) * Math.min(1, tookMs / FORGET_BEST_MS) : 0;
    bestSpeed = Math.max(speed, bestSpeed - forgotten);
  }

  /** Commands per millisecond: the speed of the tables when they are as far behind as they are kept. */
  function pace(): number {
    const behind = backlog / speed / burstMs;
    const share = (MOST_BEHIND - behind) / (MOST_BEHIND - HELD_AT);
    return speed * Math.min(MOST_LET_IN, Math.max(LEAST_LET_IN, share));
  }

  function refill(now: number, queue: readonly Asked[]): void {
    const most = Math.max(2 * wanted(queue), pace() * SAVED_MS);
    allowed = Math.min(allowed + pace() * (now - allowedAt), most);
    allowedAt = now;
    if (allowed === most && backlog / speed < burstMs * HELD_AT) isSlowed = false;
  }

  /** Small batches cost the journal more: about half of the queue is taken at once. */
  const wanted = (queue: readonly Asked[]): number =>
    Math.max(1, Math.min(MOST_AT_ONCE, Math.ceil(queue.length / 2)));

  return {
    take(queue, isWriting) {
      const now = steadyMs();
      measureTables(now);
      if (isSlowed) refill(now, queue);
      if (!isSlowed) return takeFirst(queue, isWriting, limits);
      const taken = takeByPlayer(queue, allowed < wanted(queue) ? 0 : Math.floor(allowed), limits);
      for (const asked of taken) if (isOfPlayer(asked)) allowed -= 1;
      return taken;
    },
    opened(queue) {
      const missing = wanted(queue) - allowed;
      return wait(Math.max(1, Math.min(MOST_WAIT_MS, missing / pace())));
    },
    note({ batch, events }) {
      let work = 0;
      let hasPayment = false;
      for (const event of events) {
        if (isPacked(event)) hasPayment = true;
        else work += Math.max(1, event.steps.length);
      }
      const now = steadyMs();
      if (unwritten.length === 0) wroteAt = undefined;
      unwritten.push({ batch, at: now, work, hasPayment });
      backlog += work;
    },
    isSlowed: () => isSlowed,
  };
}

/** While nothing is being written only half is taken: the other half is decided while the first is written. */
function takeFirst(
  queue: Asked[],
  isWriting: boolean,
  limits: Pick<DeskLimits, 'batch' | 'patient' | 'halveFrom'>,
): readonly Asked[] {
  const isHalved = !isWriting && queue.length >= limits.halveFrom;
  const wanted = isHalved ? Math.ceil(queue.length / 2) : queue.length;
  if (isPatient(queue.at(-1))) return takeWithPatient(queue, wanted, limits);
  const most = limits.batch;
  let count = Math.min(most, wanted);
  // Commands submitted together become durable together, as far as the size of a batch allows.
  while (count < most && isTogether(queue[count - 1], queue[count])) count += 1;
  return queue.splice(0, count);
}

/**
 * Of the patient no more than a few, so that who is not waits for a short batch only; and always some of them, however
 * many the others are.
 */
function takeWithPatient(
  queue: Asked[],
  wanted: number,
  { batch, patient }: Pick<DeskLimits, 'batch' | 'patient'>,
): readonly Asked[] {
  const first = firstPatient(queue);
  const others = Math.min(first, batch - Math.min(patient, Math.ceil(batch / 4)));
  const room = Math.min(patient, batch - others, wanted - others);
  const count = Math.min(Math.max(1, room), queue.length - first);
  const taken = queue.splice(first, count);
  return [...queue.splice(0, others), ...taken];
}

/**
 * All asks that are not of players, and `count` commands of players: the first of each player, then the second of
 * each, so that a player who has sent many does not make the others wait. The commands of one player stay in order.
 */
function takeByPlayer(
  queue: Asked[],
  count: number,
  { batch: most, patient }: Pick<DeskLimits, 'batch' | 'patient'>,
): readonly Asked[] {
  let patiently = 0;
  const seen = new Map<PlayerId, number>();
  const rounds: AskedCommand[][] = [];
  const chosen = new Set<Asked>();
  for (const asked of queue) {
    if (!isOfPlayer(asked)) {
      if (isPatient(asked)) patiently += 1;
      if (chosen.size < most && patiently <= patient) chosen.add(asked);
      continue;
    }
    if (count === 0) continue;
    const { player } = asked.command;
    const round = seen.get(player) ?? 0;
    seen.set(player, round + 1);
    const sameRound = rounds[round];
    if (sameRound === undefined) rounds[round] = [asked];
    else sameRound.push(asked);
  }
  let left = Math.min(count, most - chosen.size);
  for (const round of rounds) {
    for (const asked of round.slice(0, left)) chosen.add(asked);
    left -= Math.min(left, round.length);
    if (left === 0) break;
  }
  if (chosen.size === 0) return [];
  const taken = queue.filter((asked) => chosen.has(asked));
  const rest = queue.filter((asked) => !chosen.has(asked));
  queue.length = 0;
  for (const asked of rest) queue.push(asked);
  return taken;
}

/** A command without a session is the platform's own: payments, stops that a price has reached, sign-ups, staff. */
const isOfPlayer = (asked: Asked): asked is AskedCommand =>
  asked.kind === 'command' && asked.command.session !== undefined;
