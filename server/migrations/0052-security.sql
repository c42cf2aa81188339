-- How members prove who they are beside the password, and what protects their withdrawals. All of it is bounded by the
-- number of members: one row each, ten recovery codes, ten passkeys.

alter table refresh_family
  add column device_name text not null default '',
  add column is_new_device boolean not null default false;

alter table sign_in_audit
  add column device_name text not null default '',
  add column method text not null default 'PASSWORD';

create table second_factor (
  player_id bigint primary key,
  site_id bigint not null,
  -- Sealed with a key of the installation.
  secret text not null,
  begun_ms bigint not null,
  -- Null until a first code has confirmed it.
  enabled_ms bigint,
  -- The newest step of thirty seconds whose code was used, and for which request: a code serves once.
  last_step bigint not null default 0,
  last_use text,
  codes_made_ms bigint,
  -- Wrong codes of those who are signed in, and of devices that are not known.
  confirm_failures int not null default 0,
  confirm_since_ms bigint not null default 0,
  stranger_failures int not null default 0,
  stranger_since_ms bigint not null default 0,
  constraint a_second_factor_belongs_to_a_player foreign key (site_id, player_id) references player (site_id, id)
);

create table recovery_code (
  player_id bigint not null references second_factor (player_id) on delete cascade,
  -- A keyed hash: the code itself is known to the member alone.
  code text not null,
  used_ms bigint,
  primary key (player_id, code)
);

create table passkey (
  id text primary key,
  site_id bigint not null,
  player_id bigint not null,
  public_key text not null,
  counter bigint not null,
  -- The host that it was made for.
  relying_party text not null,
  name text not null,
  created_ms bigint not null,
  used_ms bigint,
  constraint a_passkey_belongs_to_a_player foreign key (site_id, player_id) references player (site_id, id)
);

create index passkey_of_player on passkey (player_id, created_ms);

-- A member who has changed nothing has no row.
create table player_security (
  player_id bigint primary key,
  site_id bigint not null,
  new_device_letters boolean not null default true,
  -- Hours that withdrawals wait after a change; null for the site's own time.
  wait_hours int,
  next_hours int,
  next_from_ms bigint,
  -- The last change of each kind.
  second_factor_ms bigint,
  passkey_ms bigint,
  recovery_code_ms bigint,
  phone_ms bigint,
  locked_ms bigint,
  constraint settings_belong_to_a_player foreign key (site_id, player_id) references player (site_id, id),
  constraint a_next_time_begins_some_day check ((next_hours is null) = (next_from_ms is null))
);
