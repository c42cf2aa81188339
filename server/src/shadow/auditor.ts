// Compares the tables with the journal, slowly and repeatedly, while the platform runs. A start compares sums and the
// accounts that it needs; this compares every account, using nothing but the journal.
//
// Memory is bounded: the digests that follow from the journal are added up in buckets of players, and only a bucket
// that differs is computed again for each of its accounts.
import { amount, toDecimal } from '@maru/engine/amount';
import { isHouse, type PlayerId } from '@maru/engine/purse';
import type { Journal } from '../journal/journal.ts';
import type { SealedBatch } from '../journal/record.ts';
import { type HistoryPart, slicesOf } from './audit-history.ts';
import { type AuditTables, BUCKETS, type Shown } from './audit-tables.ts';
import type { AuditBase } from './base-snapshot.ts';
import { addBatch, digestsOf, noRows, type RowChanges } from './rows.ts';
import type { ShadowProduct } from './shadow-product.ts';
import { type Mark, NO_MARK, TablesDiffer } from './tables.ts';

export interface AuditorOptions {
  readonly tables: AuditTables;
  readonly journal: Pick<Journal, 'read'>;
  readonly products: readonly ShadowProduct[];
  /** The snapshot that the walk starts from. When absent or undefined, the journal starts with its first batch. */
  readonly findBase?: (() => Promise<AuditBase | undefined>) | undefined;
  /** Called between two slices; its duration sets the pace. */
  readonly rest: () => Promise<void>;
  readonly isStopped: () => boolean;
}

const EVENTS_AT_ONCE = 200;
const EVENTS_IN_PART = 100;

/** Compares every account with its own digest. Throws `TablesDiffer` at the first difference. */
export async function auditAccounts({ tables, rest, isStopped }: AuditorOptions): Promise<void> {
  for (let after = 0; !isStopped(); ) {
    const last = await tables.checkAccounts(after);
    if (last === undefined) return;
    after = last;
    await rest();
  }
}

/**
 * Compares the journal from its first batch, or from its base, up to a mark of the tables with the tables at that
 * mark. False when it was stopped before, or the journal was cut. Throws `TablesDiffer` at the first difference.
 */
export async function auditJournal(
  options: AuditorOptions,
  onBatch: (batch: number) => void = () => undefined,
): Promise<boolean> {
  const shown = await options.tables.show();
  if (shown === undefined) return true;
  const base = await options.findBase?.();
  try {
    return await compare(options, { shown, base }, onBatch);
  } catch (fault) {
    // Archiving may remove what a walk has yet to read. That is no damage: the next walk begins at the newer base.
    if (!(fault instanceof TablesDiffer) && (await hasNewerBase(options, base))) return false;
    throw fault;
  }
}

async function hasNewerBase({ findBase }: AuditorOptions, base: AuditBase | undefined): Promise<boolean> {
  const newest = await findBase?.();
  return (newest?.mark.batch ?? 0) > (base?.mark.batch ?? 0);
}

async function compare(
  options: AuditorOptions,
  { shown, base }: { readonly shown: Shown; readonly base: AuditBase | undefined },
  onBatch: (batch: number) => void,
): Promise<boolean> {
  const buckets = new BigUint64Array(BUCKETS);
  const houses = new Map<string, bigint>();
  const add = (player: PlayerId, by: bigint): void => {
    buckets[player % BUCKETS] = (buckets[player % BUCKETS] ?? 0n) + by;
  };
  await base?.read({ account: add, house: (id, balance) => houses.set(id, amount(balance)) });
  const isWhole = await walk(options, { from: base?.mark, to: shown.mark }, async (part, batch) => {
    const { rows } = part;
    for (const slice of slicesOf(part)) {
      await options.tables.checkHistory(slice);
      await options.rest();
    }
    for (const [player, by] of digestsOf(rows)) add(player, by);
    for (const { id, by } of rows.purses.values())
      if (isHouse(id)) houses.set(id, (houses.get(id) ?? 0n) + by);
    onBatch(batch);
  });
  if (!isWhole) return false;
  for (const id of new Set([...houses.keys(), ...shown.houses.keys()])) {
    const [stored, expected] = [shown.houses.get(id) ?? 0n, houses.get(id) ?? 0n];
    if (stored !== expected)
      throw new TablesDiffer(`purse ${id} holds ${toDecimal(stored)}, by the journal ${toDecimal(expected)}`);
  }
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    if (buckets[bucket] !== (shown.buckets.get(bucket) ?? 0n)) await nameAccount(options, bucket);
  }
  return true;
}

/** Repeats the comparison for the players of one bucket, each by itself, and names the account that differs. */
async function nameAccount(options: AuditorOptions, bucket: number): Promise<void> {
  const { mark, digests } = await options.tables.showBucket(bucket);
  const expected = new Map<PlayerId, bigint>();
  const add = (player: PlayerId, by: bigint): void => {
    if (player % BUCKETS === bucket)
      expected.set(player, BigInt.asUintN(64, (expected.get(player) ?? 0n) + by));
  };
  const base = await options.findBase?.();
  await base?.read({ account: add, house: () => undefined });
  const isWhole = await walk(options, { from: base?.mark, to: mark }, async ({ rows }) => {
    for (const [player, by] of digestsOf(rows)) add(player, by);
    await options.rest();
  });
  if (!isWhole) return;
  for (const player of new Set([...expected.keys(), ...digests.keys()])) {
    if (!digests.has(player)) throw new TablesDiffer(`account ${player} is gone`);
    if (digests.get(player) !== expected.get(player))
      throw new TablesDiffer(`account ${player} and its purses are not what the journal says`);
  }
}

/** False when it was stopped before the mark. `see` has to pause before it returns. */
async function walk(
  { journal, products, rest, isStopped }: AuditorOptions,
  { from, to }: { readonly from: Mark | undefined; readonly to: Pick<Mark, 'batch'> },
  see: (part: WalkedPart, batch: number) => Promise<void>,
): Promise<boolean> {
  let at: Mark = from ?? NO_MARK;
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
    for (const part of partsOf(slice, products)) {
      await see(part, last.batch);
      if (isStopped()) return false;
    }
    if (slice.every((batch) => batch.events.length === 0)) await rest();
    at = { batch: last.batch, hash: last.hash };
  }
  return true;
}

interface WalkedPart extends HistoryPart {
  readonly rows: RowChanges;
}

/** The rows of a few events at a time: a batch may have thousands. */
function* partsOf(slice: readonly SealedBatch[], products: readonly ShadowProduct[]): Iterable<WalkedPart> {
  let rows = noRows(products);
  let first: number | undefined;
  for (const { events, entries } of slice) {
    for (const [place, event] of events.entries()) {
      first ??= event.id;
      addBatch(rows, { events: [event], entries: entries.slice(place, place + 1) });
      if (event.id - first + 1 < EVENTS_IN_PART) continue;
      yield { first, last: event.id, rows };
      rows = noRows(products);
      first = undefined;
    }
  }
  if (first !== undefined) yield { first, last: rows.lastEvent, rows };
}

export interface Auditor {
  /** How far the current walk is in the journal. */
  audited(): number;
  stop(): Promise<void>;
}

/** A start has enough other work, and has compared the sums already. */
const BEGINS_AFTER_MS = 60_000;

/** Repeats the walk until it is stopped. */
export function startAuditor(
  options: Omit<AuditorOptions, 'rest' | 'isStopped'> & {
    readonly wait: (ms: number) => Promise<void>;
    readonly restMs: number;
    readonly onDifference: (fault: unknown) => void;
    /** Called when a read failed: the audit starts again later. */
    readonly onTransientError: (fault: unknown) => void;
    readonly onBatch?: (batch: number) => void;
  },
): Auditor {
  const { wait, restMs } = options;
  const stopping = Promise.withResolvers<void>();
  let isStopped = false;
  let audited = 0;
  const restFor = (ms: number) => Promise.race([wait(ms), stopping.promise]);
  const walking = { ...options, rest: () => restFor(restMs), isStopped: () => isStopped };

  function noteBatch(batch: number): void {
    audited = batch;
    options.onBatch?.(batch);
  }

  async function run(): Promise<void> {
    await restFor(BEGINS_AFTER_MS);
    while (!isStopped) {
      try {
        noteBatch(0);
        await auditAccounts(walking);
        await auditJournal(walking, noteBatch);
        await walking.rest();
      } catch (fault) {
        if (isStopped) return;
        if (fault instanceof TablesDiffer) {
          options.onDifference(fault);
          return;
        }
        options.onTransientError(fault);
        await restFor(BEGINS_AFTER_MS);
      }
    }
  }

  const running = run();
  return {
    audited: () => audited,
    async stop() {
      isStopped = true;
      stopping.resolve();
      await running;
    },
  };
}
