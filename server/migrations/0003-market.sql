-- Prices as they were: the record that rounds, receipts and charts are computed from.

-- One row per instrument and minute. The hash covers the hash before it, the stock, the minute and the ticks, so that
-- no tick can be changed, added or left out later without every following hash being wrong.
create table tick_minute (
  stock text not null,
  minute_ms bigint not null,
  ticks text not null,
  tick_count int not null,
  previous_hash text not null,
  hash text not null,
  primary key (stock, minute_ms),
  constraint a_minute_starts_on_the_minute check (minute_ms % 60000 = 0),
  constraint a_minute_has_ticks check (tick_count > 0),
  constraint a_hash_follows_one_minute unique (stock, previous_hash)
);

-- The minute that is still open, written about every second: a crash loses at most what came after the last part.
create table tick_part (
  stock text not null,
  minute_ms bigint not null,
  part int not null,
  ticks text not null,
  tick_count int not null,
  primary key (stock, minute_ms, part)
);

-- The last sealed minute of each instrument. It outlives old rows, so the chain goes on after they are deleted.
create table tick_head (
  stock text primary key,
  minute_ms bigint not null,
  hash text not null
);

-- Folded from the ticks when their minute is sealed. Other periods are joined from these four when they are read.
create table candle (
  stock text not null,
  period text not null,
  start_ms bigint not null,
  open numeric(38, 8) not null,
  high numeric(38, 8) not null,
  low numeric(38, 8) not null,
  close numeric(38, 8) not null,
  tick_count bigint not null,
  primary key (stock, period, start_ms),
  constraint a_candle_has_a_stored_period check (period in ('1m', '15m', '1h', '1d')),
  constraint low_and_high_enclose check (low <= open and low <= close and high >= open and high >= close)
);
