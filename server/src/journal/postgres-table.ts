// The statements of the table journal on PostgreSQL, over two connections: the lease is renewed on one of its own, so
// that a long append does not delay it.
import pg from 'pg';
import { types } from '../db/postgres.ts';
import { type JournalRow, type JournalTable, LEASE_MS, RowExists, type ShardOwner } from './table-journal.ts';

const UNIQUE_VIOLATION = '23505';
const CLAIM_AGAIN_MS = 50;
const COLUMNS = 'batch, epoch, hash, body';

interface Options {
  readonly url: string;
  readonly shard: number;
  readonly leaseMs?: number | undefined;
  readonly wait: (ms: number) => Promise<void>;
}

/** One connection, made again when it breaks. */
function createConnection(config: pg.ClientConfig) {
  let connection: Promise<pg.Client> | undefined;

  function open(): Promise<pg.Client> {
    if (connection !== undefined) return connection;
    const opening = connect(() => forget(opening));
    connection = opening;
    opening.catch(() => forget(opening));
    return opening;
  }

  function forget(broken: Promise<pg.Client>): void {
    if (connection === broken) connection = undefined;
  }

  async function connect(onBroken: () => void): Promise<pg.Client> {
    const client = new pg.Client({ types, keepAlive: true, connectionTimeoutMillis: 5_000, ...config });
    client.on('error', onBroken);
    client.on('end', onBroken);
    await client.connect();
    // An answer may be sent only when the record is on the medium, whatever the server's own default is.
    await client.query('set synchronous_commit = on');
    return client;
  }

  return {
    open,
    /** The next statement gets a new one: on this one it would wait behind a statement that does not end. */
    replace(): void {
      const broken = connection;
      connection = undefined;
      broken?.then((client) => client.end()).catch(() => undefined);
    },
    async close(last: (client: pg.Client) => Promise<void>): Promise<void> {
      const open = connection;
      connection = undefined;
      await open
        ?.then(async (client) => {
          await last(client);
          await client.end();
        })
        .catch(() => undefined);
    },
  };
}

interface OwnerRow {
  readonly epoch: number;
  readonly ends_at_ms: number;
  readonly left_ms: number;
  readonly newest: number;
}

export function openPostgresTable({ url, shard, wait, leaseMs = LEASE_MS }: Options): JournalTable {
  const connection = createConnection({ connectionString: url });
  const leasing = createConnection({ connectionString: url, query_timeout: leaseMs });
  const connect = connection.open;
  let claimed: number | undefined;

  async function rows(statement: pg.QueryConfig): Promise<readonly JournalRow[]> {
    return (await (await connect()).query<JournalRow>(statement)).rows;
  }

  async function readOwner(client: pg.Client): Promise<ShardOwner | undefined> {
    const { rows: found } = await client.query<OwnerRow>({
      name: 'owner',
      text: `select
               epoch,
               extract(epoch from lease_until)::float8 * 1000 as ends_at_ms,
               extract(epoch from lease_until - clock_timestamp())::float8 * 1000 as left_ms,
               coalesce((select max(batch) from journal where journal.shard = $1), 0) as newest
             from shard
             where shard.shard = $1`,
      values: [shard],
    });
    const [row] = found;
    if (row === undefined) return undefined;
    const { epoch, ends_at_ms: leaseEndsAtMs, left_ms: leaseLeftMs, newest } = row;
    return { epoch, leaseEndsAtMs, leaseLeftMs, newest };
  }

  return {
    async claim(goOn) {
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
        const owner = await readOwner(client);
        if (owner !== undefined && goOn?.(owner) === false) return undefined;
        await wait(Math.min(CLAIM_AGAIN_MS, Math.max(1, Math.ceil(owner?.leaseLeftMs ?? 0))));
      }
      const epoch = claimed;
      // The first renewal need not wait until it is connected.
      leasing.open().catch(() => undefined);
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

    owner: async () => readOwner(await connect()),

    async renew(epoch) {
      try {
        const client = await leasing.open();
        const result = await client.query({
          name: 'renew',
          text: `update shard set lease_until = now() + $3 * interval '1 millisecond' where shard = $1 and epoch = $2`,
          values: [shard, epoch, leaseMs],
        });
        return result.rowCount === 1;
      } catch (fault) {
        leasing.replace();
        throw fault;
      }
    },

    async close() {
      await leasing.close(async () => undefined);
      await connection.close(async (client) => {
        // The next owner need not wait for the rest of the lease.
        const release = 'update shard set lease_until = now() where shard = $1 and epoch = $2';
        if (claimed !== undefined) await client.query(release, [shard, claimed]);
      });
    },
  };
}
