// The rival: one set-based statement that writes the status and credit of every bet of the round into its row and adds
// what each player gets to the balance. It writes no ledger and no history; the commit is durable.
import pg from 'pg';
import { STAKE, TICKETS } from './settle-world.ts';

const TABLES = `
  create table rival_wallet (
    player_id bigint primary key,
    balance numeric(38, 8) not null check (balance >= 0),
    waiting numeric(38, 8) not null check (waiting >= 0)
  );
  create table rival_bet (
    id bigint generated always as identity primary key,
    player_id bigint not null,
    round_id bigint not null,
    option_id int not null,
    side text not null,
    stake numeric(38, 8) not null check (stake > 0),
    rate numeric(38, 8) not null,
    accepted_ms bigint not null,
    status smallint not null default 0,
    credit numeric(38, 8)
  );
  create index rival_bet_of_player on rival_bet (player_id, id);
  create index rival_bet_of_option on rival_bet (player_id, option_id, id);
  create index rival_bet_of_round on rival_bet (round_id, id);`;

const SETTLE = `
  with settled as (
    update rival_bet
    set status = case when side = $2 then 1 else 2 end,
      credit = case when side = $2 then stake + trunc(stake * rate, 0) else 0 end
    where round_id = $1 and status = 0
    returning player_id, stake, credit
  ), owed as (
    select player_id, sum(stake) as stake, sum(credit) as credit from settled group by player_id
  )
  update rival_wallet
  set balance = rival_wallet.balance + owed.credit, waiting = rival_wallet.waiting - owed.stake
  from owed
  where rival_wallet.player_id = owed.player_id`;

export interface Rival {
  settle(bets: number): Promise<number>;
  /** Neither side pays for what was written before it is measured. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

export async function openRival(url: string): Promise<Rival> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set synchronous_commit = on');
  await client.query(TABLES);
  let round = 0;
  const checkpoint = async () => {
    await client.query('checkpoint');
  };
  return {
    async settle(bets) {
      round += 1;
      const players = bets / TICKETS;
      await client.query(
        `insert into rival_wallet select id, 100000000, 0 from generate_series(1, $1::int) as id
         on conflict do nothing`,
        [players],
      );
      await client.query('update rival_wallet set waiting = waiting + $2::numeric where player_id <= $1', [
        players,
        Number(STAKE) * TICKETS,
      ]);
      await client.query(
        `insert into rival_bet (player_id, round_id, option_id, side, stake, rate, accepted_ms)
         select at % $2::int + 1, $3, 1, case when at % $2::int % 2 = 0 then 'UP' else 'DOWN' end, $4, 0.87, at
         from generate_series(0, $1::int - 1) as at`,
        [bets, players, round, STAKE],
      );
      await client.query('vacuum analyze rival_bet, rival_wallet');
      await checkpoint();
      const began = performance.now();
      const { rowCount } = await client.query(SETTLE, [round, 'UP']);
      const took = performance.now() - began;
      if (rowCount !== players) throw new Error(`the rival paid ${rowCount} players`);
      return took;
    },
    checkpoint,
    close: () => client.end(),
  };
}
