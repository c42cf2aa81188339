// The rival: a market order of coin futures as a transaction of its own, the way it is usually written: session check,
// idempotency key, row lock on the wallet, the player's positions, the order, its fill, the position, the event, the
// ledger line, the new balance, commit; a pool of connections, prepared statements.
import pg from 'pg';

export interface AskedOrder {
  readonly player: number;
  readonly instrument: number;
  readonly side: string;
  readonly qty: string;
  readonly price: string;
  readonly leverage: number;
  readonly key: string;
}

export interface Rival {
  place(asked: AskedOrder): Promise<{ readonly id: number; readonly free: string }>;
}

const POOL = 16;
const FEE_RATE = '0.0008';

const TABLES = `
  create table rival_account (id bigint primary key, session_version bigint not null, blocked boolean not null);
  create table rival_wallet (
    player_id bigint primary key references rival_account (id),
    free numeric(38, 8) not null,
    seq bigint not null
  );
  create table rival_key (player_id bigint, key text, print text not null, primary key (player_id, key));
  create table rival_order (
    id bigint generated always as identity primary key,
    player_id bigint not null references rival_account (id),
    option_id int not null,
    side text not null,
    type text not null,
    qty numeric(38, 8) not null check (qty > 0),
    leverage int not null,
    state text not null,
    placed timestamptz not null default now()
  );
  create index rival_order_of_player on rival_order (player_id, id);
  create table rival_fill (
    id bigint generated always as identity primary key,
    order_id bigint not null references rival_order (id),
    player_id bigint not null,
    option_id int not null,
    side text not null,
    qty numeric(38, 8) not null,
    price numeric(38, 8) not null,
    fee numeric(38, 8) not null,
    pnl numeric(38, 8) not null,
    at timestamptz not null default now()
  );
  create index rival_fill_of_player on rival_fill (player_id, id);
  create table rival_position (
    player_id bigint not null,
    option_id int not null,
    /* Below zero when it is short. */
    qty numeric(38, 8) not null,
    entry numeric(38, 8) not null,
    leverage int not null,
    primary key (player_id, option_id)
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
    amount numeric(38, 8) not null,
    reason text not null
  );`;

export async function openRival(url: string, players: number): Promise<Rival> {
  const pool = new pg.Pool({ connectionString: url, max: POOL });
  await pool.query(TABLES);
  await pool.query('insert into rival_account select id, 1, false from generate_series(1, $1) as id', [
    players,
  ]);
  await pool.query('insert into rival_wallet select id, 10000000, 0 from rival_account');

  /** The session, the key, and the wallet locked. */
  async function begin(client: pg.PoolClient, { player, key }: AskedOrder): Promise<number> {
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
      text: 'select free, seq from rival_wallet where player_id = $1 for update',
      values: [player],
    });
    return Number(wallet.rows[0]?.seq) + 1;
  }

  async function placeWith(client: pg.PoolClient, asked: AskedOrder) {
    const { player, instrument, side, qty, price, leverage } = asked;
    const seq = await begin(client, asked);
    const positions = await client.query<{ option_id: number; qty: string; entry: string; leverage: number }>(
      {
        name: 'q4',
        text: 'select option_id, qty, entry, leverage from rival_position where player_id = $1',
        values: [player],
      },
    );
    const held = positions.rows.find((each) => each.option_id === instrument);
    if (held !== undefined && held.leverage !== leverage) throw new Error('the leverage differs');
    const isClosing = held !== undefined && held.qty.startsWith('-') === (side === 'LONG');
    const order = await client.query<{ id: string }>({
      name: 'q5',
      text: `insert into rival_order (player_id, option_id, side, type, qty, leverage, state)
             values ($1, $2, $3, 'MARKET', $4, $5, 'FILLED')
             returning id`,
      values: [player, instrument, side, qty, leverage],
    });
    const signed = side === 'LONG' ? qty : `-${qty}`;
    const fill = await client.query<{ fee: string; pnl: string }>({
      name: 'q6',
      text: `insert into rival_fill (order_id, player_id, option_id, side, qty, price, fee, pnl)
             values (
               $1, $2, $3, $4, $5, $6,
               round($5::numeric * $6::numeric * ${FEE_RATE}, 8), round(-$7::numeric * ($6::numeric - $8::numeric), 8)
             )
             returning fee, pnl`,
      values: [
        order.rows[0]?.id,
        player,
        instrument,
        side,
        qty,
        price,
        isClosing ? signed : 0,
        held?.entry ?? 0,
      ],
    });
    if (isClosing)
      await client.query({
        name: 'q7',
        text: 'delete from rival_position where player_id = $1 and option_id = $2',
        values: [player, instrument],
      });
    else
      await client.query({
        name: 'q8',
        text: `insert into rival_position (player_id, option_id, qty, entry, leverage) values ($1, $2, $3, $4, $5)
               on conflict (player_id, option_id) do update
               set entry = (rival_position.qty * rival_position.entry + excluded.qty * excluded.entry)
                     / (rival_position.qty + excluded.qty),
                   qty = rival_position.qty + excluded.qty`,
        values: [player, instrument, signed, price, leverage],
      });
    const { fee = '0', pnl = '0' } = fill.rows[0] ?? {};
    const event = await client.query<{ id: string }>({
      name: 'q9',
      text: 'insert into rival_event (player_id, seq, kind, body) values ($1, $2, $3, $4) returning id',
      values: [
        player,
        seq,
        'FILLED',
        JSON.stringify({ order: order.rows[0]?.id, instrument, side, qty, price, fee }),
      ],
    });
    await client.query({
      name: 'q10',
      text: 'insert into rival_transfer (event_id, from_id, to_id, amount, reason) values ($1, $2, $3, $4, $5)',
      values: [event.rows[0]?.id, `${player}:FUTURES:free`, 'house:fees', fee, 'FEE'],
    });
    const after = await client.query<{ free: string }>({
      name: 'q11',
      text: `update rival_wallet
             set free = free - $2::numeric + $3::numeric, seq = $4
             where player_id = $1
             returning free`,
      values: [player, fee, pnl, seq],
    });
    return { id: Number(order.rows[0]?.id), free: after.rows[0]?.free ?? '' };
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
