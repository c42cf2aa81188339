// The rival: a bet as a transaction of its own, the way it is usually written: session check, idempotency key, row lock
// on the wallet, what the player has on the round already, the bet, the event, the ledger line, the new balances, commit;
// a pool of connections, prepared statements.
import pg from 'pg';

export interface AskedBet {
  readonly player: number;
  readonly round: number;
  readonly side: string;
  readonly stake: string;
  readonly key: string;
}

export interface Rival {
  place(asked: AskedBet): Promise<{ readonly id: number; readonly free: string; readonly waiting: string }>;
}

const POOL = 16;
const TICKETS_MOST = 10;

const TABLES = `
  create table rival_account (id bigint primary key, session_version bigint not null, blocked boolean not null);
  create table rival_wallet (
    player_id bigint primary key references rival_account (id),
    free numeric(38, 8) not null check (free >= 0),
    waiting numeric(38, 8) not null check (waiting >= 0),
    seq bigint not null
  );
  create table rival_key (player_id bigint, key text, print text not null, primary key (player_id, key));
  create table rival_bet (
    id bigint generated always as identity primary key,
    player_id bigint not null references rival_account (id),
    round_id bigint not null,
    side text not null,
    stake numeric(38, 8) not null check (stake > 0),
    rate numeric(38, 8) not null,
    status smallint not null default 0,
    accepted timestamptz not null default now()
  );
  create index rival_bet_of_player on rival_bet (player_id, round_id);
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

  async function placeWith(client: pg.PoolClient, asked: AskedBet) {
    const { player, round, side, stake, key } = asked;
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
    const wallet = await client.query<{ free: string; seq: string }>({
      name: 'q3',
      text: 'select free, waiting, seq from rival_wallet where player_id = $1 for update',
      values: [player],
    });
    const seq = Number(wallet.rows[0]?.seq) + 1;
    const own = await client.query<{ tickets: string; against: boolean | null }>({
      name: 'q4',
      text: `select count(*) as tickets, sum(stake) as staked, bool_or(side <> $3) as against
             from rival_bet
             where player_id = $1 and round_id = $2`,
      values: [player, round, side],
    });
    if (Number(own.rows[0]?.tickets) >= TICKETS_MOST || own.rows[0]?.against === true)
      throw new Error('the player may not bet this');
    const bet = await client.query<{ id: string }>({
      name: 'q5',
      text: 'insert into rival_bet (player_id, round_id, side, stake, rate) values ($1, $2, $3, $4, 0.87) returning id',
      values: [player, round, side, stake],
    });
    const event = await client.query<{ id: string }>({
      name: 'q6',
      text: 'insert into rival_event (player_id, seq, kind, body) values ($1, $2, $3, $4) returning id',
      values: [player, seq, 'BET_PLACED', JSON.stringify({ bet: bet.rows[0]?.id, round, side, stake })],
    });
    await client.query({
      name: 'q7',
      text: 'insert into rival_transfer (event_id, from_id, to_id, amount, reason) values ($1, $2, $3, $4, $5)',
      values: [event.rows[0]?.id, `${player}:BINARY:free`, `${player}:BINARY:wait`, stake, 'BET'],
    });
    const after = await client.query<{ free: string; waiting: string }>({
      name: 'q8',
      text: `update rival_wallet
             set free = free - $2::numeric, waiting = waiting + $2::numeric, seq = $3
             where player_id = $1
             returning free, waiting`,
      values: [player, stake, seq],
    });
    return {
      id: Number(bet.rows[0]?.id),
      free: after.rows[0]?.free ?? '',
      waiting: after.rows[0]?.waiting ?? '',
    };
  }

  return {
    async place(asked) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const placed = await placeWith(client, asked);
        await client.query('commit');
        return placed;
      } catch (fault) {
        await client.query('rollback');
        throw fault;
      } finally {
        client.release();
      }
    },
  };
}
