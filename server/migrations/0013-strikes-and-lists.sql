-- Where every bet has a strike of its own: the ticks from which strikes are taken, by the second in which a bet was
-- accepted. Each row has all ticks that can be the first after an instant of that second, in order, so that the strike of
-- a bet is found in one small row and a round of a million bets is joined with its strikes at once.
create table round_strike (
  site_id bigint not null,
  round_id bigint not null,
  second bigint not null,
  ts_ms bigint[] not null,
  seq bigint[] not null,
  price numeric(38, 8)[] not null,
  compared numeric(38, 8)[] not null,
  primary key (site_id, round_id, second)
);

insert into round_strike (site_id, round_id, second, ts_ms, seq, price, compared)
select
  asked.site_id, asked.round_id, asked.second,
  array_agg(tick.ts_ms order by tick.ts_ms, tick.seq),
  array_agg(tick.seq order by tick.ts_ms, tick.seq),
  array_agg(tick.price order by tick.ts_ms, tick.seq),
  array_agg(tick.compared order by tick.ts_ms, tick.seq)
from (
  select distinct site_id, round_id, second
  from round_tick
  cross join generate_series((ts_ms - 3000) / 1000, (ts_ms - 1) / 1000) as second
) as asked
join round_tick as tick
  on tick.site_id = asked.site_id
  and tick.round_id = asked.round_id
  and tick.ts_ms > asked.second * 1000
  and tick.ts_ms < asked.second * 1000 + 4000
group by asked.site_id, asked.round_id, asked.second;

drop view bet_state;
drop table round_tick;

-- What became of each bet. Where every bet has its own strike, that is the first tick after it, within three seconds.
create view bet_state as
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
  case
    when round.voided_event is not null then 3
    when round.status = 0 then 0
    when round.strike_mode <> 'AT_BET' then
      case when round.status = 3 then 3 when bet.pick = any (round.winners) then 1 else 2 end
    when round.status = 3 and round.void_reason <> 'TIE' then 3
    when entry.is_soon is not true or near.compared[entry.place] = round.close_compared then 3
    when (near.compared[entry.place] < round.close_compared) = (bet.pick = 'UP') then 1
    else 2
  end as status,
  case
    when round.voided_event is not null then 'STAFF'
    when round.strike_mode <> 'AT_BET' then round.void_reason
    when round.status = 0 then null
    when round.status = 3 and round.void_reason <> 'TIE' then round.void_reason
    when entry.is_soon is not true then 'NO_ENTRY_TICK'
    when near.compared[entry.place] = round.close_compared then 'TIE'
  end as void_reason
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
) as entry;

-- Lists go back in time from wherever they begin, and never read more than they look at.
drop index bet_of_player;
drop index bet_of_player_on_option;
create index bet_of_player on bet (player_id, accepted_ms, id);
create index bet_of_player_on_option on bet (player_id, option_id, accepted_ms, id);
create index bet_round_undecided on bet_round (site_id, open_ms) where status = 0 and voided_event is null;
drop index oversea_fill_of_player;
create index oversea_fill_of_player on oversea_fill (player_id, at_ms, id);
