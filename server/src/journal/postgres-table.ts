// The statements of the table journal on PostgreSQL, over a dedicated connection.
import pg from 'pg';
import { types } from '../db/postgres.ts';
import { type JournalRow, type JournalTable, LEASE_MS, RowExists } from './table-journal.ts';

const UNIQUE_VIOLATION = '23505';
const CLAIM_AGAIN_MS = 100;
const COLUMNS = 'batch, epoch, hash, body';

interface Options {
  readonly url: string;
  readonly shard: number;
  readonly leaseMs?: number;
  readonly wait: (ms: number) => Promise<void>;
}

export function openPostgresTable({ url, shard, wait, leaseMs = LEASE_MS }: Options): JournalTable {
  let connection: Promise<pg.Client> | undefined;
  let claimed: number | undefined;

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
      // An answer may be sent only when the record is on the medium, whatever the server's own default is.
      await client.query('set synchronous_commit = on');
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
      // Only the lease decides when to take over: an owner whose connection broke still runs and answers reads for as
      // long as its lease is valid. One that did not renew for longer is fenced by the epoch when it continues.
      for (;;) {
        const raised = await client.query<{ epoch: number }>(
          `update shard
           set epoch = epoch + 1, lease_until = now() + $2 * interval '1 millisecond'
           where shard = $1 and lease_until <= now()
           returning epoch`,
          [shard, leaseMs],
        );
        claimed = raised.rows[0]?.epoch;
        if (claimed !== undefined) break;
        await wait(CLAIM_AGAIN_MS);
      }
      const epoch = claimed;
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
      await open
        ?.then(async (client) => {
          // The next owner need not wait for the rest of the lease.
          const release = 'update shard set lease_until = now() where shard = $1 and epoch = $2';
          if (claimed !== undefined) await client.query(release, [shard, claimed]);
          await client.end();
        })
        .catch(() => undefined);
    },
  };
}
