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

export const openPostgres = (url: string, connections = 8): Database =>
  overConnections(connectionsTo(url, { max: connections, types }));

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

const overConnections = (connections: Connections): Database => ({
  kind: 'postgres',
  transaction: async (work) => transactionOn(await connections.take(), work),
  close: () => connections.end(),
});

/** Gives the connection back. */
export async function transactionOn<Result>(
  { client, run, giveBack }: Taken,
  work: (tx: Tx) => Promise<Result>,
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
      await client.query('commit');
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
