// Does a book, or what the tables hold of it, agree with the journal?

import { findKey } from '@maru/engine/answered-keys';
import type { Book } from '@maru/engine/book';
import type { Millis } from '@maru/engine/time';
import { simProducts } from './products.ts';
import type { Stage } from './stage.ts';
import type { TableRows } from './table-rows.ts';
import { hasSomethingOpen, type Twin } from './twin.ts';
import { guardedBy, Violation } from './violation.ts';

/** Lines of an account begin with their kind and the player's number. */
function isInBook(line: string, residents: ReadonlySet<number>): boolean {
  const [, player] = /^(?:player|wallet|answer|purse) (\d+)\b/.exec(line) ?? [];
  return player === undefined || residents.has(Number(player));
}

export function createBookChecks(parts: {
  readonly stage: Stage;
  readonly twin: () => Twin;
  /** The event's key can still be looked up. */
  readonly isYoung: (event: number) => boolean;
}) {
  const { stage, twin, isYoung } = parts;
  const { reached } = stage;
  const guarded = guardedBy(stage);
  return {
    readSeen: guarded((player: number, seen: { seq: number; lastEvent: number }, atLeast: number) => {
      if (seen.lastEvent > twin().state.lastEvent)
        throw new Violation(
          'I-17',
          `a read shows event ${seen.lastEvent}, durable is ${twin().state.lastEvent}`,
        );
      if (seen.seq < atLeast)
        throw new Violation('I-24', `player ${player} was answered ${atLeast} and reads ${seen.seq}`);
    }),
    listSeen: guarded((player: number, seq: number, atLeast: number) => {
      if (seq < atLeast)
        throw new Violation('I-24', `player ${player} was answered ${atLeast}, the list says ${seq}`);
    }),
    /** `residents` are those whose accounts are in the book; everybody when undefined. */
    compareBook: guarded((text: string, where: string, residents?: ReadonlySet<number>) => {
      const described = text.split('\n');
      const describedLines = new Set(described);
      // A live book has only the newest answers; `checkKeys` checks the others. Archived tables have only those that
      // can still be looked up.
      const mayBeGone = (line: string) =>
        line.startsWith('answer ') &&
        (residents !== undefined || !isYoung(Number(line.slice(line.lastIndexOf(' ')))));
      const mine = twin()
        .describe()
        .split('\n')
        .filter((line) => residents === undefined || isInBook(line, residents))
        .filter((line) => describedLines.has(line) || !mayBeGone(line));
      if (described.join('\n') === mine.join('\n')) return;
      const odd =
        described.find((line) => !mine.includes(line)) ??
        `without ${mine.find((line) => !described.includes(line))}`;
      throw new Violation('I-19', `${where} is not what the journal says: ${odd}`);
    }),
    /** The book is level with the journal. */
    tryOut: guarded((book: Book) => {
      if (stage.plan.trials === 0) return;
      for (const product of simProducts) product.tryOut?.(book, twin(), stage.plan);
    }),
    /** Every key of the last day is in memory, or known to be in the tables and there. */
    checkKeys: guarded((players: Book['players'], tables: TableRows) => {
      for (const [id, player] of players) {
        for (const { key, event } of twin().state.players.get(id)?.answers ?? []) {
          const answer = findKey(player, key, twin().state.lastAt as Millis);
          if (answer === 'IN_TABLES') {
            reached('key left to the tables');
            if (tables.answers.get(id)?.get(key)?.event !== event)
              throw new Violation('I-18', `key ${JSON.stringify(key)} of player ${id} is nowhere`);
          } else if (answer?.event !== event && isYoung(event))
            throw new Violation('I-18', `key ${JSON.stringify(key)} of player ${id} is not known any more`);
        }
      }
    }),
    /** A player who is not in the book has nothing open, and the tables have all of the account. */
    checkCold: guarded((residents: ReadonlySet<number>, tables: TableRows) => {
      for (const { id, seq } of twin().state.players.values()) {
        if (residents.has(id)) continue;
        reached('account outside the book');
        if (hasSomethingOpen(twin().state, id))
          throw new Violation('I-19', `player ${id} has something open and is not in the book`);
        const shown = tables.accounts.get(id)?.seq;
        if (shown !== seq)
          throw new Violation('I-19', `player ${id} left the book at ${seq}, the tables show ${shown}`);
      }
    }),
  };
}
