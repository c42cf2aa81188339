// The reads of the auditor. The mark is locked during a read, so no write happens in between.
import { amount } from '@maru/engine/amount';
import type { PlayerId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { checkHistory, type HistoryPart } from './audit-history.ts';
import { NO_KEYS } from './load-answers.ts';
import { readMark } from './load-book.ts';
import { listPlayers, readPlayers } from './load-players.ts';
import { type Mark, NO_MARK } from './tables.ts';

/** Digests are added up in this many buckets of players, so that memory does not grow with the number of accounts. */
export const BUCKETS = 4_096;
const ACCOUNTS_AT_ONCE = 100;

/** What the tables hold at a mark. */
export interface Shown {
  readonly mark: Mark;
  /** The sum of the accounts' digests by bucket. */
  readonly buckets: ReadonlyMap<number, bigint>;
  readonly houses: ReadonlyMap<string, bigint>;
}

export interface AuditTables {
  /**
   * Compares the accounts after this number with their own digests, a slice at a time, and returns the last of them.
   * Throws `TablesDiffer`. Undefined when there are no more.
   */
  checkAccounts(after: number): Promise<PlayerId | undefined>;
  /** Compares rows that are written once and not changed. Throws `TablesDiffer`. */
  checkHistory(part: HistoryPart): Promise<void>;
  show(): Promise<Shown | undefined>;
  /** The digests of all accounts of one bucket. */
  showBucket(
    bucket: number,
  ): Promise<{ readonly mark: Mark; readonly digests: ReadonlyMap<PlayerId, bigint> }>;
}

export function openAuditTables(database: Database, shard: number): AuditTables {
  return {
    checkAccounts: (after) =>
      database.transaction(async (tx) => {
        await readMark(tx, shard);
        const players = await listPlayers(tx, shard, { after, most: ACCOUNTS_AT_ONCE });
        await readPlayers(tx, shard, players, NO_KEYS);
        return players.at(-1);
      }),
    checkHistory: (part) => database.transaction((tx) => checkHistory(tx, shard, part)),
    show: () =>
      database.transaction(async (tx) => {
        const mark = await readMark(tx, shard);
        if (mark === undefined) return undefined;
        const sums = await tx.query<{ bucket: number; sum: string }>(
          `select (player_id % ${BUCKETS})::int as bucket, sum(digest)::text as sum
           from account
           where shard = $1
           group by 1`,
          [shard],
        );
        const houses = await tx.query<{ id: string; balance: string }>(
          'select id, balance from purse where owner_id is null and shard = $1',
          [shard],
        );
        return {
          mark,
          buckets: new Map(sums.map(({ bucket, sum }) => [bucket, BigInt.asUintN(64, BigInt(sum))])),
          houses: new Map(houses.map(({ id, balance }) => [id, amount(balance)])),
        };
      }),
    showBucket: (bucket) =>
      database.transaction(async (tx) => {
        const mark = await readMark(tx, shard);
        const rows = await tx.query<{ player_id: PlayerId; digest: string | null }>(
          `select player_id, digest::text as digest
           from account
           where shard = $1 and player_id % ${BUCKETS} = $2`,
          [shard, bucket],
        );
        return {
          mark: mark ?? NO_MARK,
          digests: new Map(rows.map(({ player_id, digest }) => [player_id, BigInt(digest ?? '0')])),
        };
      }),
  };
}
