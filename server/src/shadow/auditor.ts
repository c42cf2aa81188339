// Walks the journal against the tables, slowly and for ever, while the platform runs. A start compares sums and the
// accounts that it needs; this compares every account, and the accounts with nothing but the journal.
//
// Memory is bounded: the digests that follow from the journal are added up in buckets of players, and only a bucket that
// differs is walked once more for its accounts.
import { amount, print } from '@maru/engine/amount';
import { isHouse, type PlayerId } from '@maru/engine/purse';
import type { Database, Tx } from '../db/database.ts';
import type { Journal } from '../journal/journal.ts';
import { FIRST_HASH, type SealedBatch } from '../journal/record.ts';
import type { AuditBase } from './base-snapshot.ts';
import { NO_KEYS } from './load-answers.ts';
import { readMark } from './load-book.ts';
import { readPlayers } from './load-players.ts';
import { digestsOf, type RowChanges, rowsOf } from './rows.ts';
import { type Mark, TablesDiffer } from './tables.ts';

export interface AuditorOptions {
  readonly database: Database;
  readonly journal: Pick<Journal, 'read'>;
  readonly shard: number;
  /** The snapshot that the walk begins with. Absent, or without an answer: the journal begins with its first batch. */
  readonly findBase?: (() => Promise<AuditBase | undefined>) | undefined;
  /** Called between two slices: how long it takes is the pace. */
  readonly rest: () => Promise<void>;
  readonly isStopped: () => boolean;
  readonly onProgress?: (progress: AuditProgress) => void;
}

export interface AuditProgress {
  /** How far this walk is in the journal. */
  readonly batch: number;
  /** Walks that came to their end. */
  readonly walks: number;
}

export const BUCKETS = 4_096;
const EVENTS_AT_ONCE = 200;
const ACCOUNTS_AT_ONCE = 100;

/** Walks until it is stopped. Throws `TablesDiffer` at the first difference. */
export async function audit(options: AuditorOptions): Promise<void> {
  for (let walks = 0; !options.isStopped(); walks += 1) {
    options.onProgress?.({ batch: 0, walks });
    await auditAccounts(options);
    await auditJournal(options, (batch) => options.onProgress?.({ batch, walks }));
    await options.rest();
  }
}

/** Every account against its own digest. The mark is locked while a slice is read, so no write comes in between. */
export async function auditAccounts({ database, shard, rest, isStopped }: AuditorOptions): Promise<void> {
  for (let after = 0; !isStopped(); ) {
    const last = await database.transaction(async (tx) => {
      await readMark(tx, shard);
      const rows = await tx.query<{ player_id: PlayerId }>(
        'select player_id from account where shard = $1 and player_id > $2 order by player_id limit $3',
        [shard, after, ACCOUNTS_AT_ONCE],
      );
      await readPlayers(
        tx,
        shard,
        rows.map((row) => row.player_id),
        NO_KEYS,
      );
      return rows.at(-1)?.player_id;
    });
    if (last === undefined) return;
    after = last;
    await rest();
  }
}

/** The journal from its first batch, or from its base, to a mark of the tables, against what the tables held at that mark. */
export async function auditJournal(
  options: AuditorOptions,
  onBatch: (batch: number) => void = () => undefined,
): Promise<void> {
  const shown = await options.database.transaction((tx) => readShown(tx, options.shard));
  if (shown === undefined) return;
  const buckets = new BigUint64Array(BUCKETS);
  const houses = new Map<string, bigint>();
  const add = (player: PlayerId, by: bigint): void => {
    buckets[player % BUCKETS] = (buckets[player % BUCKETS] ?? 0n) + by;
  };
  const base = await options.findBase?.();
  await base?.read({ account: add, house: (id, balance) => houses.set(id, amount(balance)) });
  const isWhole = await walk(options, { from: base?.mark, to: shown.mark }, (rows, batch) => {
    for (const [player, by] of digestsOf(rows)) add(player, by);
    for (const { id, by } of rows.purses.values())
      if (isHouse(id)) houses.set(id, (houses.get(id) ?? 0n) + by);
    onBatch(batch);
  });
  if (!isWhole) return;
  for (const id of new Set([...houses.keys(), ...shown.houses.keys()])) {
    const [found, expected] = [shown.houses.get(id) ?? 0n, houses.get(id) ?? 0n];
    if (found !== expected)
      throw new TablesDiffer(`purse ${id} holds ${print(found)}, by the journal ${print(expected)}`);
  }
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    if (buckets[bucket] !== (shown.buckets.get(bucket) ?? 0n)) await nameAccount(options, bucket);
  }
}

interface Shown {
  readonly mark: Mark;
  readonly buckets: ReadonlyMap<number, bigint>;
  readonly houses: ReadonlyMap<string, bigint>;
}

async function readShown(tx: Tx, shard: number): Promise<Shown | undefined> {
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
}

/** Once more for the players of one bucket, each by itself. */
async function nameAccount(options: AuditorOptions, bucket: number): Promise<void> {
  const { database, shard } = options;
  const { mark, digests } = await database.transaction(async (tx) => {
    const row = await readMark(tx, shard);
    const rows = await tx.query<{ player_id: PlayerId; digest: string | null }>(
      `select player_id, digest::text as digest
       from account
       where shard = $1 and player_id % ${BUCKETS} = $2`,
      [shard, bucket],
    );
    return {
      mark: row ?? { batch: 0, hash: FIRST_HASH },
      digests: new Map(rows.map(({ player_id, digest }) => [player_id, BigInt(digest ?? '0')])),
    };
  });
  const expected = new Map<PlayerId, bigint>();
  const add = (player: PlayerId, by: bigint): void => {
    if (player % BUCKETS === bucket)
      expected.set(player, BigInt.asUintN(64, (expected.get(player) ?? 0n) + by));
  };
  const base = await options.findBase?.();
  await base?.read({ account: add, house: () => undefined });
  const isWhole = await walk(options, { from: base?.mark, to: mark }, (rows) => {
    for (const [player, by] of digestsOf(rows)) add(player, by);
  });
  if (!isWhole) return;
  for (const player of new Set([...expected.keys(), ...digests.keys()])) {
    if (!digests.has(player)) throw new TablesDiffer(`account ${player} is gone`);
    if (digests.get(player) !== expected.get(player))
      throw new TablesDiffer(`account ${player} and its purses are not what the journal says`);
  }
}

/** False when it was stopped before the mark. */
async function walk(
  { journal, rest, isStopped }: AuditorOptions,
  { from, to }: { readonly from: Mark | undefined; readonly to: Pick<Mark, 'batch'> },
  see: (rows: RowChanges, batch: number) => void,
): Promise<boolean> {
  let at: Mark = from ?? { batch: 0, hash: FIRST_HASH };
  while (at.batch < to.batch) {
    if (isStopped()) return false;
    const slice: SealedBatch[] = [];
    let events = 0;
    for await (const batch of journal.read(at)) {
      if (batch.batch > to.batch) break;
      slice.push(batch);
      events += 1 + batch.events.length;
      if (events >= EVENTS_AT_ONCE) break;
    }
    const last = slice.at(-1);
    if (last === undefined) return false;
    see(rowsOf(slice), last.batch);
    at = { batch: last.batch, hash: last.hash };
    await rest();
  }
  return true;
}

export interface Auditor {
  progress(): AuditProgress;
  stop(): Promise<void>;
}

/** A start has enough to do, and has compared the sums already. */
const BEGINS_AFTER_MS = 60_000;

export function startAuditor(
  options: Pick<AuditorOptions, 'database' | 'journal' | 'shard' | 'findBase'> & {
    readonly wait: (ms: number) => Promise<void>;
    readonly restMs: number;
    readonly beginsAfterMs?: number;
    readonly onDifference: (fault: unknown) => void;
    /** Something could not be read: it begins anew later. */
    readonly onWeather: (fault: unknown) => void;
    readonly onProgress?: (progress: AuditProgress) => void;
  },
): Auditor {
  const { database, journal, shard, findBase, wait, restMs, beginsAfterMs = BEGINS_AFTER_MS } = options;
  const stopping = Promise.withResolvers<void>();
  let isStopped = false;
  let progress: AuditProgress = { batch: 0, walks: 0 };
  const restFor = (ms: number) => Promise.race([wait(ms), stopping.promise]);

  async function run(): Promise<void> {
    await restFor(beginsAfterMs);
    while (!isStopped) {
      try {
        await audit({
          database,
          journal,
          shard,
          findBase,
          rest: () => restFor(restMs),
          isStopped: () => isStopped,
          onProgress(now) {
            progress = now;
            options.onProgress?.(now);
          },
        });
      } catch (fault) {
        if (isStopped) return;
        if (fault instanceof TablesDiffer) {
          options.onDifference(fault);
          return;
        }
        options.onWeather(fault);
        await restFor(BEGINS_AFTER_MS);
      }
    }
  }

  const running = run();
  return {
    progress: () => progress,
    async stop() {
      isStopped = true;
      stopping.resolve();
      await running;
    },
  };
}
