// The rival: a loop that copies a trader's fill to one follower after the other, each in a transaction of its own, the way
// a careful team writes it without a desk. The trader's transaction leaves a row for every follower who waits. For each of
// them the loop calls one function of the database, so that a copy costs one way there and back and one commit: it takes
// the row that waits, locks the wallet, checks pause, guard, caps and money, and writes the order, the fill, the position,
// the copy, what the follow has earned, the event, the ledger line, the balance, and that the row is done. It is told the
// price, pushes nothing and checks neither funding nor the margin of other positions. Commits wait for the disk.
import pg from 'pg';

export interface RivalLead {
  readonly kind: 'OPEN' | 'CLOSE';
  /** What the trader's opening took; nothing of a close. */
  readonly margin: string;
  readonly leverage: number;
  /** The closed share of the position; nothing of an opening. */
  readonly share: string;
  readonly price: string;
}

export interface RivalSettings {
  readonly multiplyPer: number;
  readonly maxBet: string;
  readonly oneMaxBet: string;
  readonly credit: string;
  readonly feeRate: string;
  readonly qtyStep: string;
}

export interface Rival {
  /** Milliseconds from the lead, which is durable by then, to the last durable copy. */
  mirror(lead: RivalLead, connections: number): Promise<number>;
  /** Neither side pays for what was written before it is measured. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

const TABLES = `
  create table rival_wallet (
    player_id bigint primary key,
    free numeric(38, 8) not null,
    seq bigint not null
  );
  create table rival_follow (
    id bigint primary key,
    follower_id bigint not null unique references rival_wallet (player_id),
    trader_id bigint not null,
    multiply_per int not null,
    max_bet numeric(38, 8) not null,
    one_max_bet numeric(38, 8) not null,
    entry_guard numeric(38, 8) not null,
    exit_guard numeric(38, 8) not null,
    is_paused boolean not null,
    total numeric(38, 8) not null
  );
  create index rival_follow_of_trader on rival_follow (trader_id, id);
  create table rival_lead (
    id bigint generated always as identity primary key,
    trader_id bigint not null,
    kind text not null,
    option_id int not null,
    side text not null,
    price numeric(38, 8) not null,
    leverage int not null,
    margin numeric(38, 8) not null,
    share numeric(38, 8) not null
  );
  create table rival_job (
    lead_id bigint not null references rival_lead (id),
    follow_id bigint not null references rival_follow (id),
    outcome text,
    primary key (lead_id, follow_id)
  );
  create table rival_order (
    id bigint generated always as identity primary key,
    player_id bigint not null,
    option_id int not null,
    side text not null,
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
    side text not null,
    qty numeric(38, 8) not null,
    entry numeric(38, 8) not null,
    leverage int not null,
    primary key (player_id, option_id)
  );
  create table rival_copy (
    follow_id bigint not null references rival_follow (id),
    option_id int not null,
    margin numeric(38, 8) not null,
    primary key (follow_id, option_id)
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

/** A refused copy is an outcome too. */
const mirrorFunction = ({ feeRate, qtyStep }: RivalSettings): string => `
  create function rival_mirror(asked_lead bigint, asked_follow bigint, market numeric) returns text as $body$
  declare
    follow rival_follow;
    lead rival_lead;
    wallet rival_wallet;
    held rival_position;
    copied rival_copy;
    worse numeric;
    used numeric;
    bet numeric;
    size numeric;
    charge numeric;
    gain numeric := 0;
    way text;
    made_order bigint;
    made_event bigint;
    result text;
  begin
    perform from rival_job
    where lead_id = asked_lead and follow_id = asked_follow and outcome is null
    for update;
    if not found then return 'ALREADY_HANDLED'; end if;
    select * into lead from rival_lead where id = asked_lead;
    select * into follow from rival_follow where id = asked_follow for update;
    select * into wallet from rival_wallet where player_id = follow.follower_id for update;
    select * into held from rival_position
    where player_id = follow.follower_id and option_id = lead.option_id;
    select * into copied from rival_copy where follow_id = follow.id and option_id = lead.option_id;
    worse := case when (lead.kind = 'OPEN') = (lead.side = 'LONG') then market - lead.price else lead.price - market end;
    worse := worse / lead.price;
    if lead.kind = 'OPEN' then
      way := lead.side;
      select coalesce(sum(margin), 0) into used from rival_copy where follow_id = follow.id;
      bet := least(lead.margin * follow.multiply_per / 100, follow.one_max_bet, follow.max_bet - used);
      bet := least(bet, (wallet.free - used) / (1 + lead.leverage * ${feeRate}));
      size := floor(bet * lead.leverage / market / ${qtyStep}) * ${qtyStep};
      result := case
        when follow.is_paused or follow.multiply_per = 0 then 'PAUSED'
        when held.player_id is not null and (copied.follow_id is null or held.side <> lead.side) then 'OWN_POSITION'
        when worse > follow.entry_guard then 'SLIPPAGE'
        when follow.max_bet <= used then 'CAP'
        when size <= 0 then 'BALANCE'
      end;
    else
      way := case lead.side when 'LONG' then 'SHORT' else 'LONG' end;
      size := case when lead.share >= 1 then held.qty else floor(held.qty * lead.share / ${qtyStep}) * ${qtyStep} end;
      gain := round(size * (market - held.entry) * case held.side when 'LONG' then 1 else -1 end, 8);
      result := case
        when copied.follow_id is null or held.player_id is null then 'NO_COPY'
        when worse > follow.exit_guard then 'SLIPPAGE'
        when size <= 0 then 'MIN_QTY'
      end;
    end if;
    if result is null then
      result := 'COPIED';
      charge := round(size * market * ${feeRate}, 8);
      insert into rival_order (player_id, option_id, side, qty, leverage, state)
      values (follow.follower_id, lead.option_id, way, size, lead.leverage, 'FILLED')
      returning id into made_order;
      insert into rival_fill (order_id, player_id, option_id, side, qty, price, fee, pnl)
      values (made_order, follow.follower_id, lead.option_id, way, size, market, charge, gain);
      if lead.kind = 'OPEN' then
        insert into rival_position as own (player_id, option_id, side, qty, entry, leverage)
        values (follow.follower_id, lead.option_id, way, size, market, lead.leverage)
        on conflict (player_id, option_id) do update
        set entry = (own.qty * own.entry + excluded.qty * excluded.entry) / (own.qty + excluded.qty),
            qty = own.qty + excluded.qty;
        insert into rival_copy as own (follow_id, option_id, margin)
        values (follow.id, lead.option_id, round(size * market / lead.leverage, 8))
        on conflict (follow_id, option_id) do update set margin = own.margin + excluded.margin;
      elsif size = held.qty then
        delete from rival_position where player_id = follow.follower_id and option_id = lead.option_id;
        delete from rival_copy where follow_id = follow.id and option_id = lead.option_id;
      else
        update rival_position set qty = qty - size
        where player_id = follow.follower_id and option_id = lead.option_id;
        update rival_copy set margin = margin * (held.qty - size) / held.qty
        where follow_id = follow.id and option_id = lead.option_id;
      end if;
      if lead.kind = 'CLOSE' then
        update rival_follow set total = total + gain - charge where id = follow.id;
      end if;
      insert into rival_event (player_id, seq, kind, body)
      values (
        follow.follower_id, wallet.seq + 1, 'FILLED',
        json_build_object(
          'order', made_order, 'lead', lead.id, 'follow', follow.id, 'instrument', lead.option_id, 'side', way,
          'qty', size, 'price', market, 'fee', charge, 'pnl', gain
        )::text
      )
      returning id into made_event;
      insert into rival_transfer (event_id, from_id, to_id, amount, reason)
      values (made_event, follow.follower_id || ':FUTURES:free', 'house:futures', charge - gain, 'FUTURES_FILL');
      update rival_wallet set free = free - charge + gain, seq = wallet.seq + 1
      where player_id = follow.follower_id;
    else
      insert into rival_event (player_id, seq, kind, body)
      values (
        follow.follower_id, wallet.seq + 1, 'MISSED', json_build_object('lead', lead.id, 'reason', result)::text
      );
      update rival_wallet set seq = wallet.seq + 1 where player_id = follow.follower_id;
    end if;
    update rival_job set outcome = result where lead_id = asked_lead and follow_id = asked_follow;
    return result;
  end
  $body$ language plpgsql`;

const CONNECTIONS = 8;
const PAGE = 500;

export async function openRival(url: string, followers: number, settings: RivalSettings): Promise<Rival> {
  const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client({ connectionString: url }));
  for (const client of clients) {
    await client.connect();
    await client.query('set synchronous_commit = on');
    // Plans of the function are kept. Made while the tables were empty, they would read a growing table from end to end
    // for every follower, and a round would take three times as long.
    await client.query('set enable_seqscan = off');
  }
  const [first] = clients;
  if (first === undefined) throw new Error('a loop has a connection');
  const { credit, multiplyPer, maxBet, oneMaxBet } = settings;
  await first.query(TABLES);
  await first.query(mirrorFunction(settings));
  await first.query('insert into rival_wallet select id, $2, 0 from generate_series(1, $1::int) as id', [
    followers,
    credit,
  ]);
  await first.query(
    `insert into rival_follow
     select id, id, 0, $2, $3, $4, 0.005, 0.008, false, 0 from generate_series(1, $1::int) as id`,
    [followers, multiplyPer, maxBet, oneMaxBet],
  );

  /** The trader's transaction: the lead, and a row for everybody who is to copy it. */
  async function lead({ kind, price, leverage, margin, share }: RivalLead): Promise<string> {
    const made = await first!.query<{ id: string }>(
      `with made as (
         insert into rival_lead (trader_id, kind, option_id, side, price, leverage, margin, share)
         values (0, $1, 101, 'LONG', $2, $3, $4, $5)
         returning id
       ), waiting as (
         insert into rival_job (lead_id, follow_id)
         select made.id, rival_follow.id from made, rival_follow where rival_follow.trader_id = 0
       )
       select id from made`,
      [kind, price, leverage, margin, share],
    );
    return made.rows[0]!.id;
  }

  /** One connection works through every so-manieth follow, a page at a time. */
  async function work(client: pg.Client, id: string, market: string, [place, of]: readonly [number, number]) {
    let after = 0;
    for (;;) {
      const { rows } = await client.query<{ follow_id: string }>({
        name: 'waiting',
        text: `select follow_id from rival_job
               where lead_id = $1 and follow_id > $2 and outcome is null and follow_id % $3::int = $4::int
               order by follow_id
               limit ${PAGE}`,
        values: [id, after, of, place],
      });
      for (const { follow_id: follow } of rows) {
        const done = await client.query<{ result: string }>({
          name: 'mirror',
          text: 'select rival_mirror($1, $2, $3) as result',
          values: [id, follow, market],
        });
        if (done.rows[0]?.result !== 'COPIED') throw new Error(`the rival: ${done.rows[0]?.result}`);
        after = Number(follow);
      }
      if (rows.length < PAGE) return;
    }
  }

  return {
    async mirror(asked, connections) {
      const id = await lead(asked);
      const began = performance.now();
      const workers = clients.slice(0, connections);
      await Promise.all(
        workers.map((client, place) => work(client, id, asked.price, [place, workers.length])),
      );
      const took = performance.now() - began;
      const { rows } = await first.query<{ copied: number }>(
        `select count(*)::int as copied from rival_job where lead_id = $1 and outcome = 'COPIED'`,
        [id],
      );
      if (rows[0]?.copied !== followers) throw new Error(`the rival copied to ${rows[0]?.copied}`);
      await first.query('vacuum analyze rival_wallet, rival_follow, rival_job, rival_position, rival_copy');
      return took;
    },
    async checkpoint() {
      await first.query('checkpoint');
    },
    async close() {
      for (const client of clients) await client.end();
    },
  };
}
