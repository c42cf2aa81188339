// Decides one gathered batch: every command in order against the book, which changes with each event. Nothing here
// waits and nothing is sent; the outcomes are delivered only when the events are durable.

import { findKey } from '@maru/engine/answered-keys';
import { apply } from '@maru/engine/apply';
import type { Book, FirstAnswer } from '@maru/engine/book';
import { decide } from '@maru/engine/decide';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { HOUSE, type PlayerId } from '@maru/engine/purse';
import { playersNeeded } from '@maru/engine/residents';
import { assertRoomForEvents } from '@maru/engine/shard';
import type { Millis } from '@maru/engine/time';
import type { PlayerKey } from './book-read.ts';
import { isAheadOfClock } from './clock-check.ts';
import type { Outcome, ReadAnswer } from './desk.ts';
import type { RefusedKeys } from './refused-keys.ts';

/** What the tables had under the key when they were queried; `upTo` shows whether that may have changed since. */
export interface StoredAnswer {
  readonly answer: FirstAnswer | undefined;
  readonly upTo: number;
}

/** `players` are those whose accounts must be in the book before this is decided. */
export type Asked =
  | {
      readonly kind: 'command';
      readonly command: AnyCommand;
      readonly players: readonly PlayerId[];
      readonly answer: (outcome: Outcome) => void;
      readonly since: number;
      /** The same for commands that were submitted in one call. */
      readonly together?: object | undefined;
      /** In the queue it is behind all that are not. */
      readonly isPatient?: boolean;
      storedAnswer?: StoredAnswer;
    }
  | {
      readonly kind: 'read';
      readonly players: readonly PlayerId[];
      readonly key?: PlayerKey | undefined;
      readonly compute: (book: Book, answered: FirstAnswer | undefined) => unknown;
      readonly answer: (read: ReadAnswer) => void;
      readonly since: number;
      storedAnswer?: StoredAnswer;
    };

/** The key whose first answer must be known before this is decided. */
export function keyOf(asked: Asked): PlayerKey | undefined {
  if (asked.kind === 'read') return asked.key;
  const { player, key } = asked.command;
  return key === undefined || player === HOUSE ? undefined : { player, key: key.key };
}

export type AskedCommand = Extract<Asked, { readonly kind: 'command' }>;

export const askedOf = (
  command: AnyCommand,
  answer: AskedCommand['answer'],
  { since, together, isPatient }: Pick<AskedCommand, 'since' | 'together' | 'isPatient'>,
): AskedCommand => ({
  kind: 'command',
  command,
  players: playersNeeded(command),
  answer,
  since,
  together,
  isPatient: isPatient === true,
});

/** Finds the first answer to a repeated command and answers with it again. */
export type Recall = (asked: AskedCommand, answered: FirstAnswer) => void;

export interface Decided {
  readonly events: readonly AnyEvent[];
  /** Gives every caller its outcome. Called after the append, never before. */
  readonly deliver: () => void;
}

const NOT_NOW: Outcome = { ok: false, refusal: 'TRY_AGAIN' };

export function decideAll(
  book: Book,
  asked: readonly Asked[],
  around: {
    readonly clock: Millis;
    readonly clockToleranceMs: number;
    readonly refused: RefusedKeys;
    readonly recall: Recall;
  },
): Decided {
  const { clock, clockToleranceMs, refused, recall } = around;
  assertRoomForEvents(book.lastEvent);
  const events: AnyEvent[] = [];
  const outcomes: (() => void)[] = [];
  // Engine time never goes back, also when the machine's clock does.
  const now = clock > book.lastAt ? clock : book.lastAt;
  const isTimeStanding = isAheadOfClock(book, clock, clockToleranceMs);
  for (const each of asked) {
    const answered = firstAnswer(book, each, now);
    if (answered === 'UNKNOWN') {
      outcomes.push(() => giveUp([each], 'TRY_AGAIN'));
      continue;
    }
    if (each.kind === 'read') {
      const seen = each.compute(book, answered);
      outcomes.push(() => each.answer({ seen }));
      continue;
    }
    if (answered !== undefined && answered.fingerprint === each.command.key?.fingerprint) {
      outcomes.push(() => recall(each, answered));
      continue;
    }
    const outcome =
      refusedBefore(each.command, answered, refused) ??
      (isTimeStanding ? NOT_NOW : decideOne(book, each.command, now, refused));
    if (outcome.ok) events.push(outcome.event);
    outcomes.push(() => each.answer(outcome));
  }
  return {
    events,
    deliver: () => {
      for (const deliver of outcomes) deliver();
    },
  };
}

function decideOne(book: Book, command: AnyCommand, now: Millis, refused: RefusedKeys): Outcome {
  const decision = decide(book, command, { now, eventId: book.lastEvent + 1 });
  if (!decision.ok) {
    refused.add(command, decision.refusal);
    return { ok: false, refusal: decision.refusal };
  }
  apply(book, decision.event);
  return { ok: true, event: decision.event, repeated: false };
}

/**
 * The same key gets the first answer again, also when the first is in this very batch and not yet durable. `UNKNOWN`
 * when only the tables can have it and what was read from them may be outdated: nothing happened, the caller may
 * retry.
 */
function firstAnswer(book: Book, asked: Asked, now: Millis): FirstAnswer | 'UNKNOWN' | undefined {
  const wanted = keyOf(asked);
  if (wanted === undefined) return undefined;
  const player = book.players.get(wanted.player);
  if (player === undefined) return undefined;
  const known = findKey(player, wanted.key, now);
  if (known !== 'IN_TABLES') return known;
  const { storedAnswer } = asked;
  return storedAnswer !== undefined && storedAnswer.upTo === player.olderKeys?.upTo
    ? storedAnswer.answer
    : 'UNKNOWN';
}

function refusedBefore(
  command: AnyCommand,
  answered: FirstAnswer | undefined,
  refused: RefusedKeys,
): Outcome | undefined {
  if (command.key === undefined) return undefined;
  if (answered !== undefined) return { ok: false, refusal: 'KEY_REUSED' };
  const refusal = refused.find(command);
  return refusal === undefined ? undefined : { ok: false, refusal };
}

/** Whether both were submitted in one call. */
export const isTogether = (one: Asked | undefined, other: Asked | undefined): boolean =>
  one?.kind === 'command' &&
  other?.kind === 'command' &&
  one.together !== undefined &&
  one.together === other.together;

export const isPatient = (asked: Asked | undefined): boolean =>
  asked?.kind === 'command' && asked.isPatient === true;

/** The place of the first that is patient: all others are before it. */
export function firstPatient(queue: readonly Asked[]): number {
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPatient(queue[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Answers them without deciding. */
export function giveUp(asked: readonly Asked[], refusal: 'TRY_AGAIN' | 'RESULT_UNKNOWN'): void {
  for (const each of asked) {
    if (each.kind === 'read') each.answer(undefined);
    else each.answer({ ok: false, refusal });
  }
}
