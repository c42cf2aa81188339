-- The cashier. All of these tables are the shadow's: they can be written again from the journal. Their rows are kept: an
-- account of a tax year reads them, and a member makes few of them.

-- One row for each line of the history of deposits and withdrawals. An event may make two of them.
create table cashier_row (
  -- The event's number times 2, and the place in it.
  id bigint primary key,
  shard int not null,
  site_id bigint not null,
  player_id bigint not null,
  -- D, W, WB, WS, TI, TO, CI, CO, E, C, B, PB or PM.
  type text not null,
  -- 0 requested, 1 done, 2 rejected, 3 cancelled, 4 processing.
  status smallint not null,
  wallet text not null,
  currency text not null,
  amount numeric(38, 8) not null,
  fee numeric(38, 8) not null,
  -- What it moved of the free money; 0 where it ended without money.
  change numeric(38, 8) not null,
  channel text not null,
  -- The other wallet of a conversion or transfer, and the other member.
  counterpart_wallet text,
  counterpart_id bigint,
  payout_id bigint,
  won numeric(38, 8),
  rate_numerator numeric(38, 8),
  rate_denominator numeric(38, 8),
  rate_ms bigint,
  rate_source text,
  spread numeric(38, 8),
  turnover numeric(38, 8),
  reason text,
  -- Of a row E: the row that it undoes.
  undoes bigint,
  -- Who asked for a grant or deduction, who had a request in hand, who approved first, and who decided.
  asked_by bigint,
  taken_by bigint,
  confirmed_by bigint,
  decided_by bigint,
  provider text,
  external_id text,
  created_ms bigint not null,
  pay_until_ms bigint,
  taken_ms bigint,
  paid_ms bigint,
  disputed_ms bigint,
  confirmed_ms bigint,
  ended_ms bigint,
  is_expired boolean not null,
  constraint a_row_moves_something check (amount > 0 and fee >= 0),
  constraint a_status_is_known check (status between 0 and 4),
  constraint a_row_that_ended_says_when check ((status in (0, 4)) = (ended_ms is null)),
  constraint a_rate_is_a_fraction check (
    (rate_numerator is null) = (rate_denominator is null) and (rate_numerator is null) = (rate_ms is null)
  )
);

create unique index one_open_request_of_a_type on cashier_row (player_id, type) where status in (0, 4);
create index cashier_row_that_is_open on cashier_row (shard, id) where status in (0, 4);
create index cashier_row_in_the_queue on cashier_row (site_id, id) where status in (0, 4);
create index cashier_row_of_player on cashier_row (player_id, id);
create index cashier_row_of_site on cashier_row (site_id, id);
create index cashier_row_by_end on cashier_row (site_id, type, ended_ms);

create table cashier_coupon (
  -- The number of the event that issued it.
  id bigint primary key,
  shard int not null,
  site_id bigint not null,
  -- The hash of the code.
  coupon text not null,
  wallets text[] not null,
  currency text not null,
  amount numeric(38, 8) not null,
  uses int not null,
  turnover numeric(38, 8) not null,
  from_ms bigint not null,
  until_ms bigint not null,
  asked_by bigint not null,
  approved_by bigint not null,
  issued_ms bigint not null,
  ended_by bigint,
  ended_ms bigint,
  constraint a_coupon_gives_something check (amount > 0 and uses > 0),
  constraint a_coupon_is_issued_by_two check (asked_by <> approved_by)
);

create unique index a_code_is_live_once on cashier_coupon (site_id, coupon) where ended_ms is null;
create index cashier_coupon_of_site on cashier_coupon (site_id, id);

create table cashier_coupon_use (
  -- The number of the event.
  id bigint primary key,
  coupon_id bigint not null,
  player_id bigint not null,
  at_ms bigint not null
);

create unique index a_coupon_is_used_once_by_each on cashier_coupon_use (coupon_id, player_id);

create table cashier_bonus (
  -- The number of the event that gave it.
  id bigint primary key,
  shard int not null,
  site_id bigint not null,
  player_id bigint not null,
  wallet text not null,
  amount numeric(38, 8) not null,
  turnover numeric(38, 8) not null,
  locked numeric(38, 8) not null,
  turnover_left numeric(38, 8) not null,
  given_ms bigint not null,
  ended_ms bigint,
  constraint a_bonus_locks_no_more_than_it_gave check (locked between 0 and amount),
  constraint a_turnover_is_counted_down check (turnover_left between 0 and turnover)
);

create index cashier_bonus_that_waits on cashier_bonus (shard, id) where ended_ms is null;
create index cashier_bonus_of_player on cashier_bonus (player_id, id);
