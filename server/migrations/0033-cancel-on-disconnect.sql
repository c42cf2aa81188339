-- Members who want their orders of coin futures cancelled when their last connection is lost. A setting of an account and
-- no part of the journal: nothing in the book follows from it.
create table futures_disconnect (
  player_id bigint primary key,
  site_id bigint not null,
  is_active boolean not null,
  seconds integer not null,
  changed_ms bigint not null,
  constraint a_countdown_takes_seconds_or_minutes check (seconds between 5 and 300)
);

create index futures_disconnect_that_is_active on futures_disconnect (player_id) where is_active;
