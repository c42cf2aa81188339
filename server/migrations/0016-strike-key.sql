-- The second first: whatever the planner believes about the size of a round, a bet is joined with the one row of its
-- second, and never with all rows of its round.
alter table round_strike
  drop constraint round_strike_pkey,
  add primary key (second, round_id, site_id);
