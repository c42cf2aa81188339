-- Coin futures. All of these tables are the shadow's: they can be written again from the journal.

-- Orders that rested, exits of positions included. What filled at once has only its fill.
create table futures_order (
  -- The event's number times 32, and the place in it.
  id bigint primary key,
  shard int not null,
  site_id bigint not null,
  player_id bigint not null,
  option_id int not null,
  wallet text not null,
  side text not null,
  type text not null,
  -- WAITING for its trigger or OPEN at its limit: as it rests, or as it did when it ended.
  state text not null,
  -- Null: the whole position, whatever its size is then.
  qty numeric(38, 8),
  price numeric(38, 8),
  trigger_price numeric(38, 8),
  trigger_by text not null,
  fires text not null,
  reduce_only boolean not null,
  post_only boolean not null,
  is_unpriced boolean not null,
  leverage int not null,
  margin_type text not null,
  cost numeric(38, 8) not null,
  -- The position that an exit belongs to.
  position_id bigint,
  -- The exits that its fill gives to the position.
  tp_price numeric(38, 8),
  tp_by text,
  sl_price numeric(38, 8),
  sl_by text,
  -- Of a trailing stop. The furthest price is absent until it follows.
  callback_rate numeric(38, 8),
  activation_price numeric(38, 8),
  extreme_price numeric(38, 8),
  extreme_ms bigint,
  extreme_seq bigint,
  placed_ms bigint not null,
  -- FILLED or CANCELED; null while it rests.
  ended_as text,
  cancel_reason text,
  ended_event bigint,
  ended_ms bigint,
  constraint an_order_asks_for_something check (qty > 0),
  constraint only_an_exit_closes_all_of_a_position check (qty is not null or position_id is not null),
  constraint an_order_waits_for_its_trigger_or_rests_at_its_limit check (
    state = 'WAITING' and (trigger_price is not null or callback_rate is not null)
    or state = 'OPEN' and price is not null
  ),
  constraint an_order_holds_back_nothing_less_than_nothing check (cost >= 0),
  constraint an_exit_says_which_price_it_watches check (
    (tp_price is null) = (tp_by is null) and (sl_price is null) = (sl_by is null)
  ),
  constraint only_a_trailing_stop_follows check (
    (type = 'TRAILINGSTOP') = (callback_rate is not null)
    and (callback_rate is not null or activation_price is null and extreme_price is null)
  ),
  constraint a_furthest_price_has_its_tick check (
    (extreme_price is null) = (extreme_ms is null) and (extreme_price is null) = (extreme_seq is null)
  ),
  constraint an_order_ends_filled_or_cancelled check (ended_as in ('FILLED', 'CANCELED')),
  constraint an_order_that_ended_says_when check (
    (ended_as is null) = (ended_event is null) and (ended_as is null) = (ended_ms is null)
  ),
  constraint a_cancelled_order_has_its_reason check (
    (ended_as is not distinct from 'CANCELED') = (cancel_reason is not null)
  )
);

create index futures_order_that_rests on futures_order (shard, id) where ended_as is null;
create index futures_order_of_player on futures_order (player_id, id);

-- Funding changes every position of an instrument. With room left in its page a row is changed in place, and none of the
-- indexes has to be written again.
create table futures_position (
  -- The number of the event that opened it.
  id bigint primary key,
  shard int not null,
  site_id bigint not null,
  player_id bigint not null,
  option_id int not null,
  wallet text not null,
  side text not null,
  -- 0 once it is closed, as everything that belongs to what is open; the rest of the row stays as it was before.
  qty numeric(38, 8) not null,
  -- The exact mean as a fraction of whole units of 1e-8.
  entry_sum numeric not null,
  entry_over numeric not null,
  leverage int not null,
  margin_type text not null,
  margin numeric(38, 8) not null,
  -- Accrued and not posted yet; below zero when the player owes it.
  funding numeric(38, 8) not null,
  entry_fee numeric(38, 8) not null,
  opened_ms bigint not null,
  warned_ms bigint,
  closed_event bigint,
  closed_ms bigint,
  constraint a_position_is_open_or_says_when_it_closed check (
    qty >= 0 and (qty > 0) = (closed_event is null) and (qty > 0) = (closed_ms is null)
  ),
  constraint a_mean_is_over_something check (entry_over > 0),
  constraint a_position_has_a_leverage check (leverage > 0),
  constraint only_isolated_positions_have_a_margin check (
    margin >= 0 and (margin_type = 'ISOLATED' or margin_type = 'CROSS' and margin = 0)
  ),
  constraint a_closed_position_has_nothing_left check (
    closed_event is null or margin = 0 and funding = 0 and entry_fee = 0
  )
) with (fillfactor = 50);

create unique index one_net_futures_position_per_player_and_instrument
  on futures_position (player_id, option_id) where closed_event is null;
create index futures_position_that_is_open on futures_position (shard, id) where closed_event is null;
create index futures_position_that_is_funded on futures_position (shard, site_id, option_id)
  where closed_event is null;
create index futures_position_of_player on futures_position (player_id, option_id, id);

-- A fill closes or opens. An order that reverses a position has two of them.
create table futures_fill (
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
  contract text not null,
  side text not null,
  qty numeric(38, 8) not null,
  price numeric(38, 8) not null,
  cause text not null,
  after_gap boolean not null,
  tick_ms bigint not null,
  tick_seq bigint not null,
  tick_last numeric(38, 8) not null,
  tick_bid numeric(38, 8) not null,
  tick_ask numeric(38, 8) not null,
  tick_mark numeric(38, 8) not null,
  leverage int not null,
  margin_type text not null,
  fee_rate numeric(38, 8) not null,
  closed_qty numeric(38, 8) not null,
  opened_qty numeric(38, 8) not null,
  -- The position that it opened, enlarged, reduced or closed, and how much of it is open afterwards.
  position_id bigint not null,
  position_qty numeric(38, 8) not null,
  -- When that position was opened; null where this opened it.
  opened_ms bigint,
  -- The exact mean at which the closed part was opened.
  closed_sum numeric,
  closed_over numeric,
  pnl numeric(38, 8) not null,
  funding numeric(38, 8) not null,
  fee numeric(38, 8) not null,
  liquidation_fee numeric(38, 8) not null,
  -- Of the closed part: what opening it had cost, and what closing it did.
  entry_fee numeric(38, 8) not null,
  exit_fee numeric(38, 8) not null,
  released numeric(38, 8) not null,
  margin numeric(38, 8) not null,
  insured numeric(38, 8) not null,
  net numeric(38, 8) not null,
  at_ms bigint not null,
  constraint a_fill_closes_or_opens check (
    qty > 0 and (closed_qty = qty and opened_qty = 0 or opened_qty = qty and closed_qty = 0)
  ),
  constraint what_opens_is_open_afterwards check (position_qty >= opened_qty),
  constraint what_closes_was_open check (
    (closed_qty > 0) = (closed_sum is not null)
    and (closed_qty > 0) = (closed_over is not null)
    and (closed_qty = 0 or opened_ms is not null)
  ),
  constraint only_what_closes_brings_something check (
    closed_qty > 0
    or pnl = 0 and funding = 0 and liquidation_fee = 0 and entry_fee = 0 and exit_fee = 0 and released = 0 and insured = 0
  ),
  constraint a_fee_is_never_paid_out check (fee >= 0 and liquidation_fee >= 0 and entry_fee >= 0 and exit_fee >= 0),
  constraint a_net_profit_is_what_its_parts_leave check (
    net = pnl + funding - entry_fee - exit_fee - liquidation_fee + insured
  )
);

create index futures_fill_of_player on futures_fill (player_id, at_ms, id);
create index futures_fill_of_position on futures_fill (position_id, id);
create index futures_fill_by_time on futures_fill (at_ms);

-- The sums of fills that have left the tables, by Korean day: days counted from 1970-01-01 by Korea's calendar.
create table futures_day (
  player_id bigint not null,
  site_id bigint not null,
  day int not null,
  option_id int not null,
  wallet text not null,
  currency text not null,
  trades bigint not null,
  wins bigint not null,
  liquidations bigint not null,
  gross numeric(38, 8) not null,
  funding numeric(38, 8) not null,
  fees numeric(38, 8) not null,
  net numeric(38, 8) not null,
  primary key (player_id, day, option_id, wallet, currency, site_id)
);

create index futures_day_by_age on futures_day (day);

-- What everybody with a position in the instrument paid or received per unit of value. What it was of a player follows
-- from the position and its fills: there is no row for each payment.
create table futures_funding (
  -- The number of its event: it reached whatever was open then.
  id bigint primary key,
  shard int not null,
  site_id bigint not null,
  option_id int not null,
  contract text not null,
  due_ms bigint not null,
  rate numeric(38, 8) not null,
  mark numeric(38, 8) not null,
  at_ms bigint not null,
  constraint funding_is_not_paid_before_it_is_due check (due_ms <= at_ms),
  constraint funding_without_a_price_is_nothing check (mark > 0 or rate = 0)
);

create unique index each_time_is_funded_once on futures_funding (shard, site_id, option_id, due_ms);
create index futures_funding_of_site on futures_funding (site_id, due_ms, id);
create index futures_funding_by_time on futures_funding (at_ms);

-- The last time for which each instrument was funded. It stays when the rows above have left.
create table futures_funded (
  shard int not null,
  site_id bigint not null,
  option_id int not null,
  due_ms bigint not null,
  primary key (shard, site_id, option_id)
);

-- With what a player trades an instrument, once it was set.
create table futures_leverage (
  player_id bigint not null,
  option_id int not null,
  site_id bigint not null,
  leverage int not null,
  margin_type text not null,
  event_id bigint not null,
  primary key (player_id, option_id),
  constraint a_player_trades_with_a_leverage check (leverage > 0),
  constraint a_margin_type_is_known check (margin_type in ('CROSS', 'ISOLATED'))
);

-- One row for each position that a warning named.
create table futures_warning (
  -- The event's number times 32, and the place in it.
  id bigint primary key,
  site_id bigint not null,
  player_id bigint not null,
  option_id int not null,
  wallet text not null,
  margin_type text not null,
  position_id bigint not null,
  tick_ms bigint not null,
  tick_seq bigint not null,
  mark numeric(38, 8) not null,
  ratio numeric(38, 8) not null,
  balance numeric(38, 8) not null,
  maintenance numeric(38, 8) not null,
  at_ms bigint not null
);

create index futures_warning_of_position on futures_warning (position_id, id);
create index futures_warning_by_time on futures_warning (at_ms);

-- What the platform judged when it closed: the fills of the same event say how.
create table futures_liquidation (
  -- The number of its event.
  id bigint primary key,
  seq bigint not null,
  site_id bigint not null,
  player_id bigint not null,
  wallet text not null,
  margin_type text not null,
  cash numeric(38, 8) not null,
  pnl numeric(38, 8) not null,
  funding numeric(38, 8) not null,
  balance numeric(38, 8) not null,
  maintenance numeric(38, 8) not null,
  -- The tick of each instrument that was judged, as JSON.
  marks text not null,
  cancelled_orders int not null,
  top_up numeric(38, 8) not null,
  at_ms bigint not null,
  constraint only_what_is_short_is_liquidated check (balance <= maintenance),
  constraint the_insurance_takes_nothing_from_a_player_who_owes check (top_up >= 0)
);

create index futures_liquidation_of_player on futures_liquidation (player_id, id);
create index futures_liquidation_by_time on futures_liquidation (at_ms);
