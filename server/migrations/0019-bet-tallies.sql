-- How many bets a round has and what is staked on them, by pick and by what decides them: whoever asks for the state of
-- a round reads a few rows, not its bets. OPEN until the strike of each bet is known, and for good where all bets of a
-- round have the same. Then how the bet's own strike compares with the close: BELOW, ABOVE or SAME, or NONE if no tick
-- came in time.
create table bet_tally (
  site_id bigint not null,
  round_id bigint not null,
  pick text not null,
  strike text not null,
  bets int not null,
  stake numeric(38, 8) not null,
  primary key (site_id, round_id, pick, strike),
  constraint a_strike_lies_somewhere check (strike in ('OPEN', 'BELOW', 'ABOVE', 'SAME', 'NONE')),
  constraint a_tally_counts_something check (bets > 0 and stake > 0)
);

-- Where each bet has its own strike: the same by the instant of acceptance, until the round is decided. Bets of one
-- instant share their strike, so deciding a round reads at most a thousand rows for each second and pick.
create table entry_tally (
  site_id bigint not null,
  round_id bigint not null,
  accepted_ms bigint not null,
  pick text not null,
  bets int not null,
  stake numeric(38, 8) not null,
  primary key (site_id, round_id, accepted_ms, pick)
);

insert into bet_tally (site_id, round_id, pick, strike, bets, stake)
select bet.site_id, bet.round_id, bet.pick, strike.place, count(*), sum(bet.stake)
from bet
join bet_round as round on round.site_id = bet.site_id and round.round_id = bet.round_id
left join round_strike as near
  on near.site_id = bet.site_id
  and near.round_id = bet.round_id
  and near.second = bet.accepted_ms / 1000
cross join lateral (
  select
    width_bucket(bet.accepted_ms, near.ts_ms) + 1 as place,
    near.ts_ms[width_bucket(bet.accepted_ms, near.ts_ms) + 1] <= bet.accepted_ms + 3000 as is_soon
) as entry
cross join lateral (
  select
    case
      when round.strike_mode <> 'AT_BET' or round.status = 0 then 'OPEN'
      when entry.is_soon is not true then 'NONE'
      when near.compared[entry.place] = round.close_compared then 'SAME'
      when near.compared[entry.place] < round.close_compared then 'BELOW'
      else 'ABOVE'
    end as place
) as strike
group by bet.site_id, bet.round_id, bet.pick, strike.place;

insert into entry_tally (site_id, round_id, accepted_ms, pick, bets, stake)
select bet.site_id, bet.round_id, bet.accepted_ms, bet.pick, count(*), sum(bet.stake)
from bet
join bet_round as round on round.site_id = bet.site_id and round.round_id = bet.round_id
where round.strike_mode = 'AT_BET' and round.status = 0 and round.voided_event is null
group by bet.site_id, bet.round_id, bet.accepted_ms, bet.pick;

-- The state of all bets of a round, as `bet_state` has it for each of them.
create view round_state as
select
  tally.site_id,
  tally.round_id,
  tally.pick,
  case
    when round.voided_event is not null then 3
    when round.status = 0 then 0
    when round.strike_mode <> 'AT_BET' then
      case when round.status = 3 then 3 when tally.pick = any (round.winners) then 1 else 2 end
    when round.status = 3 and round.void_reason <> 'TIE' then 3
    when tally.strike in ('SAME', 'NONE') then 3
    when (tally.strike = 'BELOW') = (tally.pick = 'UP') then 1
    else 2
  end as status,
  tally.bets,
  tally.stake
from bet_tally as tally
join bet_round as round on round.site_id = tally.site_id and round.round_id = tally.round_id;

-- As before, for each single bet. Every bet has its round, and every state is one of four: said as outer joins, the
-- bets are read first and by several processes, which halves the time of a count over a whole round.
create or replace view bet_state as
select
  bet.id,
  bet.site_id,
  bet.player_id,
  bet.round_id,
  bet.option_id,
  bet.type,
  bet.pick,
  bet.stake,
  bet.rate,
  bet.profit,
  bet.wallet,
  bet.currency,
  bet.places,
  bet.accepted_ms,
  bet.open_ms,
  bet.close_ms,
  round.strike_mode,
  round.open_price,
  round.close_price,
  case when entry.is_soon then near.ts_ms[entry.place] end as strike_ms,
  case when entry.is_soon then near.seq[entry.place] end as strike_seq,
  case when entry.is_soon then near.price[entry.place] end as strike_price,
  state.status,
  case
    when round.voided_event is not null then 'STAFF'
    when round.strike_mode <> 'AT_BET' then round.void_reason
    when round.status = 0 then null
    when round.status = 3 and round.void_reason <> 'TIE' then round.void_reason
    when entry.is_soon is not true then 'NO_ENTRY_TICK'
    when near.compared[entry.place] = round.close_compared then 'TIE'
  end as void_reason
from bet
left join bet_round as round on round.site_id = bet.site_id and round.round_id = bet.round_id
left join round_strike as near
  on near.site_id = bet.site_id
  and near.round_id = bet.round_id
  and near.second = bet.accepted_ms / 1000
cross join lateral (
  select
    width_bucket(bet.accepted_ms, near.ts_ms) + 1 as place,
    near.ts_ms[width_bucket(bet.accepted_ms, near.ts_ms) + 1] <= bet.accepted_ms + 3000 as is_soon
) as entry
left join (values (0), (1), (2), (3)) as state (status)
  on state.status = case
    when round.voided_event is not null then 3
    when round.status = 0 then 0
    when round.strike_mode <> 'AT_BET' then
      case when round.status = 3 then 3 when bet.pick = any (round.winners) then 1 else 2 end
    when round.status = 3 and round.void_reason <> 'TIE' then 3
    when entry.is_soon is not true or near.compared[entry.place] = round.close_compared then 3
    when (near.compared[entry.place] < round.close_compared) = (bet.pick = 'UP') then 1
    else 2
  end;
