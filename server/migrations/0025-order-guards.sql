-- The limits that members set for their own orders. They are settings of an account and no part of the journal: nothing
-- in the book follows from them, an order carries them to the desk.
create table order_guard (
  player_id bigint primary key,
  once integer not null,
  ticks integer not null,
  total integer not null,
  outside text not null,
  changed_ms bigint not null,
  constraint limits_are_at_least_one check (once >= 1 and ticks >= 1 and total >= 1),
  constraint outside_is_refused_or_asked check (outside in ('REFUSE', 'ASK'))
);
