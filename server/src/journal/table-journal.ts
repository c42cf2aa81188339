// The journal as a PostgreSQL table. One insert per batch; a connection lost in the middle of it is resolved by
// reading, because the driver cannot tell whether the commit happened.
import { assert } from '@maru/engine/assert';
import { assertContinues, brokenChain, DamagedJournal, Fenced, type Journal, type Tail } from './journal.ts';
import { digestIn, FIRST_HASH, type SealedBatch, seal, unseal } from './record.ts';

export interface JournalRow {
  readonly batch: number;
  readonly epoch: number;
  readonly hash: string;
  readonly body: string;
}

/**
 * The statements behind the journal. Each may throw when the database cannot be reached; its effect is then unknown.
 */
export interface JournalTable {
  /**
   * Waits until the shard may be taken, raises its epoch and returns it with the newest row. Undefined when `goOn` says
   * no: it is asked before each further attempt.
   */
  claim(goOn?: (owner: ShardOwner) => boolean): Promise<Claimed | undefined>;
  /** Undefined when no desk ever owned the shard. */
  owner(): Promise<ShardOwner | undefined>;
  /** False when the shard's epoch is no longer ours. A row that exists already throws `RowExists`. */
  insert(row: JournalRow): Promise<boolean>;
  find(batch: number): Promise<JournalRow | undefined>;
  after(batch: number, limit: number): Promise<readonly JournalRow[]>;
  /** Renews the lease; false when the shard is no longer ours. */
  renew(epoch: number): Promise<boolean>;
  close(): Promise<void>;
}

interface Claimed {
  readonly epoch: number;
  readonly last: JournalRow | undefined;
}

/** Who owns a shard, as the database says. */
export interface ShardOwner {
  readonly epoch: number;
  /** By the database's clock. */
  readonly leaseEndsAtMs: number;
  readonly leaseLeftMs: number;
  /** The newest batch of its journal. */
  readonly newest: number;
}

/** A journal that others may follow and take over. */
export interface TableJournal extends Journal {
  owner(): Promise<ShardOwner | undefined>;
  /** The digest of the book after this batch; undefined when it is archived. */
  digestAt(batch: number): Promise<string | undefined>;
  /**
   * Like `open`, for a shard whose owner seems to be gone. Undefined as soon as it is seen to be there, or another desk
   * has been faster.
   */
  take(): Promise<Tail | undefined>;
}

/** By the steady clock of this journal. */
export interface Lease {
  readonly epoch: number;
  readonly untilMs: number;
}

export class RowExists extends Error {
  override name = 'RowExists';
}

export interface TableJournalOptions {
  readonly shard: number;
  /** A steady clock in milliseconds, for the lease only. */
  readonly steadyMs: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly onFenced: (fault: Fenced) => void;
  /** A statement failed and is tried again, until it succeeds or another desk owns the shard. */
  readonly onTransientError?: ((fault: unknown) => void) | undefined;
  readonly leaseMs?: number | undefined;
  /** Called with each lease, and without one when the shard is not ours, or not known to be. */
  readonly onLease?: ((lease: Lease | undefined) => void) | undefined;
}

/** How long others wait after an owner has died, and how long a database may be unreachable before reads stop. */
export const LEASE_MS = 2_000;

/** Of the lease: three renewals may be late or lost before it is over. */
const RENEWALS_OF_A_LEASE = 4;

const READ_FIRST = 4;
const READ_AT_ONCE = 256;
const RETRY_MS = 50;
const WRITE_ATTEMPTS = 5;

export function openTableJournal(table: JournalTable, options: TableJournalOptions): TableJournal {
  const { shard, steadyMs, wait, onTransientError, onLease, leaseMs = LEASE_MS } = options;
  const renewEachMs = leaseMs / RENEWALS_OF_A_LEASE;
  let tail: Tail | undefined;
  let leaseUntil = 0;
  let generation = 0;
  let closed = false;

  function onFenced(fault: Fenced): void {
    noteLease(undefined);
    options.onFenced(fault);
  }

  function noteLease(lease: Lease | undefined): void {
    leaseUntil = lease?.untilMs ?? 0;
    onLease?.(lease);
  }

  /** From before it was asked for, so it is over here before it is over for others. */
  async function renewLease(epoch: number): Promise<void> {
    const mine = generation;
    const asked = steadyMs();
    if (!(await table.renew(epoch))) throw new Fenced('another desk owns the shard');
    // An answer that arrives late must not shorten a newer lease, nor renew one that was given up.
    if (mine === generation && asked + leaseMs > leaseUntil) noteLease({ epoch, untilMs: asked + leaseMs });
  }

  /** Renews the lease, and detects on an idle desk that another process has taken the shard. */
  async function maintainLease(epoch: number, mine: number): Promise<void> {
    while (!closed && mine === generation) {
      await wait(renewEachMs);
      if (closed || mine !== generation) return;
      try {
        await renewLease(epoch);
      } catch (fault) {
        // Otherwise the database cannot be reached: the lease expires and reads stop until the database is back.
        if (!(fault instanceof Fenced)) continue;
        if (mine === generation) onFenced(fault);
        return;
      }
    }
  }

  async function write(row: SealedBatch): Promise<void> {
    for (let isReported = false; ; ) {
      try {
        if (!(await table.insert(row))) throw new Fenced('another desk owns the shard');
        return;
      } catch (fault) {
        if (fault instanceof Fenced) throw fault;
        if (!(fault instanceof RowExists)) {
          // Once: a full disk may fail for hours, twenty times a second.
          if (!isReported) onTransientError?.(fault);
          isReported = true;
          await wait(RETRY_MS);
        }
        // Unknown: the insert may have been committed before the connection broke. Reading the row shows which.
        const stored = await findPatiently(row.batch);
        if (stored === undefined) continue;
        if (stored.hash === row.hash) return commitAfter(row);
        throw new Fenced('another desk has written this batch');
      }
    }
  }

  /**
   * A primary that crashed while it waited for its standby shows the row afterwards, whether or not the standby has it.
   * A commit made after seeing the row is answered only when the standby has both.
   */
  async function commitAfter({ epoch }: SealedBatch): Promise<void> {
    for (;;) {
      if (closed) throw new Fenced('the journal is closed');
      try {
        if (await table.renew(epoch)) return;
      } catch {
        await wait(RETRY_MS);
        continue;
      }
      throw new Fenced('another desk owns the shard');
    }
  }

  async function findPatiently(batch: number): Promise<JournalRow | undefined> {
    for (;;) {
      if (closed) throw new Fenced('the journal is closed');
      try {
        return await table.find(batch);
      } catch {
        await wait(RETRY_MS);
      }
    }
  }

  /** The first batch of a new owner is empty: it raises the epoch of the journal. */
  async function writeOpening(epoch: number, last: JournalRow | undefined): Promise<SealedBatch> {
    let end = last;
    for (let attempt = 1; ; attempt += 1) {
      const { batch, hash: previous } = end ?? { batch: 0, hash: FIRST_HASH };
      // Without events the book stays as it was.
      const digest = end && digestIn(end.body);
      const record = seal({ shard, batch: batch + 1, epoch, previous, events: [], digest });
      try {
        await write(record);
        return record;
      } catch (fault) {
        if (!(fault instanceof Fenced) || attempt === WRITE_ATTEMPTS) throw fault;
        // The previous owner may have had one insert in progress when the end was read: then the end is one further.
        const newer = await table.after(batch, READ_FIRST);
        if (newer.length === 0) throw fault;
        end = newer.at(-1);
      }
    }
  }

  async function claim(goOn?: (owner: ShardOwner) => boolean): Promise<Tail | undefined> {
    generation += 1;
    noteLease(undefined);
    const asked = steadyMs();
    const claimed = await table.claim(goOn);
    if (claimed === undefined) return undefined;
    const { epoch, last } = claimed;
    const record = await writeOpening(epoch, last);
    // Claiming may have waited for as long as a lease lasts: then the lease would be over before it began, and no
    // ask without an append could be answered.
    if (steadyMs() - asked > renewEachMs) await renewLease(epoch);
    else noteLease({ epoch, untilMs: asked + leaseMs });
    tail = { batch: record.batch, hash: record.hash, epoch };
    void maintainLease(epoch, generation);
    return tail;
  }

  return {
    async open() {
      const opened = await claim();
      assert(opened !== undefined, 'a claim without a condition is not given up');
      return opened;
    },

    owner: () => table.owner(),

    async digestAt(batch) {
      const row = await table.find(batch);
      return row && digestIn(row.body);
    },

    take() {
      let seen: ShardOwner | undefined;
      return claim((owner) => {
        seen ??= owner;
        return !closed && owner.epoch === seen.epoch && owner.leaseEndsAtMs <= seen.leaseEndsAtMs;
      });
    },

    async append(batch) {
      assertContinues(tail, batch);
      await write(batch);
      tail = { batch: batch.batch, hash: batch.hash, epoch: batch.epoch };
    },

    async *read(after) {
      let { batch, hash } = after;
      if (batch > 0) {
        const marked = await table.find(batch);
        // Where the journal was cut the marked batch is archived. Then the `previous` hash of the next is compared.
        const isCut = marked === undefined && (await table.after(batch, 1)).length > 0;
        if (!isCut && marked?.hash !== hash) throw new DamagedJournal(`batch ${batch} is not the one marked`);
      }
      // A reader of a few batches stops soon, and batches may be large: the pages grow as the reading goes on.
      for (let atOnce = READ_FIRST; ; atOnce = Math.min(READ_AT_ONCE, 2 * atOnce)) {
        const rows = await table.after(batch, atOnce);
        for (const row of rows) {
          const record = unseal(row);
          if (record === undefined || record.batch !== batch + 1 || record.previous !== hash)
            throw brokenChain(batch, row.batch);
          yield record;
          batch = record.batch;
          hash = record.hash;
        }
        if (rows.length < atOnce) return;
      }
    },

    isOurs: () => steadyMs() < leaseUntil,

    async close() {
      closed = true;
      generation += 1;
      noteLease(undefined);
      await table.close();
    },
  };
}
