// Idempotency keys whose answers are no longer in memory: which of them have to be looked up before a decision, and when
// an answer may leave memory.

import { findKey, keysSince, leaveToTables } from '@maru/engine/answered-keys';
import { assert } from '@maru/engine/assert';
import type { Book } from '@maru/engine/book';
import { HOUSE, type PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { SealedBatch } from '../journal/record.ts';
import type { Tables } from '../shadow/tables.ts';
import type { PlayerKey } from './book-read.ts';
import { type Asked, keyOf } from './decide-all.ts';
import { NotNow } from './residents.ts';

export interface OlderKeyLookups {
  /** False when the key of this ask must be looked up in the tables first. */
  isReady(asked: Asked): boolean;
  fetch(asked: readonly Asked[]): Promise<void>;
  /** Called with every batch that was decided, in order. */
  note(batch: Pick<SealedBatch, 'batch' | 'events'>): void;
  /** The book was replaced. */
  reset(): void;
}

/** Batches between two searches for answers that may leave memory. */
const CHECK_EVERY_BATCHES = 16;

export function createOlderKeyLookups(options: {
  readonly book: () => Book | undefined;
  readonly clock: () => Millis;
  readonly tables: Pick<Tables, 'keys'>;
  /** The batch up to which the tables have everything. */
  readonly passed: () => number;
  readonly inMemory: number;
}): OlderKeyLookups {
  const { book: bookNow, clock, tables, passed, inMemory } = options;
  /** Batches that the tables may not have yet, with the newest event of each. */
  let undone: { readonly batch: number; readonly event: number }[] = [];
  let passedEvent = 0;
  /** Players with more answers in memory than they should have. */
  let over = new Set<PlayerId>();
  let sinceCheck = 0;

  const nowOf = (book: Book): Millis => {
    const now = clock();
    return now > book.lastAt ? now : book.lastAt;
  };

  /** The ask's key, when only the tables can have its first answer. */
  function missing(book: Book, asked: Asked): PlayerKey | undefined {
    const wanted = keyOf(asked);
    if (wanted === undefined) return undefined;
    const player = book.players.get(wanted.player);
    if (player?.olderKeys === undefined) return undefined;
    return findKey(player, wanted.key, nowOf(book)) === 'IN_TABLES' ? wanted : undefined;
  }

  function makeRoom(book: Book): void {
    const mark = passed();
    while (undone[0] !== undefined && undone[0].batch <= mark) {
      passedEvent = undone[0].event;
      undone.shift();
    }
    for (const id of over) {
      const player = book.players.get(id);
      if (player !== undefined) leaveToTables(player, inMemory, passedEvent);
      if (player === undefined || player.answers.size <= 2 * inMemory) over.delete(id);
    }
  }

  return {
    isReady(asked) {
      const book = bookNow();
      return book === undefined || missing(book, asked) === undefined;
    },

    async fetch(asked) {
      const book = bookNow();
      assert(book !== undefined, 'an open desk has its book');
      const wanted: { readonly asked: Asked; readonly key: PlayerKey; readonly upTo: number }[] = [];
      for (const each of asked) {
        const key = missing(book, each);
        const upTo = key && book.players.get(key.player)?.olderKeys?.upTo;
        if (key !== undefined && upTo !== undefined) wanted.push({ asked: each, key, upTo });
      }
      if (wanted.length === 0) return;
      const answers = await tables.keys(
        wanted.map(({ key }) => key),
        keysSince(nowOf(book)),
      );
      // A book that was loaded again meanwhile may not have the accounts of these asks any more.
      if (bookNow() !== book) throw new NotNow('keys were looked up for a book that was replaced meanwhile');
      for (const [index, { asked: each, upTo }] of wanted.entries())
        each.storedAnswer = { answer: answers[index], upTo };
    },

    note({ batch, events }) {
      const book = bookNow();
      const last = events.at(-1);
      if (book === undefined || last === undefined) return;
      undone.push({ batch, event: last.id });
      for (const { answers } of events) {
        if (answers === undefined || answers.player === HOUSE) continue;
        const player = book.players.get(answers.player);
        if (player !== undefined && player.answers.size > 2 * inMemory) over.add(answers.player);
      }
      sinceCheck += 1;
      if (sinceCheck < CHECK_EVERY_BATCHES) return;
      sinceCheck = 0;
      makeRoom(book);
    },

    reset() {
      undone = [];
      over = new Set();
    },
  };
}
