-- Overseas futures. Days are counted from 1970-01-01 by the exchange's own calendar.

-- A closed loss may be covered by the open profit of another position (rules.md 6.1): while an overseas position is
-- open, and only then, the free money of its wallet may be below zero. The engine keeps the "only then".
alter table purse drop constraint only_the_house_and_debts_may_be_below_zero;
alter table purse add constraint only_the_house_debts_and_covered_losses_may_be_below_zero
  check (balance >= 0 or owner_id is null or id like '%:debt' or id like '%:BINARY:free');

-- The shadow's tables: these three can be written again from the journal.

-- Orders that rested. What filled at once has only its fill.
create table oversea_order (
  id bigint primary key,
  shard int not null,
  site_id bigint not null,
  player_id bigint not null,
  option_id int not null,
  wallet text not null,
  side text not null,
  type text not null,
  qty int not null,
  price numeric(38, 8) not null,
  fires text not null,
  reduce_only boolean not null,
  tp_tick int,
  sl_tick int,
  margin numeric(38, 8) not null,
  trade_day int not null,
  placed_ms bigint not null,
  -- OPEN, FILLED or CANCELED.
  status text not null,
  cancel_reason text,
  ended_event bigint,
  ended_ms bigint,
  constraint an_order_asks_for_something check (qty > 0),
  constraint an_order_locks_nothing_less_than_nothing check (margin >= 0),
  constraint a_cancelled_order_has_its_reason check ((status = 'CANCELED') = (cancel_reason is not null)),
  constraint an_order_that_ended_says_when check ((status = 'OPEN') = (ended_event is null))
);

create index oversea_order_that_rests on oversea_order (shard, id) where status = 'OPEN';
create index oversea_order_of_player on oversea_order (player_id, id);

create table oversea_position (
  id bigint primary key,
  shard int not null,
  site_id bigint not null,
  player_id bigint not null,
  option_id int not null,
  wallet text not null,
  side text not null,
  -- 0 once it is closed; the rest of the row stays as it was before.
  qty int not null,
  -- The exact mean as a fraction of whole units of 1e-8.
  entry_sum numeric not null,
  entry_over numeric not null,
  margin numeric(38, 8) not null,
  tp_tick int not null,
  sl_tick int not null,
  overnight boolean not null,
  held_day int not null,
  opened_ms bigint not null,
  closed_event bigint,
  closed_ms bigint,
  constraint a_position_is_open_or_says_when_it_closed check ((qty > 0) = (closed_event is null)),
  constraint a_mean_is_over_something check (entry_over > 0),
  constraint a_closed_position_locks_nothing check (margin >= 0 and (qty > 0 or margin = 0))
);

create unique index one_net_position_per_player_and_instrument
  on oversea_position (player_id, option_id) where closed_event is null;
create index oversea_position_that_is_open on oversea_position (shard, id) where closed_event is null;

create table oversea_fill (
  -- The event's number times 32, and the place in it.
  id bigint primary key,
  event_id bigint not null,
  -- Where the event stands in the player's own history.
  seq bigint not null,
  site_id bigint not null,
  player_id bigint not null,
  option_id int not null,
  order_id bigint not null,
  wallet text not null,
  currency text not null,
  places int not null,
  side text not null,
  qty int not null,
  price numeric(38, 8) not null,
  cause text not null,
  after_gap boolean not null,
  tick_ms bigint not null,
  tick_seq bigint not null,
  tick_last numeric(38, 8) not null,
  tick_bid numeric(38, 8) not null,
  tick_ask numeric(38, 8) not null,
  trade_day int not null,
  tick_size numeric(38, 8) not null,
  multiplier numeric(38, 8) not null,
  rate numeric(38, 8) not null,
  closed_qty int not null,
  closed_sum numeric,
  closed_over numeric,
  closed_position_id bigint,
  opened_qty int not null,
  pnl numeric(38, 8) not null,
  commission numeric(38, 8) not null,
  at_ms bigint not null,
  constraint a_fill_is_what_it_closes_and_opens check (qty > 0 and qty = closed_qty + opened_qty),
  constraint what_closes_was_open check ((closed_qty > 0) = (closed_position_id is not null)),
  constraint only_what_closes_brings_something check (closed_qty > 0 or pnl = 0),
  constraint a_commission_is_never_paid_out check (commission >= 0)
);

create index oversea_fill_of_player on oversea_fill (player_id, id);
create index oversea_fill_of_player_by_day on oversea_fill (player_id, trade_day, option_id);
create index oversea_fill_by_time on oversea_fill (at_ms);

-- From here on the room's own tables, which the journal does not know.

-- What a site changed; everything else is the default of the rules.
create table oversea_setting (
  site_id bigint not null references site (id),
  option_id int not null,
  entry_margin numeric(38, 8),
  overnight_margin numeric(38, 8),
  commission numeric(38, 8),
  contracts_most int,
  player_contracts_most int,
  loss_cut_rate numeric(38, 8),
  mode text,
  changed_by bigint not null,
  changed_at timestamptz not null,
  primary key (site_id, option_id),
  constraint margins_are_above_zero check (entry_margin > 0 and overnight_margin > 0),
  constraint a_loss_is_cut_before_the_margin_is_gone check (loss_cut_rate >= 0 and loss_cut_rate < 1),
  constraint a_mode_is_known check (mode in ('NORMAL', 'REDUCE_ONLY', 'STOPPED'))
);

-- Instruments that staff closed, with the reason that the players read.
create table oversea_closing (
  id bigint generated always as identity primary key,
  site_id bigint not null references site (id),
  option_id int not null,
  reason text not null,
  since_ms bigint not null,
  until_ms bigint,
  closed_by bigint not null,
  reopened_by bigint,
  constraint a_closing_ends_after_it_began check (until_ms >= since_ms)
);

create unique index an_instrument_is_closed_once on oversea_closing (site_id, option_id) where until_ms is null;

-- Rates by business day, each in force from 09:00 in Korea until the next one. One that was in force is never changed.
create table day_rate (
  site_id bigint not null references site (id),
  base text not null,
  counter text not null,
  since_ms bigint not null,
  rate numeric(38, 8) not null,
  entered_by bigint not null,
  entered_at timestamptz not null,
  primary key (site_id, base, counter, since_ms),
  constraint a_rate_is_above_zero check (rate > 0)
);
