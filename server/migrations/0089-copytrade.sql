-- Copy trading. All of these tables are the shadow's: they can be written again from the journal.

-- Members whom others copy, with their settings of now. A deleted one stays: staff approved each of them.
create table copy_trader (
  player_id bigint primary key,
  shard int not null,
  site_id bigint not null,
  status text not null,
  is_accepting boolean not null,
  quota int not null,
  rate numeric(38, 8) not null,
  pairs int[] not null,
  -- Since when it has this status.
  since_ms bigint not null,
  -- The Korean day, in days since 1970.
  deleted_on int,
  -- The number of the newest lead; 0 before the first.
  last_lead bigint not null,
  constraint a_trader_has_a_known_status check (status in ('ACTIVE', 'OFF', 'DELETED')),
  constraint a_deleted_trader_says_when check ((status = 'DELETED') = (deleted_on is not null))
);

create index copy_trader_of_site on copy_trader (site_id, player_id);

-- With room left in its page a row is changed in place: each copy changes the row of its follow.
create table copy_follow (
  -- The number of the event that began it.
  id bigint primary key,
  shard int not null,
  site_id bigint not null,
  follower_id bigint not null,
  trader_id bigint not null,
  state text not null,
  pairs int[] not null,
  multiply_per int not null,
  is_paused boolean not null,
  max_bet numeric(38, 8) not null,
  one_max_bet numeric(38, 8) not null,
  max_leverage int,
  loss_limit numeric(38, 8),
  entry_guard numeric(38, 8),
  exit_guard numeric(38, 8) not null,
  rate numeric(38, 8) not null,
  -- Realised by closed copies after fees and funding, and what of it the trader was paid.
  total numeric(38, 8) not null,
  shared numeric(38, 8) not null,
  -- The last lead that was copied or missed.
  handled bigint not null,
  copied int not null,
  -- Without closes for which there was no copy.
  missed int not null,
  -- Margin in open copies, since when, and its sum over the time in which there was any.
  used numeric(38, 8) not null,
  used_since_ms bigint not null,
  used_sum numeric not null,
  used_ms bigint not null,
  started_ms bigint not null,
  detached_ms bigint,
  ended_ms bigint,
  ended_by text,
  waived numeric(38, 8),
  constraint a_follow_has_a_known_state check (state in ('ACTIVE', 'DETACHED', 'ENDED')),
  constraint a_follow_has_two_players check (follower_id <> trader_id),
  constraint a_follow_that_ended_says_when check (
    (state = 'ENDED') = (ended_ms is not null)
    and (ended_ms is null) = (ended_by is null)
    and (ended_ms is null) = (waived is null)
  ),
  constraint an_ended_follow_has_no_copies check (state <> 'ENDED' or used = 0),
  constraint a_share_is_not_taken_back check (shared >= 0 and waived >= 0)
) with (fillfactor = 60);

create unique index a_follower_has_one_trader on copy_follow (follower_id) where ended_ms is null;
create index copy_follow_that_runs on copy_follow (shard, id) where ended_ms is null;
create index copy_follow_of_follower on copy_follow (follower_id, id);
create index copy_follow_of_trader on copy_follow (trader_id, id);
create index copy_follow_that_ended on copy_follow (ended_ms) where ended_ms is not null;

-- Copies that are open: positions of followers that leads opened.
create table copy_open (
  follow_id bigint not null,
  option_id int not null,
  position_id bigint not null,
  trader_position_id bigint not null,
  -- The part of the position that is copied.
  qty numeric(38, 8) not null,
  margin numeric(38, 8) not null,
  opened_ms bigint not null,
  -- Of all leads that opened it: quantities, and the sum of quantity times the trader's price in units of 1e-16.
  lead_qty numeric(38, 8) not null,
  lead_sum numeric not null,
  primary key (follow_id, option_id),
  constraint an_open_copy_has_a_size check (qty > 0 and lead_qty > 0 and margin >= 0)
) with (fillfactor = 70);

create index copy_open_of_trader_position on copy_open (trader_position_id);

-- Each part of a trader's fill that follows copied or missed, or still wait for.
create table copy_lead (
  -- The event's number times 1024, and the place in it.
  id bigint primary key,
  shard int not null,
  site_id bigint not null,
  trader_id bigint not null,
  event_id bigint not null,
  kind text not null,
  option_id int not null,
  side text not null,
  price numeric(38, 8) not null,
  leverage int not null,
  margin_type text not null,
  margin numeric(38, 8) not null,
  closed_qty numeric(38, 8) not null,
  of_qty numeric(38, 8) not null,
  position_id bigint not null,
  at_ms bigint not null,
  -- By how many, and the sum of how much worse than the trader's price they were filled.
  copied int not null,
  missed int not null,
  slippage numeric(38, 8) not null,
  constraint a_lead_opens_or_closes check (
    kind = 'OPEN' and closed_qty = 0 and of_qty = 0 or kind = 'CLOSE' and closed_qty > 0 and of_qty >= closed_qty
  )
) with (fillfactor = 70);

create index copy_lead_of_trader on copy_lead (trader_id, id);
create index copy_lead_of_position on copy_lead (position_id, id);
create index copy_lead_by_time on copy_lead (at_ms);

-- Why leads were missed, by how many.
create table copy_miss (
  lead_id bigint not null,
  reason text not null,
  site_id bigint not null,
  trader_id bigint not null,
  misses int not null,
  -- Of the first of them.
  at_ms bigint not null,
  primary key (lead_id, reason)
);

create index copy_miss_by_time on copy_miss (at_ms);

-- A lead that a follow copied or missed, or a copy that was closed otherwise. A close for which there was no copy has none.
create table copy_record (
  -- The event's number times 32, and the place of the fill in it.
  id bigint primary key,
  -- Where the event stands in the follower's own history.
  seq bigint not null,
  site_id bigint not null,
  follow_id bigint not null,
  follower_id bigint not null,
  trader_id bigint not null,
  kind text not null,
  -- MIRROR, OWN and LOSS_LIMIT, or how the fill of coin futures came about.
  cause text not null,
  -- Absent where no lead made it.
  lead_id bigint,
  lead_price numeric(38, 8),
  lead_ms bigint,
  option_id int not null,
  -- Of the position.
  side text not null,
  -- Null where it was missed, as everything that a fill has.
  position_id bigint,
  qty numeric(38, 8),
  price numeric(38, 8),
  slippage numeric(38, 8),
  fee numeric(38, 8),
  net numeric(38, 8),
  -- Of an OPEN, what opening it took without the fee.
  margin numeric(38, 8),
  -- Why it was missed, and the figures of the reason.
  reason text,
  found numeric(38, 8),
  allowed numeric(38, 8),
  detail text,
  -- What the size was decided with, as JSON.
  sizing text,
  at_ms bigint not null,
  constraint a_lead_is_copied_or_missed check (
    (reason is null) = (qty is not null)
    and (qty is null) = (price is null)
    and (qty is null) = (fee is null)
    and (qty is null) = (net is null)
    and (qty is null) = (position_id is null)
  ),
  constraint what_was_mirrored_has_its_lead check ((cause = 'MIRROR') = (lead_id is not null)),
  constraint a_lead_comes_with_its_price check (
    (lead_id is null) = (lead_price is null) and (lead_id is null) = (lead_ms is null)
  )
);

create index copy_record_of_follower on copy_record (follower_id, id);
create index copy_record_of_trader on copy_record (trader_id, id);
create index copy_record_that_was_missed on copy_record (site_id, id) where reason is not null;

-- What traders were paid of the profit of their followers, also where the end of a follow left nothing to pay but waived
-- some.
create table copy_share (
  -- The number of its event.
  id bigint primary key,
  site_id bigint not null,
  follow_id bigint not null,
  follower_id bigint not null,
  trader_id bigint not null,
  -- DAILY, or at the END of the follow.
  kind text not null,
  share numeric(38, 8) not null,
  -- Of the follow at that time.
  total numeric(38, 8) not null,
  shared numeric(38, 8) not null,
  waived numeric(38, 8) not null,
  at_ms bigint not null,
  constraint a_share_moves_or_waives_something check (share >= 0 and waived >= 0 and (share > 0 or waived > 0))
);

create index copy_share_of_trader on copy_share (trader_id, id);
create index copy_share_of_follower on copy_share (follower_id, id);

-- Sums of a trader by Korean day: of the own trades, and of what followers copied.
create table copy_day (
  trader_id bigint not null,
  -- Days counted from 1970-01-01 by Korea's calendar.
  day int not null,
  site_id bigint not null,
  -- What the wallet held before the first trade of the day; null before it.
  cash numeric(38, 8),
  -- Fills that closed something, those of them above zero, and what they brought after fees and funding.
  closed int not null,
  wins int not null,
  net numeric(38, 8) not null,
  gains numeric(38, 8) not null,
  held_ms bigint not null,
  -- Value and margin of what was opened.
  opened_value numeric(38, 8) not null,
  opened_margin numeric(38, 8) not null,
  liquidated_ms bigint,
  copied int not null,
  missed int not null,
  -- Of copies: what they brought before the share, the margin they opened with, and what the trader was paid.
  copy_net numeric(38, 8) not null,
  copy_margin numeric(38, 8) not null,
  shared numeric(38, 8) not null,
  -- Of mirrored copies: their value at the trader's price, and what was lost to worse prices.
  copy_value numeric(38, 8) not null,
  copy_slipped numeric(38, 8) not null,
  updated_ms bigint not null,
  primary key (trader_id, day)
) with (fillfactor = 70);

create index copy_day_by_age on copy_day (day);

-- Sums of a follow by Korean day.
create table copy_follow_day (
  follow_id bigint not null,
  day int not null,
  net numeric(38, 8) not null,
  -- Of what was closed: of both ends.
  fees numeric(38, 8) not null,
  funding numeric(38, 8) not null,
  shared numeric(38, 8) not null,
  -- Of mirrored copies, by end: their value at the trader's price, and what was lost to worse prices.
  entry_value numeric(38, 8) not null,
  entry_slipped numeric(38, 8) not null,
  exit_value numeric(38, 8) not null,
  exit_slipped numeric(38, 8) not null,
  primary key (follow_id, day)
) with (fillfactor = 70);

create index copy_follow_day_by_age on copy_follow_day (day);
