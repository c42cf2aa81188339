// The journal as a PostgreSQL table. One insert per batch; a connection lost in the middle of it is resolved by
// reading, because the driver cannot tell whether the commit happened.
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
  /** Waits until the shard may be taken, raises its epoch and returns it with the newest row. */
  claim(): Promise<{ readonly epoch: number; readonly last: JournalRow | undefined }>;
  /** False when the shard's epoch is no longer ours. A row that exists already throws `RowExists`. */
  insert(row: JournalRow): Promise<boolean>;
  find(batch: number): Promise<JournalRow | undefined>;
  after(batch: number, limit: number): Promise<readonly JournalRow[]>;
  /** Renews the lease; false when the shard is no longer ours. */
  renew(epoch: number): Promise<boolean>;
  close(): Promise<void>;
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
  readonly leaseMs?: number;
}

/** How long others wait after an owner has died, and how long a database may be unreachable before reads stop. */
export const LEASE_MS = 2_000;

const READ_FIRST = 4;
const READ_AT_ONCE = 256;
const RETRY_MS = 50;
const CLAIM_ATTEMPTS = 5;

export function openTableJournal(table: JournalTable, options: TableJournalOptions): Journal {
  const { shard, steadyMs, wait, onFenced, onTransientError, leaseMs = LEASE_MS } = options;
  let tail: Tail | undefined;
  let leaseUntil = 0;
  let generation = 0;
  let closed = false;

  async function renewLease(epoch: number): Promise<void> {
    const asked = steadyMs();
    if (!(await table.renew(epoch))) throw new Fenced('another desk owns the shard');
    leaseUntil = asked + leaseMs;
  }

  /** Renews the lease, and detects on an idle desk that another process has taken the shard. */
  async function maintainLease(epoch: number, mine: number): Promise<void> {
    while (!closed && mine === generation) {
      await wait(leaseMs / 3);
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

  return {
    async open() {
      generation += 1;
      for (let attempt = 1; ; attempt += 1) {
        const asked = steadyMs();
        const { epoch, last } = await table.claim();
        const end = last ?? { batch: 0, hash: FIRST_HASH };
        // Without events the book stays as it was.
        const digest = last && digestIn(last.body);
        const record = seal({ shard, batch: end.batch + 1, epoch, previous: end.hash, events: [], digest });
        try {
          await write(record);
        } catch (fault) {
          // The previous owner may have had one insert in progress when we read the end: then the end is one further.
          if (fault instanceof Fenced && attempt < CLAIM_ATTEMPTS) continue;
          throw fault;
        }
        leaseUntil = asked + leaseMs;
        // Claiming may have waited for as long as a lease lasts: then the lease would be over before it began, and no
        // ask without an append could be answered.
        if (steadyMs() - asked > leaseMs / 3) await renewLease(epoch);
        tail = { batch: record.batch, hash: record.hash, epoch };
        void maintainLease(epoch, generation);
        return tail;
      }
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
      await table.close();
    },
  };
}
