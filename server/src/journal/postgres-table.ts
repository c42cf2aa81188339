// The statements of the table journal on PostgreSQL, over a dedicated connection.
import pg from 'pg';
import { types } from '../db/postgres.ts';
import { addressesOf } from '../db/server-addresses.ts';
import { createServerFinder, NoServer } from '../db/server-finder.ts';
import { type JournalRow, type JournalTable, LEASE_MS, RowExists } from './table-journal.ts';

const UNIQUE_VIOLATION = '23505';
const READ_ONLY_TRANSACTION = '25006';
const CLAIM_AGAIN_MS = 100;
const COLUMNS = 'batch, epoch, hash, body';

interface Options {
  readonly url: string;
  readonly shard: number;
  readonly leaseMs?: number;
  readonly wait: (ms: number) => Promise<void>;
}

interface Connected {
  readonly client: pg.Client;
  readonly address: string;
}

export function openPostgresTable({ url, shard, wait, leaseMs = LEASE_MS }: Options): JournalTable {
  let connection: Promise<Connected> | undefined;
  let claimed: number | undefined;
  // One server needs no search.
  const finder = addressesOf(url).length > 1 ? createServerFinder(url, 'primary') : undefined;

  function connect(): Promise<Connected> {
    connection ??= (async () => {
      const address = await (finder?.find() ?? url);
      const client = new pg.Client({
        connectionString: address,
        types,
        keepAlive: true,
        connectionTimeoutMillis: finder === undefined ? 5_000 : 2_000,
      });
      const mine = () => {
        connection = undefined;
        finder?.forget(address);
      };
      client.on('error', mine);
      client.on('end', mine);
      try {
        await client.connect();
        const connected = { client, address };
        if (finder !== undefined && !(await watched(connected, () => finder.confirm(client))))
          throw new NoServer('the server of the journal is not the primary any more');
        // An answer may be sent only when the record is on the medium, whatever the server's own default is.
        await run({ text: 'set synchronous_commit = on' }, connected);
        return connected;
      } catch (fault) {
        finder?.forget(address);
        if (finder !== undefined) drop(client);
        throw fault;
      }
    })();
    connection.catch(() => {
      connection = undefined;
    });
    return connection;
  }

  /** Ends the connection when its server hangs and another one has taken over. */
  function watched<Result>({ client, address }: Connected, work: () => Promise<Result>): Promise<Result> {
    return finder?.during(address, () => drop(client), work) ?? work();
  }

  async function run<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    connected: Connected,
  ): Promise<pg.QueryResult<Row>> {
    try {
      return await watched(connected, () => connected.client.query<Row>(statement));
    } catch (fault) {
      // A primary that became a standby: the next statement looks for the one that took over.
      const isReadOnly = fault instanceof pg.DatabaseError && fault.code === READ_ONLY_TRANSACTION;
      if (finder !== undefined && isReadOnly) drop(connected.client);
      throw fault;
    }
  }

  async function rows(statement: pg.QueryConfig): Promise<readonly JournalRow[]> {
    return (await run<JournalRow>(statement, await connect())).rows;
  }

  return {
    async claim() {
      const connected = await connect();
      await run(
        { text: 'insert into shard (shard) values ($1) on conflict do nothing', values: [shard] },
        connected,
      );
      // Only the lease decides when to take over: an owner whose connection broke still runs and answers reads for as
      // long as its lease is valid. One that did not renew for longer is fenced by the epoch when it continues.
      for (;;) {
        const raised = await run<{ epoch: number }>(
          {
            text: `update shard
                   set epoch = epoch + 1, lease_until = now() + $2 * interval '1 millisecond'
                   where shard = $1 and lease_until <= now()
                   returning epoch`,
            values: [shard, leaseMs],
          },
          connected,
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
      const connected = await connect();
      try {
        const result = await run(
          {
            name: 'append',
            text: `insert into journal (shard, batch, epoch, hash, body)
                   select $1, $2, $3, $4, $5
                   from shard
                   where shard = $1 and epoch = $3`,
            values: [shard, row.batch, row.epoch, row.hash, row.body],
          },
          connected,
        );
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
      const renewal = {
        text: `update shard set lease_until = now() + $3 * interval '1 millisecond' where shard = $1 and epoch = $2`,
        values: [shard, epoch, leaseMs],
      };
      const result = await run(renewal, await connect());
      return result.rowCount === 1;
    },

    async close() {
      const open = connection;
      connection = undefined;
      await open
        ?.then(async ({ client }) => {
          // The next owner need not wait for the rest of the lease.
          const release = 'update shard set lease_until = now() where shard = $1 and epoch = $2';
          // A primary whose standby is gone never answers; by then the lease has run out.
          const released = claimed !== undefined && client.query(release, [shard, claimed]);
          await Promise.race([released, wait(leaseMs)]);
          await client.end();
        })
        .catch(() => undefined);
    },
  };
}

function drop(client: pg.Client): void {
  client.end().catch(() => undefined);
}
