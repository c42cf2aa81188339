// The statements of the table journal on PostgreSQL, over one connection of their own.
import pg from 'pg';
import { types } from '../db/postgres.ts';
import { type JournalRow, type JournalTable, RowExists } from './table-journal.ts';

const UNIQUE_VIOLATION = '23505';
/** Together with the shard it names the lock that tells a living owner from a dead one. */
const LOCK_CLASS = 7162002;
const COLUMNS = 'batch, epoch, hash, body';

interface Options {
  readonly url: string;
  readonly shard: number;
  readonly leaseMs?: number;
  readonly wait: (ms: number) => Promise<void>;
}

export function openPostgresTable({ url, shard, wait, leaseMs = 6_000 }: Options): JournalTable {
  let connection: Promise<pg.Client> | undefined;
  let claimed = false;

  function connect(): Promise<pg.Client> {
    connection ??= (async () => {
      const client = new pg.Client({
        connectionString: url,
        types,
        keepAlive: true,
        connectionTimeoutMillis: 5_000,
      });
      const mine = () => {
        connection = undefined;
      };
      client.on('error', mine);
      client.on('end', mine);
      await client.connect();
      // The answer may leave only when the record is on the medium, whatever the server's own default is.
      await client.query('set synchronous_commit = on');
      // After a broken connection the lock is taken again if it is still free; the epoch decides if it is not.
      if (claimed) await client.query('select pg_try_advisory_lock($1, $2)', [LOCK_CLASS, shard]);
      return client;
    })();
    connection.catch(() => {
      connection = undefined;
    });
    return connection;
  }

  async function rows(statement: pg.QueryConfig): Promise<readonly JournalRow[]> {
    return (await (await connect()).query<JournalRow>(statement)).rows;
  }

  return {
    async claim() {
      const client = await connect();
      await client.query('insert into shard (shard) values ($1) on conflict do nothing', [shard]);
      for (;;) {
        // A living owner holds the lock; a dead one lost it with its connection. One that is alive but silent lets its
        // lease run out, and is fenced by the epoch when it wakes.
        const asked = await client.query<{ free: boolean; expired: boolean }>(
          `select pg_try_advisory_lock($1, $2) as free, lease_until < now() as expired
           from shard
           where shard = $2`,
          [LOCK_CLASS, shard],
        );
        if (asked.rows[0]?.free || asked.rows[0]?.expired) break;
        await wait(200);
      }
      const raised = await client.query<{ epoch: number }>(
        `update shard
         set epoch = epoch + 1, lease_until = now() + $2 * interval '1 millisecond'
         where shard = $1
         returning epoch`,
        [shard, leaseMs],
      );
      const epoch = raised.rows[0]?.epoch;
      if (epoch === undefined) throw new Error('the shard has no row');
      claimed = true;
      const [last] = await rows({
        text: `select ${COLUMNS} from journal where shard = $1 order by batch desc limit 1`,
        values: [shard],
      });
      return { epoch, last };
    },

    async insert(row) {
      const client = await connect();
      try {
        const result = await client.query({
          name: 'append',
          text: `insert into journal (shard, batch, epoch, hash, body)
                 select $1, $2, $3, $4, $5
                 from shard
                 where shard = $1 and epoch = $3`,
          values: [shard, row.batch, row.epoch, row.hash, row.body],
        });
        return result.rowCount === 1;
      } catch (fault) {
        if (fault instanceof pg.DatabaseError && fault.code === UNIQUE_VIOLATION)
          throw new RowExists(fault.message);
        throw fault;
      }
    },

    async find(batch) {
      const [row] = await rows({
        text: `select ${COLUMNS} from journal where shard = $1 and batch = $2`,
        values: [shard, batch],
      });
      return row;
    },

    after: (batch, limit) =>
      rows({
        text: `select ${COLUMNS} from journal where shard = $1 and batch > $2 order by batch limit $3`,
        values: [shard, batch, limit],
      }),

    async renew(epoch) {
      const client = await connect();
      const result = await client.query({
        text: `update shard set lease_until = now() + $3 * interval '1 millisecond' where shard = $1 and epoch = $2`,
        values: [shard, epoch, leaseMs],
      });
      return result.rowCount === 1;
    },

    async close() {
      const open = connection;
      connection = undefined;
      await open?.then((client) => client.end()).catch(() => undefined);
    },
  };
}
