-- Binary options and bit-ball. A bet's row is written once and never changed: what became of it is a function of its
-- round (the view at the end), so that settling a round writes the round and one credit per player, and no bet.

-- A payment that was taken back may be more than a player still has (rules.md 1.10): then it is owed.
alter table purse drop constraint only_the_house_may_owe;
alter table purse add constraint only_the_house_and_debts_may_be_below_zero
  check (balance >= 0 or owner_id is null or id like '%:debt');

-- The shadow's tables: everything up to `ball_draw` can be written again from the journal.

create table bet (
  id bigint primary key,
  site_id bigint not null,
  player_id bigint not null,
  round_id bigint not null,
  option_id int not null,
  type text not null,
  -- UP, DOWN, or the code of a ball market.
  pick text not null,
  stake numeric(38, 8) not null,
  -- Profit per stake; for a ball market the odds less one.
  rate numeric(38, 8) not null,
  -- What a hit brings beyond the stake, rounded down to the wallet's places.
  profit numeric(38, 8) not null,
  wallet text not null,
  currency text not null,
  places int not null,
  accepted_ms bigint not null,
  open_ms bigint not null,
  close_ms bigint not null,
  constraint a_bet_stakes_something check (stake > 0),
  constraint a_hit_never_costs check (profit >= 0),
  constraint a_bet_comes_before_the_close check (accepted_ms < close_ms)
);

create index bet_of_player on bet (player_id, id);
create index bet_of_player_on_option on bet (player_id, option_id, id);
create index bet_of_round on bet (site_id, round_id, id);

-- A round that was bet on, as one site has it.
create table bet_round (
  site_id bigint not null,
  round_id bigint not null,
  shard int not null,
  option_id int not null,
  type text not null,
  open_ms bigint not null,
  close_ms bigint not null,
  -- ROUND_OPEN, AT_BET, or DRAW for balls.
  strike_mode text not null,
  places_compared int not null,
  stale_ms int not null,
  bet_count int not null,
  stake numeric(38, 8) not null,
  status smallint not null default 0,
  void_reason text,
  open_tick_ms bigint,
  open_tick_seq bigint,
  open_price numeric(38, 8),
  close_tick_ms bigint,
  close_tick_seq bigint,
  close_price numeric(38, 8),
  -- The closing price as it is compared: rounded half-up.
  close_compared numeric(38, 8),
  tick_count int,
  -- The picks that win where all bets have one strike, or the markets that were hit.
  winners text[],
  frozen_event bigint,
  frozen_ms bigint,
  voided_event bigint,
  voided_ms bigint,
  void_text text,
  void_requested_by bigint,
  void_approved_by bigint,
  paid_players int not null default 0,
  paid_before_void int not null default 0,
  -- The payment after which nobody was left, and whether there ever was one.
  settled_event bigint,
  was_settled boolean not null default false,
  primary key (site_id, round_id),
  constraint a_round_has_a_known_status check (status between 0 and 3),
  constraint a_round_closes_after_it_opens check (close_ms >= open_ms),
  constraint two_people_void_a_round check (void_requested_by <> void_approved_by)
);

create index bet_round_by_close on bet_round (site_id, close_ms);
create index bet_round_of_option on bet_round (site_id, option_id, close_ms);
-- A desk that starts asks for what is not settled, for the last day, and for the newest result.
create index bet_round_of_shard_by_close on bet_round (shard, close_ms);
create index bet_round_by_settlement on bet_round (shard, settled_event);
create index bet_round_by_result on bet_round (shard, frozen_event);

-- Where every bet has a strike of its own: the ticks from which the strikes of a round are taken.
create table round_tick (
  site_id bigint not null,
  round_id bigint not null,
  ts_ms bigint not null,
  seq bigint not null,
  price numeric(38, 8) not null,
  compared numeric(38, 8) not null,
  primary key (site_id, round_id, ts_ms, seq)
);

-- Public before betting opens: it binds the house to a seed.
create table ball_seal (
  site_id bigint not null,
  round_id bigint not null,
  shard int not null,
  option_id int not null,
  type text not null,
  open_ms bigint not null,
  commitment text not null,
  sealed_event bigint not null,
  sealed_ms bigint not null,
  salt text,
  settled_event bigint,
  primary key (site_id, round_id),
  constraint a_commitment_is_a_hash check (commitment ~ '^[0-9a-f]{64}$')
);

create index ball_seal_of_shard_by_opening on ball_seal (shard, open_ms);
create index ball_seal_by_settlement on ball_seal (shard, settled_event);
create index ball_seal_by_event on ball_seal (shard, sealed_event);
create index ball_seal_of_option on ball_seal (site_id, option_id, open_ms);

-- Seeds of rounds that are not over. No call reads this table, only a desk that starts; a draw empties the row.
create table ball_secret (
  site_id bigint not null,
  round_id bigint not null,
  seed text not null,
  primary key (site_id, round_id)
);

-- Public after the draw. Without balls the round is void, and the seed is shown all the same.
create table ball_draw (
  site_id bigint not null,
  round_id bigint not null,
  seed text not null,
  salt text,
  balls int[],
  power int,
  void_reason text,
  event_id bigint not null,
  drawn_ms bigint not null,
  primary key (site_id, round_id),
  constraint a_draw_has_five_balls_or_none check (balls is null or cardinality(balls) = 5),
  constraint a_draw_has_a_salt check (balls is null or salt is not null)
);

-- From here on the rooms' own tables, which the journal does not know.

-- How every round ended, also without bets; where bets were placed, `bet_round` is what counts.
create table round_result (
  site_id bigint not null,
  round_id bigint not null,
  option_id int not null,
  close_ms bigint not null,
  status smallint not null,
  void_reason text,
  open_price numeric(38, 8),
  close_price numeric(38, 8),
  primary key (site_id, round_id),
  constraint a_result_is_decided check (status between 1 and 3),
  constraint a_void_has_its_reason check ((status = 3) = (void_reason is not null))
);

create index round_result_of_option on round_result (site_id, option_id, close_ms);
create index round_result_by_age on round_result (close_ms);

-- Times in which ticks may be missing from the record, because nobody was there to write them.
create table record_gap (
  from_ms bigint primary key,
  to_ms bigint not null,
  constraint a_gap_has_two_ends check (to_ms >= from_ms)
);

-- Recorded minutes that a bet's result was computed from, kept when the record itself forgets them.
create table proof_minute (
  stock text not null,
  minute_ms bigint not null,
  ticks text not null,
  previous_hash text not null,
  hash text not null,
  primary key (stock, minute_ms)
);

-- What a site changed; everything else is the default of the rules.
create table binary_setting (
  site_id bigint not null references site (id),
  option_id int not null,
  rate numeric(38, 8),
  cut_off_ms int,
  stake_min numeric(38, 8),
  stake_unit numeric(38, 8),
  stake_max numeric(38, 8),
  round_most numeric(38, 8),
  tickets_most int,
  exposure_most numeric(38, 8),
  allow_both_sides boolean,
  strike_mode text,
  changed_by bigint not null,
  changed_at timestamptz not null,
  primary key (site_id, option_id),
  constraint a_fair_bet_gives_nothing_away check (rate > 0 and rate < 1),
  constraint a_strike_mode_is_known check (strike_mode in ('ROUND_OPEN', 'AT_BET'))
);

create table ball_odds (
  site_id bigint not null references site (id),
  market text not null,
  odds numeric(38, 8) not null,
  changed_by bigint not null,
  changed_at timestamptz not null,
  primary key (site_id, market),
  constraint a_hit_brings_more_than_the_stake check (odds > 1)
);

create table option_halt (
  id bigint generated always as identity primary key,
  site_id bigint not null references site (id),
  option_id int not null,
  reason text not null,
  since_ms bigint not null,
  until_ms bigint,
  halted_by bigint not null,
  resumed_by bigint,
  constraint a_halt_ends_after_it_began check (until_ms >= since_ms)
);

create unique index an_option_is_halted_once on option_halt (site_id, option_id) where until_ms is null;
create index option_halt_by_time on option_halt (site_id, id);

create table void_request (
  id bigint generated always as identity primary key,
  site_id bigint not null references site (id),
  round_id bigint not null,
  reason text not null,
  requested_by bigint not null,
  requested_ms bigint not null,
  approved_by bigint,
  approved_ms bigint,
  constraint a_round_is_asked_about_once unique (site_id, round_id),
  constraint the_second_person_is_another check (approved_by <> requested_by)
);

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
  strike.ts_ms as strike_ms,
  strike.seq as strike_seq,
  strike.price as strike_price,
  case
    when round.voided_event is not null then 3
    when round.status = 0 then 0
    when round.strike_mode <> 'AT_BET' then
      case when round.status = 3 then 3 when bet.pick = any (round.winners) then 1 else 2 end
    when round.status = 3 and round.void_reason <> 'TIE' then 3
    when strike.ts_ms is null or strike.compared = round.close_compared then 3
    when (strike.compared < round.close_compared) = (bet.pick = 'UP') then 1
    else 2
  end as status,
  case
    when round.voided_event is not null then 'STAFF'
    when round.strike_mode <> 'AT_BET' then round.void_reason
    when round.status = 0 then null
    when round.status = 3 and round.void_reason <> 'TIE' then round.void_reason
    when strike.ts_ms is null then 'NO_ENTRY_TICK'
    when strike.compared = round.close_compared then 'TIE'
  end as void_reason
from bet
join bet_round as round on round.site_id = bet.site_id and round.round_id = bet.round_id
left join lateral (
  select round_tick.ts_ms, round_tick.seq, round_tick.price, round_tick.compared
  from round_tick
  where round.strike_mode = 'AT_BET'
    and round_tick.site_id = bet.site_id
    and round_tick.round_id = bet.round_id
    and round_tick.ts_ms > bet.accepted_ms
  order by round_tick.ts_ms, round_tick.seq
  limit 1
) as strike on strike.ts_ms <= bet.accepted_ms + 3000;
