-- The limits that players set for themselves, what of them is used, and the rates by which other currencies are counted.
-- A player without limits has no row.
create table player_limit (
  player_id bigint primary key,
  shard int not null,
  site_id bigint not null,
  since_ms bigint not null,
  loss numeric(38, 8),
  loss_next numeric(38, 8),
  loss_next_ms bigint,
  stake numeric(38, 8),
  stake_next numeric(38, 8),
  stake_next_ms bigint,
  deposit numeric(38, 8),
  deposit_next numeric(38, 8),
  deposit_next_ms bigint,
  minutes numeric(38, 8),
  minutes_next numeric(38, 8),
  minutes_next_ms bigint,
  cool_off_until_ms bigint,
  excluded_until_ms bigint,
  constraint a_limit_is_above_zero check (loss > 0 and stake > 0 and deposit > 0 and minutes > 0)
);

create table player_limit_use (
  player_id bigint primary key,
  shard int not null,
  day int not null,
  result numeric(38, 8) not null,
  largest numeric(38, 8) not null,
  minutes int not null,
  last_minute bigint not null,
  month int not null,
  deposited numeric(38, 8) not null,
  constraint what_is_used_is_not_below_zero check (largest >= 0 and minutes >= 0 and deposited >= 0)
);

create table limit_rate (
  shard int not null,
  currency text not null,
  rate numeric(38, 8) not null,
  primary key (shard, currency),
  constraint a_rate_is_above_zero check (rate > 0)
);
