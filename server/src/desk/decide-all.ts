// One gathered batch, decided: every command in turn against the book, which moves on with each event. Nothing here
// waits and nothing leaves; the outcomes are handed out only when the events are durable.
import { apply } from '@maru/engine/apply';
import type { AnyEvent, Book, KeptAnswer } from '@maru/engine/book';
import type { AnyCommand } from '@maru/engine/command';
import { decide } from '@maru/engine/decide';
import { HOUSE, type PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { isAheadOfClock } from './clock-check.ts';
import type { Outcome } from './desk.ts';
import type { RefusedKeys } from './refused-keys.ts';

/** `players` are those whose accounts must be in the book before this is decided. */
export type Asked =
  | {
      readonly kind: 'command';
      readonly command: AnyCommand;
      readonly players: readonly PlayerId[];
      readonly answer: (outcome: Outcome) => void;
      readonly since: number;
      /** The same for commands that were asked in one go. */
      readonly together?: object | undefined;
    }
  | {
      readonly kind: 'read';
      readonly players: readonly PlayerId[];
      readonly look: (book: Book) => unknown;
      readonly answer: (seen: { readonly seen: unknown } | undefined) => void;
      readonly since: number;
    };

export type AskedCommand = Extract<Asked, { readonly kind: 'command' }>;

export const askedOf = (
  command: AnyCommand,
  answer: AskedCommand['answer'],
  { since, together }: Pick<AskedCommand, 'since' | 'together'>,
): AskedCommand => {
  const players = command.player === HOUSE ? [] : [command.player];
  return { kind: 'command', command, players, answer, since, together };
};

/** Finds the first answer to a repeated command and gives it once more. */
export type Recall = (asked: AskedCommand, kept: KeptAnswer) => void;

export interface Decided {
  readonly events: readonly AnyEvent[];
  /** Gives every asker its outcome. Called after the append, never before. */
  readonly handOut: () => void;
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
  const events: AnyEvent[] = [];
  const outcomes: (() => void)[] = [];
  // Engine time never goes back, also when the machine's clock does.
  const now = clock > book.lastAt ? clock : book.lastAt;
  const isTimeStanding = isAheadOfClock(book, clock, clockToleranceMs);
  for (const each of asked) {
    if (each.kind === 'read') {
      const seen = each.look(book);
      outcomes.push(() => each.answer({ seen }));
      continue;
    }
    const kept = keptAnswer(book, each.command);
    if (kept !== undefined) {
      outcomes.push(() => recall(each, kept));
      continue;
    }
    const outcome =
      refusedBefore(book, each.command, refused) ??
      (isTimeStanding ? NOT_NOW : decideOne(book, each.command, now, refused));
    if (outcome.ok) events.push(outcome.event);
    outcomes.push(() => each.answer(outcome));
  }
  return {
    events,
    handOut: () => {
      for (const handOut of outcomes) handOut();
    },
  };
}

function decideOne(book: Book, command: AnyCommand, now: Millis, refused: RefusedKeys): Outcome {
  const decision = decide(book, command, { now, eventId: book.lastEvent + 1 });
  if (!decision.ok) {
    refused.keep(command, decision.refusal);
    return { ok: false, refusal: decision.refusal };
  }
  apply(book, decision.event);
  return { ok: true, event: decision.event, repeated: false };
}

/** The same key gets the first answer again, also when the first is in this very batch and not yet durable. */
function keptAnswer(book: Book, { player, key }: AnyCommand): KeptAnswer | undefined {
  const kept = key && book.players.get(player)?.answers.get(key.key);
  return kept?.print === key?.print ? kept : undefined;
}

function refusedBefore(book: Book, command: AnyCommand, refused: RefusedKeys): Outcome | undefined {
  if (command.key === undefined) return undefined;
  if (book.players.get(command.player)?.answers.has(command.key.key))
    return { ok: false, refusal: 'KEY_REUSED' };
  const refusal = refused.find(command);
  return refusal === undefined ? undefined : { ok: false, refusal };
}

/** Were they asked in one go? */
export const isTogether = (one: Asked | undefined, other: Asked | undefined): boolean =>
  one?.kind === 'command' &&
  other?.kind === 'command' &&
  one.together !== undefined &&
  one.together === other.together;

/** Answers them without deciding. */
export function giveUp(asked: readonly Asked[], refusal: 'TRY_AGAIN' | 'RESULT_UNKNOWN'): void {
  for (const each of asked) {
    if (each.kind === 'read') each.answer(undefined);
    else each.answer({ ok: false, refusal });
  }
}
