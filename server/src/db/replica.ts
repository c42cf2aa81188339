// Reads from a standby that has everything which the primary had when the read began. Whoever reads, and whatever was
// written before and by whom (orders through the journal and the tables, settings, letters of staff), finds it there, as
// on the primary. So it does not matter who asks, and nothing has to be remembered for anybody.
//
// The primary is asked how far its log was flushed, once for all reads that begin at about the same time, and the standby,
// on the connection of the read, how far it has replayed it. A standby that is behind, slow or gone is left alone until it
// has caught up: reads then go to the primary, and wait for the standby no longer than it takes to find out.
import type pg from 'pg';
import { DatabaseFault, type Tx } from './database.ts';
import type { Connections, Taken } from './following-pool.ts';
import { createGatheredRead } from './gathered-read.ts';
import { connectionsTo, type ReaderLimits, readerSettings, transactionOn } from './postgres.ts';

export interface Replica {
  /** Undefined: the replica was not used, and the primary has to answer. The work may have begun here and failed. */
  read<Result>(work: (tx: Tx) => Promise<Result>): Promise<{ readonly result: Result } | undefined>;
  /** Transactions that were answered here since the start. */
  readonly served: () => number;
  close(): Promise<void>;
}

/** A standby is usually a millisecond behind; one that is further behind is not waited for. */
const CATCH_UP_MS = 10;
const AGAIN_MS = 1;
/** A standby that has not answered by then hangs. */
const HANGS_MS = 250;
const RETRY_MS = 100;

/** A statement that took too long here would take as long there. */
const QUERY_CANCELED = '57014';
/** The standby had to end the statement because of what it replays, or it is going down. */
const OF_THE_STANDBY = /^(40001|57P|08)/;

interface Position {
  /** Bytes of the log: flushed by a primary, replayed by a standby. */
  readonly bytes: string;
  /** A standby that follows a lost primary counts as many bytes, and other ones. */
  readonly history: string;
}

const OF_PRIMARY = `
  select
    pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text as bytes,
    system_identifier || '/' ||
      ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as history
  from pg_control_system()`;

const OF_STANDBY = `
  select
    pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as bytes,
    system_identifier || '/' || timeline_id as history
  from pg_control_system(), pg_control_checkpoint()
  where pg_is_in_recovery() and pg_last_wal_replay_lsn() is not null`;

interface Options {
  readonly primaryUrl: string;
  /** Of several servers the first that is a standby is used. */
  readonly replicaUrl: string;
  readonly limits: ReaderLimits;
}

export function openReplica({ primaryUrl, replicaUrl, limits }: Options): Replica {
  const primary = connectionsTo(primaryUrl, readerSettings({ ...limits, connections: 1 }));
  const standby = connectionsTo(replicaUrl, readerSettings(limits), 'standby');
  const positionNow = createGatheredRead<'now', Position>(async () => {
    const position = await askPosition(primary);
    return new Map(position === undefined ? [] : [['now', position]]);
  });
  let [isResting, isClosed] = [false, false];
  let served = 0;

  /** A connection to a standby that has everything which was answered before now. */
  async function takeCurrent(): Promise<Taken | undefined> {
    const needed = await positionNow('now');
    if (needed === undefined) return undefined;
    const taken = await standby.take();
    taken.client.on('error', ignore);
    const reached = await within(HANGS_MS, reaches(taken.client, needed));
    taken.client.off('error', ignore);
    if (reached === true) return taken;
    taken.giveBack(reached === false ? undefined : new Error('the replica does not answer'), undefined);
    return undefined;
  }

  /** Never rejects, and does not wait for a standby that hangs. */
  async function tryCurrent(): Promise<Taken | undefined> {
    const taking = takeCurrent().catch(() => undefined);
    const taken = await within(HANGS_MS, taking);
    if (taken === undefined) void taking.then((late) => late?.giveBack(undefined, undefined));
    return taken;
  }

  /** Until the standby has caught up nobody waits for it. */
  async function rest(): Promise<void> {
    if (isResting) return;
    isResting = true;
    while (!isClosed) {
      const taken = await tryCurrent();
      if (taken !== undefined) {
        taken.giveBack(undefined, undefined);
        isResting = false;
        return;
      }
      await pause(RETRY_MS);
    }
  }

  // Its first connection is opened before anybody reads.
  void rest();

  return {
    async read(work) {
      if (isResting) return undefined;
      const taken = await tryCurrent();
      if (taken === undefined) {
        void rest();
        return undefined;
      }
      try {
        const result = await transactionOn(taken, work);
        served += 1;
        return { result };
      } catch (fault) {
        const code = fault instanceof DatabaseFault ? fault.code : undefined;
        if (code === QUERY_CANCELED) throw fault;
        if (code === undefined || OF_THE_STANDBY.test(code)) void rest();
        return undefined;
      }
    },
    served: () => served,
    async close() {
      isClosed = true;
      await Promise.all([primary.end(), standby.end()]);
    },
  };
}

async function askPosition(primary: Connections): Promise<Position | undefined> {
  const { client, giveBack } = await primary.take();
  let broken: Error | undefined;
  const notice = (fault: Error) => {
    broken = fault;
  };
  client.on('error', notice);
  try {
    return (await client.query<Position>(OF_PRIMARY)).rows[0];
  } finally {
    client.off('error', notice);
    giveBack(broken, undefined);
  }
}

async function reaches(client: pg.ClientBase, needed: Position): Promise<boolean> {
  const giveUpAt = performance.now() + CATCH_UP_MS;
  for (;;) {
    const [seen] = (await client.query<Position>(OF_STANDBY)).rows;
    if (seen === undefined || seen.history !== needed.history) return false;
    if (BigInt(seen.bytes) >= BigInt(needed.bytes)) return true;
    if (performance.now() > giveUpAt) return false;
    await pause(AGAIN_MS);
  }
}

const ignore = (): void => undefined;

/** Undefined when it took longer or failed. */
const within = <Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> =>
  Promise.race([work.catch(() => undefined), pause(ms)]);

const pause = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
