// Of several processes that could run the feed one does: it holds a lease, a row with an epoch. Who claims the row raises
// the epoch, and every write of the record first locks the row of its own epoch. A process that was stopped for longer
// than its lease and continues finds another epoch: it writes nothing, and ends.
import type { Database, Tx } from '../db/database.ts';

/** How long others wait after a leader has died. */
export const FEED_LEASE_MS = 1_000;

/** Another process leads the feed. */
export class FeedLeaseLost extends Error {
  override name = 'FeedLeaseLost';

  constructor(epoch: number) {
    super(`expected to lead the feed in epoch ${epoch}, found that another process has raised it`);
  }
}

export interface FeedLease {
  readonly epoch: number;
  /** May be published? By our own clock the lease is over no later than by the database's. */
  isOurs(): boolean;
  /** The same database, in which each transaction is ours or fails. */
  readonly fenced: Database;
  /** Renews the lease until it is released; calls `onLost` once if another process has taken it. */
  keep(): void;
  /** The next leader need not wait for the rest of the lease. */
  release(): Promise<void>;
}

interface LeaseOptions {
  readonly database: Database;
  /** For whoever reads the row. */
  readonly holder: string;
  readonly leaseMs?: number | undefined;
  /** A steady clock in milliseconds. */
  readonly steadyMs: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly onLost: (fault: FeedLeaseLost) => void;
}

/** Undefined while another process holds the lease. */
export async function claimFeedLease(options: LeaseOptions): Promise<FeedLease | undefined> {
  const { database, holder, leaseMs = FEED_LEASE_MS, steadyMs } = options;
  const asked = steadyMs();
  const epoch = await database.transaction(async (tx) => {
    await tx.query('insert into feed_leader (epoch) values (0) on conflict do nothing');
    const [row] = await tx.query<{ epoch: number }>(
      `update feed_leader
       set epoch = epoch + 1, lease_until = clock_timestamp() + $1 * interval '1 millisecond', holder = $2
       where lease_until <= clock_timestamp()
       returning epoch`,
      [leaseMs, holder],
    );
    return row?.epoch;
  });
  return epoch === undefined ? undefined : leaseOf(epoch, asked + leaseMs, options);
}

function leaseOf(epoch: number, firstEnd: number, options: LeaseOptions): FeedLease {
  const { database, leaseMs = FEED_LEASE_MS, steadyMs, wait, onLost } = options;
  let leaseUntil = firstEnd;
  let isReleased = false;
  let isLost = false;

  function lose(): FeedLeaseLost {
    const fault = new FeedLeaseLost(epoch);
    if (!isLost && !isReleased) {
      isLost = true;
      onLost(fault);
    }
    return fault;
  }

  async function renew(): Promise<void> {
    const asked = steadyMs();
    const rows = await database.transaction((tx) =>
      tx.query(
        `update feed_leader
         set lease_until = clock_timestamp() + $2 * interval '1 millisecond'
         where epoch = $1
         returning epoch`,
        [epoch, leaseMs],
      ),
    );
    if (rows.length === 0) throw lose();
    leaseUntil = asked + leaseMs;
  }

  async function run(): Promise<void> {
    while (!isReleased && !isLost) {
      await wait(leaseMs / 3);
      if (isReleased || isLost) return;
      // Otherwise the database cannot be reached: the lease runs out and nothing is published until it is back.
      await renew().catch(() => undefined);
    }
  }

  const check = async (tx: Tx): Promise<void> => {
    // A process that is stopped within its transaction must not keep the lock from the next leader.
    if (database.kind === 'postgres')
      await tx.query(`set local idle_in_transaction_session_timeout = ${Math.max(1, Math.floor(leaseMs))}`);
    const rows = await tx.query('select epoch from feed_leader where epoch = $1 for key share', [epoch]);
    if (rows.length === 0) throw lose();
  };

  return {
    epoch,
    isOurs: () => !isLost && !isReleased && steadyMs() < leaseUntil,
    fenced: {
      ...database,
      async transaction(work) {
        if (isLost || isReleased) throw new FeedLeaseLost(epoch);
        return database.transaction(async (tx) => {
          await check(tx);
          return work(tx);
        });
      },
    },
    keep: () => void run(),
    async release() {
      isReleased = true;
      await database.transaction((tx) =>
        tx.query('update feed_leader set lease_until = clock_timestamp() where epoch = $1', [epoch]),
      );
    },
  };
}
