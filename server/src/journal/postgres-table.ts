// The statements of the table journal on PostgreSQL, over two connections: the lease is renewed on one of its own, so
// that a long append does not delay it.
import pg from 'pg';
import { createPrimaryConnection } from './primary-connection.ts';
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

interface OwnerRow {
  readonly epoch: number;
  readonly ends_at_ms: number;
  readonly left_ms: number;
  readonly newest: number;
}

export function openPostgresTable({ url, shard, wait, leaseMs = LEASE_MS }: Options): JournalTable {
  const connection = createPrimaryConnection(url);
  const leasing = createPrimaryConnection(url, { query_timeout: leaseMs });
  let claimed: number | undefined;

  async function rows(statement: pg.QueryConfig): Promise<readonly JournalRow[]> {
    return (await connection.query<JournalRow>(statement)).rows;
  }

  async function readOwner(): Promise<ShardOwner | undefined> {
    const { rows: found } = await connection.query<OwnerRow>({
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
      await connection.query({
        text: 'insert into shard (shard) values ($1) on conflict do nothing',
        values: [shard],
      });
      // Only the lease decides when to take over: an owner whose connection broke still runs and answers reads for as
      // long as its lease is valid. One that did not renew for longer is fenced by the epoch when it continues.
      for (;;) {
        const raised = await connection.query<{ epoch: number }>({
          text: `update shard
                 set epoch = epoch + 1, lease_until = now() + $2 * interval '1 millisecond'
                 where shard = $1 and lease_until <= now()
                 returning epoch`,
          values: [shard, leaseMs],
        });
        claimed = raised.rows[0]?.epoch;
        if (claimed !== undefined) break;
        const owner = await readOwner();
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
      try {
        // The key refuses a batch that is there, and not one that was archived: an insert that was held up on a broken
        // connection for so long finds that the batch before it is gone, too.
        const result = await connection.query({
          name: 'append',
          text: `insert into journal (shard, batch, epoch, hash, body)
                 select $1, $2::bigint, $3, $4, $5
                 from shard
                 where shard = $1 and epoch = $3
                   and case
                     when $2 = 1 then not exists (select from journal as present where present.shard = $1)
                     else exists (
                       select from journal as previous
                       where previous.shard = $1 and previous.batch = $2 - 1
                     )
                   end`,
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

    owner: readOwner,

    async renew(epoch) {
      try {
        const result = await leasing.query({
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
      await leasing.close();
      // The next owner need not wait for the rest of the lease. After as long it has run out anyway.
      const release = {
        text: 'update shard set lease_until = now() where shard = $1 and epoch = $2',
        values: [shard, claimed],
      };
      await connection.close(
        claimed === undefined ? undefined : { statement: release, within: () => wait(leaseMs) },
      );
    },
  };
}
