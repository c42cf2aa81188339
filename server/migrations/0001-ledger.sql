-- The journal and its shadow. The journal is the truth; every other table here can be written again from it.

-- Who may write a shard's journal. Raising the epoch takes the shard over; a row of an older epoch is then refused.
-- The lease only says when to try: safety comes from the epoch and from the journal's key.
create table shard (
  shard int primary key,
  epoch bigint not null default 0,
  lease_until timestamptz not null default now()
);

-- One durable record per batch. The key is the fence: a repeated batch or a second owner cannot be written.
create table journal (
  shard int not null references shard (shard),
  batch bigint not null,
  epoch bigint not null,
  hash text not null,
  body text not null,
  primary key (shard, batch)
) with (toast_tuple_target = 8160);

-- Events repeat each other's words. Packed with lz4 a batch fits its row, and appending costs a third of the usual way.
do $$ begin alter table journal alter column body set compression lz4; exception when feature_not_supported then null; end $$;

-- How far the tables below have followed the journal, written in the same transaction as they are.
create table shadow_mark (
  shard int primary key,
  batch bigint not null,
  hash text not null,
  event_id bigint not null,
  at_ms bigint not null
);

create table account (
  player_id bigint primary key,
  shard int not null,
  site_id bigint not null,
  role text not null,
  blocked boolean not null,
  session_version bigint not null,
  seq bigint not null
);

create table wallet (
  player_id bigint not null references account (player_id),
  type text not null,
  currency text not null,
  places int not null,
  run int not null,
  primary key (player_id, type)
);

create table purse (
  id text primary key,
  shard int not null,
  site_id bigint not null,
  owner_id bigint,
  currency text not null,
  balance numeric(38, 8) not null,
  constraint only_the_house_may_owe check (balance >= 0 or owner_id is null),
  constraint the_house_has_no_owner check ((owner_id is null) = (id like 'house:%')),
  unique (id, currency, site_id)
);

create index purse_of_owner on purse (owner_id) where owner_id is not null;

-- Both legs in one row: an unbalanced, cross-currency or cross-site movement cannot be written.
create table transfer (
  event_id bigint not null,
  leg int not null,
  site_id bigint not null,
  currency text not null,
  from_id text not null,
  to_id text not null,
  amount numeric(38, 8) not null,
  reason text not null,
  at timestamptz not null,
  primary key (event_id, leg),
  constraint a_transfer_moves_something check (amount > 0),
  constraint a_transfer_has_two_ends check (from_id <> to_id),
  constraint money_leaves_a_purse_of_its_currency
    foreign key (from_id, currency, site_id) references purse (id, currency, site_id),
  constraint money_enters_a_purse_of_its_currency
    foreign key (to_id, currency, site_id) references purse (id, currency, site_id)
);

-- Statements are asked for by player; the house's side would be half of every index.
create index transfer_from on transfer (from_id, event_id) where from_id not like 'house:%';
create index transfer_to on transfer (to_id, event_id) where to_id not like 'house:%';

create table hold (
  id bigint primary key,
  player_id bigint not null references account (player_id),
  wallet text not null,
  amount numeric(38, 8) not null check (amount > 0),
  purpose text not null,
  released_by bigint
);

create index open_hold on hold (player_id) where released_by is null;

-- A player's own history, numbered without a gap: what a client that was away asks for since its last number.
create table account_event (
  player_id bigint not null,
  seq bigint not null,
  event_id bigint not null,
  kind text not null,
  at timestamptz not null,
  body text not null,
  primary key (player_id, seq)
);

-- First answers to idempotency keys, as the book keeps them; the answer itself is the event in the player's history.
create table kept_answer (
  player_id bigint not null,
  key text not null,
  print text not null,
  event_id bigint not null,
  seq bigint not null,
  at timestamptz not null,
  primary key (player_id, key)
);

create index kept_answer_by_age on kept_answer (player_id, event_id)
