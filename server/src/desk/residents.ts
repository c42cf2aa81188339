// Which accounts are in the book: they are loaded when a request needs them, and those that were idle longest are
// removed when there are too many.

import { keysSince } from '@maru/engine/answered-keys';
import { assert } from '@maru/engine/assert';
import type { Book } from '@maru/engine/book';
import type { PlayerId } from '@maru/engine/purse';
import { dropPlayer, isKnown, playersTouched, playersWithOpen, putPlayer } from '@maru/engine/residents';
import type { SealedBatch } from '../journal/record.ts';
import type { Tables } from '../shadow/tables.ts';
import type { Asked } from './decide-all.ts';
import type { LastBatches } from './last-batches.ts';

/** Accounts that cannot be loaded now, although nothing is wrong with them: the request may be retried. */
export class NotNow extends Error {
  override name = 'NotNow';
}

export interface Residents {
  isReady(asked: Asked): boolean;
  fetch(asked: readonly Asked[]): Promise<void>;
  /** Called with the asks that are about to be decided. */
  noteUse(asked: readonly Asked[]): void;
  /** Called with those whom an event touches that another desk has decided. */
  noteTouched(players: Iterable<PlayerId>): void;
  /** Removes accounts if there are too many. `undurable` was decided and may not be in the journal yet. */
  makeRoom(around: {
    readonly undurable: readonly Pick<SealedBatch, 'events'>[];
    readonly queued: () => readonly Asked[];
    readonly isWaitedFor: (player: PlayerId) => boolean;
  }): void;
}

export interface ResidentsOptions {
  readonly book: () => Book | undefined;
  readonly tables: Pick<Tables, 'players'>;
  readonly lastBatches: Pick<LastBatches, 'unpassed'>;
  readonly isOurs: () => boolean;
  /** More accounts than this are kept only while something of them is open. */
  readonly most: number;
}

/** The memory of an account with the usual eight wallets, with its purses and a few kept answers. */
const BYTES_EACH = 5_000;
const LEAST = 10_000;

/** Two fifths of the heap for accounts: rounds, orders and requests in progress need the rest. */
export const residentsFor = (heapBytes: number): number =>
  Math.max(LEAST, Math.floor((heapBytes * 0.4) / BYTES_EACH));

/** This percentage is removed at once, because finding them means visiting all accounts. */
const LEAVING_PERCENT = 10;

export function createResidents(options: ResidentsOptions): Residents {
  const { book: bookNow, tables, lastBatches, isOurs, most } = options;
  let period = 1;
  /** Above this number of accounts a search for idle ones is worth it. */
  let lookBeyond = most;

  function openBook(): Book {
    const book = bookNow();
    assert(book !== undefined, 'an open desk has its book');
    return book;
  }

  /** The latest period such that at least so many accounts were not used since. */
  function idleSince(book: Book, count: number): number {
    const used = new Map<number, number>();
    for (const { usedIn } of book.players.values()) used.set(usedIn, (used.get(usedIn) ?? 0) + 1);
    let idle = 0;
    for (const since of [...used.keys()].sort((a, b) => a - b)) {
      idle += used.get(since) ?? 0;
      if (idle >= count) return since;
    }
    return period;
  }

  function noteTouched(touched: Iterable<PlayerId>): void {
    const { players } = openBook();
    for (const id of touched) {
      const player = players.get(id);
      if (player !== undefined) player.usedIn = period;
    }
  }

  return {
    isReady(asked) {
      const book = bookNow();
      return book === undefined || asked.players.every((player) => isKnown(book, player));
    },

    async fetch(asked) {
      const book = openBook();
      const missing = new Set<PlayerId>();
      for (const each of asked)
        for (const player of each.players) if (!isKnown(book, player)) missing.add(player);
      if (missing.size === 0) return;
      const loadedPlayers = await tables.players([...missing], keysSince(book.lastAt));
      // Another owner's tables may differ, and a book that was loaded again has its own residents.
      if (!isOurs() || bookNow() !== book)
        throw new NotNow('accounts were read for a book that was replaced meanwhile');
      for (const loaded of loadedPlayers) {
        // An account that did not exist may have been opened meanwhile: then the book is newer than the tables.
        if (book.players.has(loaded.player.id)) continue;
        loaded.player.usedIn = period;
        putPlayer(book, loaded);
      }
    },

    noteUse(asked) {
      for (const { players } of asked) noteTouched(players);
    },

    noteTouched,

    makeRoom({ undurable, queued, isWaitedFor }) {
      const book = openBook();
      if (book.players.size <= lookBeyond) return;
      const room = Math.ceil((most * LEAVING_PERCENT) / 100);
      let toLeave = book.players.size - most + room;
      const since = idleSince(book, toLeave);
      const stays = lastBatches.unpassed();
      for (const player of playersWithOpen(book)) stays.add(player);
      for (const { events } of undurable)
        for (const event of events) for (const player of playersTouched(event)) stays.add(player);
      for (const asked of queued()) for (const player of asked.players) stays.add(player);
      for (const player of book.players.values()) {
        if (toLeave === 0) break;
        if (player.usedIn > since || stays.has(player.id) || isWaitedFor(player.id)) continue;
        dropPlayer(book, player);
        toLeave -= 1;
      }
      period += 1;
      // When hardly any account can be removed, the next search is made only after as many were loaded.
      lookBeyond = Math.max(most, book.players.size + room);
    },
  };
}
