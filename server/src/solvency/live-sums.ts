// The sums of all purses now. Counting them reads every purse, so a count serves all callers for a while: for a minute,
// and on large tables for a hundred times as long as it took.
import type { SiteId } from '@maru/engine/purse';
import { MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { seeMark } from '../shadow/load-book.ts';
import { readSums, type SiteSums } from './sums.ts';

const LEAST_AGE_MS = MINUTE_MS;
const REST_FACTOR = 100;

export interface Count {
  readonly at: Millis;
  readonly batch: number;
  readonly sites: ReadonlyMap<SiteId, SiteSums>;
}

export function createLiveSums({
  database,
  shard,
  clock,
}: {
  /** Without the lane of reads: of all callers one counts, and it may take longer than a read may. */
  readonly database: Database;
  readonly shard: number;
  readonly clock: () => Millis;
}): { read(): Promise<Count> } {
  let last: { readonly count: Promise<Count>; goodFrom: number; goodUntil: number } | undefined;

  async function count(): Promise<Count> {
    return database.transaction(async (tx) => {
      if (database.kind === 'postgres')
        await tx.query('set transaction isolation level repeatable read, read only');
      const mark = await seeMark(tx, shard);
      return { at: clock(), batch: mark?.batch ?? 0, sites: await readSums(tx, shard) };
    });
  }

  return {
    read() {
      const began = clock();
      // A clock that was set back must not keep an old count for long.
      if (last !== undefined && began >= last.goodFrom && began < last.goodUntil) return last.count;
      const counting = count();
      const entry = { count: counting, goodFrom: began, goodUntil: Number.POSITIVE_INFINITY };
      last = entry;
      counting.then(
        () => {
          const ended = clock();
          entry.goodUntil = ended + Math.max(LEAST_AGE_MS, REST_FACTOR * (ended - began));
        },
        () => {
          if (last === entry) last = undefined;
        },
      );
      return counting;
    },
  };
}
