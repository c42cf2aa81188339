// The rival: the same command as a transaction of its own, the way it is usually written: session check, idempotency
// key, row lock on the wallet, the hold, the event, the ledger line, the new balance, commit; a pool of connections, prepared statements.
import pg from 'pg';

export interface Rival {
  /** Sets the amount aside and returns the hold's id. */
  hold(player: number, amount: string, key: string): Promise<number>;
  release(player: number, hold: number, key: string): Promise<void>;
  close(): Promise<void>;
}

const POOL = 16;

const TABLES = `
  drop table if exists rival_event, rival_transfer, rival_key, rival_hold, rival_wallet, rival_account;
  create table rival_account (id bigint primary key, session_version bigint not null, blocked boolean not null);
  create table rival_wallet (
    player_id bigint primary key references rival_account (id),
    free numeric(38, 8) not null check (free >= 0),
    waiting numeric(38, 8) not null check (waiting >= 0),
    seq bigint not null
  );
  create table rival_key (player_id bigint, key text, print text not null, primary key (player_id, key));
  create table rival_hold (
    id bigint generated always as identity primary key,
    player_id bigint not null references rival_account (id),
    amount numeric(38, 8) not null check (amount > 0),
    released boolean not null default false
  );
  create table rival_event (
    id bigint generated always as identity primary key,
    player_id bigint not null,
    seq bigint not null,
    kind text not null,
    body text not null,
    at timestamptz not null default now(),
    unique (player_id, seq)
  );
  create table rival_transfer (
    event_id bigint primary key references rival_event (id),
    from_id text not null,
    to_id text not null,
    amount numeric(38, 8) not null check (amount > 0),
    reason text not null
  );`;

export async function openRival(url: string, players: number): Promise<Rival> {
  const pool = new pg.Pool({ connectionString: url, max: POOL });
  await pool.query(TABLES);
  await pool.query('insert into rival_account select id, 1, false from generate_series(1, $1) as id', [
    players,
  ]);
  await pool.query('insert into rival_wallet select id, 10000000, 0, 0 from rival_account');

  async function inTransaction<Result>(
    player: number,
    key: string,
    work: (client: pg.PoolClient, seq: number) => Promise<Result>,
  ): Promise<Result> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const account = await client.query<{ session_version: string; blocked: boolean }>({
        name: 'q1',
        text: 'select session_version, blocked from rival_account where id = $1',
        values: [player],
      });
      if (account.rows[0]?.session_version !== '1' || account.rows[0].blocked)
        throw new Error('the session has ended');
      const kept = await client.query({
        name: 'q2',
        text: 'insert into rival_key (player_id, key, print) values ($1, $2, $3) on conflict do nothing',
        values: [player, key, 'print'],
      });
      if (kept.rowCount !== 1) throw new Error('the key was used before');
      const wallet = await client.query<{ seq: string }>({
        name: 'q3',
        text: 'select free, waiting, seq from rival_wallet where player_id = $1 for update',
        values: [player],
      });
      const result = await work(client, Number(wallet.rows[0]?.seq) + 1);
      await client.query('commit');
      return result;
    } catch (fault) {
      await client.query('rollback');
      throw fault;
    } finally {
      client.release();
    }
  }

  async function record(
    client: pg.PoolClient,
    row: { player: number; seq: number; kind: string; amount: string },
  ) {
    const { player, seq, kind, amount } = row;
    const event = await client.query<{ id: string }>({
      name: 'q4',
      text: 'insert into rival_event (player_id, seq, kind, body) values ($1, $2, $3, $4) returning id',
      values: [player, seq, kind, JSON.stringify({ wallet: 'BINARY', amount })],
    });
    const [from, to] = kind === 'HOLD' ? ['free', 'wait'] : ['wait', 'free'];
    await client.query({
      name: 'q5',
      text: 'insert into rival_transfer (event_id, from_id, to_id, amount, reason) values ($1, $2, $3, $4, $5)',
      values: [event.rows[0]?.id, `${player}:BINARY:${from}`, `${player}:BINARY:${to}`, amount, kind],
    });
    const moved = kind === 'HOLD' ? amount : `-${amount}`;
    await client.query({
      name: 'q6',
      text: 'update rival_wallet set free = free - $2::numeric, waiting = waiting + $2::numeric, seq = $3 where player_id = $1',
      values: [player, moved, seq],
    });
  }

  return {
    hold: (player, amount, key) =>
      inTransaction(player, key, async (client, seq) => {
        const made = await client.query<{ id: string }>({
          name: 'q7',
          text: 'insert into rival_hold (player_id, amount) values ($1, $2) returning id',
          values: [player, amount],
        });
        await record(client, { player, seq, kind: 'HOLD', amount });
        return Number(made.rows[0]?.id);
      }),
    release: (player, hold, key) =>
      inTransaction(player, key, async (client, seq) => {
        const held = await client.query<{ amount: string }>({
          name: 'q8',
          text: 'update rival_hold set released = true where id = $1 and player_id = $2 and not released returning amount',
          values: [hold, player],
        });
        const amount = held.rows[0]?.amount;
        if (amount === undefined) throw new Error('there is no such hold');
        await record(client, { player, seq, kind: 'RELEASE', amount });
      }),
    close: () => pool.end(),
  };
}
