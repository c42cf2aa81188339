// Separates reads of calls from everything else: many list requests may fill this lane without delaying orders, the
// desk and the feed. On PostgreSQL the lane has connections of its own. The embedded database has a single one, so
// the lane sends it one read at a time, and all other work waits for that one at most.

import { type Database, DatabaseFault } from './database.ts';
import { createLane, currentAsker, type Lane, LaneBusy } from './lane.ts';
import type { Replica } from './replica.ts';

export const READ_CONNECTIONS = 4;
/** A read of the contract is a handful of indexed lookups; one that takes this long is cut off. */
export const READ_TIMEOUT_MS = 5_000;

const limits = { mostWaiting: 128, mostWaitingEach: 16, patienceMs: 5_000 } as const;

const QUERY_CANCELED = '57014';

export interface ReadLane {
  /** The same database; reads of a read call go through the lane. */
  readonly database: Database;
  /** For the health page: one small read through the lane. */
  probe(): Promise<void>;
  readonly waiting: () => number;
  /** Transactions of read calls since the start. */
  readonly served: () => number;
}

/** `reader` is the lane's own pool, if it has one. It is not closed here, and the replica neither. */
export function withReadLane(
  database: Database,
  reader: Database = database,
  replica?: Pick<Replica, 'read'>,
): ReadLane {
  const lane = createLane({ ...limits, atOnce: reader === database ? 1 : READ_CONNECTIONS });
  let served = 0;
  return {
    database: {
      kind: database.kind,
      transaction(work) {
        if (currentAsker() === undefined) return database.transaction(work);
        served += 1;
        return read(lane, async () => {
          const answered = await replica?.read(work);
          return answered === undefined ? reader.transaction(work) : answered.result;
        });
      },
      close: () => database.close(),
    },
    probe: async () => void (await lane.runFirst(() => reader.transaction((tx) => tx.query('select 1')))),
    waiting: lane.waiting,
    served: () => served,
  };
}

async function read<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
  try {
    return await lane.run(work);
  } catch (fault) {
    if (fault instanceof DatabaseFault && fault.code === QUERY_CANCELED) {
      throw new LaneBusy('the read took too long', { cause: fault });
    }
    throw fault;
  }
}
