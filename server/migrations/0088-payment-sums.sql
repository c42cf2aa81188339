-- What each payment of a round moved altogether, by currency and leg: the explorer of a site lists it as a few lines,
-- whatever the number of players paid. A payment writes a row for each of its players' histories, and at most eight here.
-- Written from the journal with the transfers, and deleted with them when they are archived. It begins with the version
-- that has it.
create table payment_sum (
  event_id bigint not null,
  leg int not null,
  site_id bigint not null,
  round_id bigint not null,
  currency text not null,
  from_kind text not null,
  to_kind text not null,
  reason text not null,
  amount numeric(38, 8) not null,
  moves int not null,
  at timestamptz not null,
  primary key (event_id, leg),
  constraint a_payment_sum_moves_something check (amount > 0 and moves > 0)
);

create index payment_sum_of_round on payment_sum (site_id, round_id, event_id);

-- Lists of rounds go back by close and number: with both in the index they end after as many rows as they list.
drop index bet_round_by_close;
drop index bet_round_of_option;
create index bet_round_by_close on bet_round (site_id, close_ms, round_id);
create index bet_round_of_option on bet_round (site_id, option_id, close_ms, round_id);
