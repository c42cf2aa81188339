-- What a provider is to pay out: written before the provider is asked, and asked under the number of the request, so
-- that a lost answer cannot pay twice.
create table payout_order (
  -- The row of the history.
  id bigint primary key,
  site_id bigint not null references site (id),
  player_id bigint not null,
  state text not null,
  external_id text,
  created_ms bigint not null,
  paid_ms bigint,
  tries int not null default 0,
  constraint a_payout_is_ready_sent_or_paid check (state in ('READY', 'SENT', 'PAID')),
  constraint a_paid_order_says_when check ((state = 'PAID') = (paid_ms is not null))
);

create index payout_order_under_way on payout_order (id) where state <> 'PAID';

-- The transfers of the stand-in: one for each key, however often it is asked.
create table practice_payout (
  key bigint primary key,
  external_id text not null,
  channel text not null,
  currency text not null,
  amount numeric(38, 8) not null,
  account text not null,
  at_ms bigint not null
);
