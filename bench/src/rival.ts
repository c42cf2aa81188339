// The rival: the same refill as a transaction of its own, the way it is usually written. Row lock on the wallet, the
// idempotency key, both legs of the ledger, the event, commit; a pool of connections, prepared statements.
import pg from 'pg';

export interface Rival {
  refill(player: number, amount: string, key: string): Promise<void>;
  close(): Promise<void>;
}

const POOL = 16;

export async function openRival(url: string, players: number): Promise<Rival> {
  const pool = new pg.Pool({ connectionString: url, max: POOL });
  await pool.query(`
    drop table if exists rival_event, rival_transfer, rival_key, rival_wallet;
    create table rival_wallet (player_id bigint primary key, balance numeric(38, 8) not null check (balance >= 0), seq bigint not null);
    create table rival_key (player_id bigint, key text, print text not null, event_id bigint, primary key (player_id, key));
    create table rival_event (id bigint generated always as identity primary key, player_id bigint not null, seq bigint not null, kind text not null, body text not null, at timestamptz not null default now());
    create table rival_transfer (event_id bigint not null, leg int not null, from_id text not null, to_id text not null, amount numeric(38, 8) not null check (amount > 0), reason text not null, primary key (event_id, leg));
  `);
  await pool.query('insert into rival_wallet select id, 10000000, 0 from generate_series(1, $1) as id', [
    players,
  ]);

  return {
    async refill(player, amount, key) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const kept = await client.query({
          name: 'key',
          text: 'insert into rival_key (player_id, key, print) values ($1, $2, $3) on conflict do nothing',
          values: [player, key, amount],
        });
        if (kept.rowCount !== 1) throw new Error('the key was used before');
        const wallet = await client.query<{ balance: string; seq: string }>({
          name: 'wallet',
          text: 'select balance, seq from rival_wallet where player_id = $1 for update',
          values: [player],
        });
        const left = wallet.rows[0]?.balance ?? '0';
        const event = await client.query<{ id: string }>({
          name: 'event',
          text: `insert into rival_event (player_id, seq, kind, body)
                 values ($1, $2, 'PRACTICE_REFILLED', $3)
                 returning id`,
          values: [player, Number(wallet.rows[0]?.seq) + 1, JSON.stringify({ amount, left })],
        });
        await client.query({
          name: 'transfers',
          text: `insert into rival_transfer (event_id, leg, from_id, to_id, amount, reason)
                 values ($1, 0, $2, 'house:1:practice:KRW', $3, 'PRACTICE_RETURN'),
                        ($1, 1, 'house:1:practice:KRW', $2, $4, 'PRACTICE_REFILL')`,
          values: [event.rows[0]?.id, `${player}:BINARY:free`, left, amount],
        });
        await client.query({
          name: 'balance',
          text: 'update rival_wallet set balance = $2, seq = seq + 1 where player_id = $1',
          values: [player, amount],
        });
        await client.query('commit');
      } catch (fault) {
        await client.query('rollback');
        throw fault;
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
