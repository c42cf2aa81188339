// Holds the books against every single purse, both as of one moment. Counting reads all purses, so a count serves all
// callers for a while, as that of the proof of balances does.
import { AsyncResource } from 'node:async_hooks';
import { OPENING, sectionOf } from '@maru/contract/books/kinds';
import type { SiteId } from '@maru/engine/purse';
import { MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { seeMark } from '../shadow/load-book.ts';
import { readSums } from '../solvency/sums.ts';
import { balancesOf } from './figures.ts';
import { sumUntil } from './store.ts';

const LEAST_AGE_MS = MINUTE_MS;
const REST_FACTOR = 100;
const FOREVER = 2 ** 31 - 1;

export interface Difference {
  readonly currency: string;
  /** `members` is everything of members together. */
  readonly kind: string;
  readonly books: bigint;
  readonly purses: bigint;
}

export interface BooksCheck {
  readonly at: Millis;
  readonly batch: number;
  readonly differences: ReadonlyMap<SiteId, readonly Difference[]>;
}

type Balances = ReadonlyMap<string, bigint>;
const MEMBERS = 'members';

/** By currency and kind, all purses of members as one. */
function byKind(balances: ReadonlyMap<string, ReadonlyMap<string, bigint>>): Balances {
  const found = new Map<string, bigint>();
  for (const [currency, kinds] of balances)
    for (const [kind, balance] of kinds) {
      const name = `${currency} ${sectionOf(kind) === 'MEMBER' ? MEMBERS : kind}`;
      found.set(name, (found.get(name) ?? 0n) + balance);
    }
  return found;
}

function differencesOf(books: Balances, purses: Balances): readonly Difference[] {
  return [...new Set([...books.keys(), ...purses.keys()])].flatMap((name) => {
    const [inBooks, inPurses] = [books.get(name) ?? 0n, purses.get(name) ?? 0n];
    const [currency = '', kind = ''] = name.split(' ');
    return inBooks === inPurses ? [] : [{ currency, kind, books: inBooks, purses: inPurses }];
  });
}

export function createBooksCheck({
  database,
  shard,
  sites,
  clock,
}: {
  readonly database: Database;
  readonly shard: number;
  /** Those of this shard. */
  readonly sites: () => readonly SiteId[];
  readonly clock: () => Millis;
}): { read(): Promise<BooksCheck> } {
  let last: { readonly check: Promise<BooksCheck>; readonly from: number; until: number } | undefined;

  // In the context of no caller: of all of them one counts, and it may take longer than the lane of reads allows.
  const count = AsyncResource.bind((): Promise<BooksCheck> => {
    return database.transaction(async (tx) => {
      if (database.kind === 'postgres')
        await tx.query('set transaction isolation level repeatable read, read only');
      const mark = await seeMark(tx, shard);
      const sums = await readSums(tx, shard);
      const differences = new Map<SiteId, readonly Difference[]>();
      for (const site of sites()) {
        const counted = sums.get(site);
        const purses = new Map<string, bigint>();
        for (const { currency, owed, owing } of counted?.sums ?? [])
          purses.set(`${currency} ${MEMBERS}`, owed - owing);
        for (const { currency, purpose, balance } of counted?.house ?? [])
          purses.set(`${currency} ${purpose}`, balance);
        const books = balancesOf(await sumUntil(tx, { site, until: FOREVER }));
        differences.set(
          site,
          differencesOf(byKind(books), purses).filter(({ kind }) => kind !== OPENING),
        );
      }
      return { at: clock(), batch: mark?.batch ?? 0, differences };
    });
  });

  return {
    read() {
      const began = clock();
      // A clock that was set back must not keep an old count for long.
      if (last !== undefined && began >= last.from && began < last.until) return last.check;
      const counting = count();
      const entry = { check: counting, from: began, until: Number.POSITIVE_INFINITY };
      last = entry;
      counting.then(
        () => {
          const ended = clock();
          entry.until = ended + Math.max(LEAST_AGE_MS, REST_FACTOR * (ended - began));
        },
        () => {
          if (last === entry) last = undefined;
        },
      );
      return counting;
    },
  };
}
