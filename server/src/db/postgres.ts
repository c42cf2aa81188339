// PostgreSQL as a `Database`. Rows look the same as from the embedded one: int8 is a number, numeric is a text.
import pg from 'pg';
import { type Database, DatabaseFault, type Parameter, readInt8, type Tx } from './database.ts';
import { type Connections, followServers, type Taken } from './following-pool.ts';
import { addressesOf } from './server-addresses.ts';
import type { ServerRole } from './server-finder.ts';

const INT8 = 20;

/** Parsers of our own connections only: the driver's global table stays unchanged for other users. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? readInt8 : pg.types.getTypeParser(oid, format)) as never,
};

/** What a transaction must hold to be committed, where another process may have taken the place of this one. */
export interface CommitGuard {
  readonly shard: number;
  /** The epoch in which this process owns the shard; 0 while it does not, or does not know. */
  epoch(): number;
  /** Called when the database refused what was written in this epoch. The transaction fails with what it returns. */
  refused(epoch: number): Error;
}

export interface PostgresOptions {
  readonly connections?: number;
  /** Refuses to commit what was written without owning the shard. Reads are not guarded. */
  readonly guard?: CommitGuard | undefined;
  /** The server ends a transaction whose process has stood still for so long: its locks would hold up the next owner. */
  readonly idleInTransactionMs?: number | undefined;
}

export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const { connections = 8, guard, idleInTransactionMs } = options;
  const settings = {
    max: connections,
    types,
    ...(idleInTransactionMs === undefined
      ? {}
      : { idle_in_transaction_session_timeout: idleInTransactionMs }),
  };
  return overConnections(connectionsTo(url, settings), guard);
}

/** For reads only: the server refuses a write here, and ends a statement that takes too long. */
export const openPostgresReader = (url: string, limits: ReaderLimits): Database =>
  overConnections(connectionsTo(url, readerSettings(limits)));

export interface ReaderLimits {
  readonly connections: number;
  readonly timeoutMs: number;
}

export const readerSettings = ({ connections, timeoutMs }: ReaderLimits): pg.PoolConfig => ({
  max: connections,
  connectionTimeoutMillis: timeoutMs,
  statement_timeout: timeoutMs,
  // Also ends the wait when the answer is lost in the network.
  query_timeout: 2 * timeoutMs,
  options: '-c default_transaction_read_only=on',
  types,
});

/** An address of one server is that server, whatever its role; of several the one in the role is used. */
export function connectionsTo(
  url: string,
  settings: pg.PoolConfig,
  role: ServerRole = 'primary',
): Connections {
  if (addressesOf(url).length > 1) return followServers(url, role, settings);
  const pool = new pg.Pool({ connectionTimeoutMillis: 5_000, ...settings, connectionString: url });
  // An idle connection that breaks is replaced by the pool; the next transaction simply gets another one.
  pool.on('error', () => undefined);
  return {
    async take() {
      const client = await pool.connect();
      return { client, run: (work) => work(), giveBack: (broken) => client.release(broken) };
    },
    end: () => pool.end(),
  };
}

const overConnections = (connections: Connections, guard?: CommitGuard): Database => ({
  kind: 'postgres',
  transaction: async (work) => transactionOn(await connections.take(), work, guard),
  close: () => connections.end(),
});

/** Gives the connection back. */
export async function transactionOn<Result>(
  { client, run, giveBack }: Taken,
  work: (tx: Tx) => Promise<Result>,
  guard?: CommitGuard,
): Promise<Result> {
  let broken: Error | undefined;
  let failed: unknown;
  const notice = (fault: Error) => {
    broken = fault;
  };
  client.on('error', notice);
  try {
    return await run(async () => {
      await client.query('begin');
      const result = await work(inTransaction(client));
      await commit(client, guard);
      return result;
    });
  } catch (fault) {
    failed = fault;
    await client.query('rollback').catch(notice);
    throw asFault(fault);
  } finally {
    client.off('error', notice);
    giveBack(broken, failed);
  }
}

/** See the migration of the epochs. */
const NOT_THE_OWNER = 'MF001';

/**
 * Check and commit are one message: a process that stops between the two would keep the next owner waiting. In a
 * transaction that sees the tables as of one moment, an epoch raised since then is a failure to serialize.
 */
async function commit(client: pg.PoolClient, guard: CommitGuard | undefined): Promise<void> {
  if (guard === undefined) {
    await client.query('commit');
    return;
  }
  const epoch = guard.epoch();
  try {
    await client.query(`select hold_epoch(${guard.shard}, ${epoch}); commit`);
  } catch (fault) {
    if (fault instanceof pg.DatabaseError && fault.code === NOT_THE_OWNER) throw guard.refused(epoch);
    throw fault;
  }
}

function inTransaction(client: pg.PoolClient): Tx {
  return {
    inTransaction: true,
    async query<Row>(text: string, parameters: readonly Parameter[] = []) {
      try {
        const result = await client.query(text, parameters as unknown[]);
        return result.rows as Row[];
      } catch (fault) {
        throw asFault(fault);
      }
    },
  };
}

export function asFault(fault: unknown): unknown {
  if (fault instanceof pg.DatabaseError)
    return new DatabaseFault(fault.message, fault.code, fault.constraint);
  return fault;
}
