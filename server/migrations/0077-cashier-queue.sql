-- Requests that staff have marked as waiting for something. One row for each open request at most; the mark goes with the
-- decision, and the clock deletes marks of requests that ended otherwise.
create table dnw_hold (
  row_id bigint primary key,
  site_id bigint not null references site (id),
  staff_id bigint not null,
  reason text not null,
  at_ms bigint not null,
  constraint a_hold_has_a_reason check (reason <> '')
);

create index dnw_hold_of_site on dnw_hold (site_id, row_id);

-- What the rule for small amounts has approved, so that nobody gets more of it on a Korean day than the site allows, in
-- however many small requests. Deleted after a week.
create table small_approval (
  row_id bigint primary key,
  site_id bigint not null references site (id),
  player_id bigint not null,
  type text not null,
  currency text not null,
  day int not null,
  amount numeric(38, 8) not null,
  constraint a_small_approval_moves_something check (amount > 0),
  constraint a_small_approval_is_a_deposit_or_withdrawal check (type in ('D', 'W'))
);

create index small_approval_of_player on small_approval (player_id, day);
create index small_approval_of_site on small_approval (site_id, day);
create index small_approval_by_day on small_approval (day);

-- What came and went on a day is summed for the figures of staff; only what is done counts.
create index cashier_row_done on cashier_row (site_id, ended_ms) where status = 1;
