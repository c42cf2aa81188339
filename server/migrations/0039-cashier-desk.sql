-- What a site has changed of the terms of deposits and withdrawals; whatever is absent has its default.
alter table site add column money_settings jsonb not null default '{}'::jsonb;

-- Where a player's withdrawals may go. The journal has the number of a row only. A removed one stays, because requests
-- name it.
create table payout_account (
  id bigint generated always as identity primary key,
  site_id bigint not null references site (id),
  player_id bigint not null,
  wallet text not null,
  kind text not null,
  bank_id int,
  account text not null,
  holder text,
  tag text,
  created_ms bigint not null,
  confirmed_ms bigint,
  removed_ms bigint,
  constraint a_payout_goes_to_a_bank_or_a_chain check (kind in ('BANK', 'CHAIN')),
  constraint a_bank_account_names_its_bank check ((kind = 'BANK') = (bank_id is not null))
);

create index payout_account_of_player on payout_account (player_id, wallet, id) where removed_ms is null;

-- The address at which a player receives a coin; many share the address of a coin with tags.
create table coin_address (
  site_id bigint not null references site (id),
  player_id bigint not null,
  coin text not null,
  address text not null,
  tag bigint,
  created_ms bigint not null,
  primary key (player_id, coin)
);

create unique index an_address_belongs_to_one_player on coin_address (coin, address, coalesce(tag, -1));

-- Coins that the network has seen on their way to a player. No money moves before they are confirmed.
create table coin_arrival (
  external_id text primary key,
  site_id bigint not null references site (id),
  player_id bigint not null,
  coin text not null,
  amount numeric(38, 8) not null,
  confirmations int not null,
  status text not null,
  at_ms bigint not null,
  constraint an_arrival_has_an_amount check (amount > 0),
  constraint an_arrival_has_a_known_status check (status in ('SEEN', 'CREDITED', 'RETURNED'))
);

create index coin_arrival_of_player on coin_arrival (player_id, coin, at_ms);

-- A player at a provider: the provider knows a number that tells nothing else.
create table provider_member (
  provider text not null,
  player_id bigint not null,
  site_id bigint not null references site (id),
  member text not null,
  alias text not null,
  created_ms bigint not null,
  primary key (provider, player_id),
  constraint a_member_is_one_player unique (provider, member)
);

-- Every report of a provider whose signature was right, once for ever. It is stored before anything is done about it.
create table provider_callback (
  id bigint generated always as identity primary key,
  provider text not null,
  external_id text not null,
  step text not null,
  body text not null,
  received_ms bigint not null,
  -- DONE, or the code with which it was refused; null while its request is unknown.
  outcome text,
  times int not null default 1,
  constraint a_report_counts_once unique (provider, external_id, step)
);

create index provider_callback_waiting on provider_callback (id) where outcome is null;

-- The conversation of a P2P request: evidence in a dispute.
create table p2p_message (
  id bigint generated always as identity primary key,
  site_id bigint not null references site (id),
  request_id bigint not null,
  player_id bigint not null,
  sender text not null,
  staff_id bigint,
  body text not null,
  at_ms bigint not null,
  constraint a_sender_is_known check (sender in ('PLAYER', 'COUNTERPART', 'STAFF')),
  constraint staff_are_named check ((sender = 'PLAYER') = (staff_id is null))
);

create index p2p_message_of_request on p2p_message (request_id, id);

-- How often a player tried a coupon code on a Korean day.
create table coupon_try (
  player_id bigint not null,
  day int not null,
  tries int not null,
  primary key (player_id, day)
);

create index coupon_try_by_day on coupon_try (day);

-- What staff recognise a coupon by: the code itself is stored nowhere.
create table coupon_hint (
  site_id bigint not null references site (id),
  coupon text not null,
  hint text not null,
  primary key (site_id, coupon)
);
