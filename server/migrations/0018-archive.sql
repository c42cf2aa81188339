-- What the tables no longer hold because it was archived (decision 0026).

-- Everything finished before these times has left the tables; its events are in the archived parts of the journal.
create table archive_mark (
  shard int primary key,
  batch bigint not null,
  event_id bigint not null,
  at_ms bigint not null,
  frozen_ms bigint not null,
  sealed_ms bigint not null
);

-- The sums of overseas fills that have left the tables: daily profits reach further back than single fills.
create table oversea_day (
  player_id bigint not null,
  site_id bigint not null,
  trade_day int not null,
  option_id int not null,
  currency text not null,
  closed_qty bigint not null,
  trades bigint not null,
  wins bigint not null,
  held_ms bigint not null,
  gross numeric(38, 8) not null,
  commission numeric(38, 8) not null,
  losscuts bigint not null,
  primary key (player_id, trade_day, option_id, currency, site_id)
);

create index oversea_day_by_age on oversea_day (trade_day);
