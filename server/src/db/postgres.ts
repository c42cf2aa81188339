// PostgreSQL as a `Database`. Rows look the same as from the embedded one: int8 is a number, numeric is a text.
import pg from 'pg';
import { type Database, DatabaseFault, type Parameter, readInt8, type Tx } from './database.ts';

const INT8 = 20;

/** Parsers of our own connections only: the driver's global table stays unchanged for other users. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? readInt8 : pg.types.getTypeParser(oid, format)) as never,
};

export const openPostgres = (url: string, connections = 8): Database =>
  onPool(new pg.Pool({ connectionString: url, max: connections, connectionTimeoutMillis: 5_000, types }));

/** For reads only: the server refuses a write here, and ends a statement that takes too long. */
export const openPostgresReader = (
  url: string,
  limits: { connections: number; timeoutMs: number },
): Database =>
  onPool(
    new pg.Pool({
      connectionString: url,
      max: limits.connections,
      connectionTimeoutMillis: limits.timeoutMs,
      statement_timeout: limits.timeoutMs,
      // Also ends the wait when the answer is lost in the network.
      query_timeout: 2 * limits.timeoutMs,
      options: '-c default_transaction_read_only=on',
      types,
    }),
  );

function onPool(pool: pg.Pool): Database {
  // An idle connection that breaks is replaced by the pool; the next transaction simply gets another one.
  pool.on('error', () => undefined);
  return {
    kind: 'postgres',
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      const notice = (fault: Error) => {
        broken = fault;
      };
      client.on('error', notice);
      try {
        await client.query('begin');
        const result = await work(inTransaction(client));
        await client.query('commit');
        return result;
      } catch (fault) {
        await client.query('rollback').catch(notice);
        throw asFault(fault);
      } finally {
        client.off('error', notice);
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
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
