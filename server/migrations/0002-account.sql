-- Sites, people and their sessions. Money, blocks and session versions are the desk's and are not kept here.

create table site (
  id bigint generated always as identity primary key,
  code text not null,
  name text not null,
  hosts text not null default '',
  stock_prefix text not null default '',
  oversea_prefix text not null default '',
  coin_settings jsonb not null default '{}',
  used_coins text not null,
  deposit_coins text not null default '',
  buy_coins text not null default '',
  binary_currency text not null,
  type text not null,
  money_mode text not null default 'PRACTICE',
  practice_credit jsonb not null default '{}',
  refill_most jsonb not null default '{}',
  language text not null default 'ko',
  app_version text not null default '1.0.0',
  constraint a_site_code_names_one_site unique (code),
  constraint a_site_type_has_six_bits check (type ~ '^[01]{6}$'),
  constraint money_is_practice_or_live check (money_mode in ('PRACTICE', 'LIVE')),
  constraint a_site_speaks_korean_or_english check (language in ('ko', 'en'))
);

create table player (
  id bigint generated always as identity primary key,
  site_id bigint not null references site (id),
  username text not null,
  password_hash text not null,
  name text not null,
  phone text,
  email text,
  nick text not null,
  folded_nick text not null,
  role text not null,
  status text not null default 'ACTIVE',
  partner_id bigint,
  partner_code text,
  bank jsonb,
  address jsonb,
  -- What players may say of themselves. What the house says of them has its own columns.
  etc jsonb not null default '{}',
  block_device text not null default '',
  created_at timestamptz not null,
  password_changed_at timestamptz not null,
  constraint a_username_is_taken_once_per_site unique (site_id, username),
  constraint a_nick_is_taken_once_per_site unique (site_id, folded_nick),
  constraint a_phone_is_taken_once_per_site unique (site_id, phone),
  constraint a_partner_code_is_taken_once_per_site unique (site_id, partner_code),
  constraint a_player_belongs_to_one_site unique (site_id, id),
  constraint a_partner_is_of_the_same_site foreign key (site_id, partner_id) references player (site_id, id),
  constraint nobody_is_their_own_partner check (partner_id <> id),
  constraint only_partners_have_a_code check (partner_code is null or role = 'PARTNER'),
  constraint a_role_is_known check (role in ('PLAYER', 'PARTNER', 'STAFF')),
  constraint a_status_is_known check (status in ('ACTIVE', 'WAITING')),
  constraint only_mobile_devices_are_blocked check (block_device in ('', 'M'))
);

create index player_of_partner on player (partner_id) where partner_id is not null;
create index player_with_blocked_device on player (id) where block_device <> '';

-- Everything that grew out of one sign-in: ended as a whole.
create table refresh_family (
  id text primary key,
  site_id bigint not null,
  player_id bigint not null,
  session_version bigint not null,
  -- A print of the key the device keeps, when it sent one: only that device may then refresh.
  device_key text,
  device_class text not null,
  ip text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_why text,
  constraint a_session_belongs_to_a_player foreign key (site_id, player_id) references player (site_id, id)
);

create index refresh_family_of_player on refresh_family (player_id) where ended_at is null;
create index refresh_family_by_end on refresh_family (ended_at) where ended_at is not null;
create index refresh_family_by_expiry on refresh_family (expires_at);

-- Only a print of a token is kept; the token itself is known to its device alone.
create table refresh_token (
  print text primary key,
  family_id text not null references refresh_family (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by text
);

create unique index a_family_has_one_live_token on refresh_token (family_id) where used_at is null;
create index refresh_token_of_family on refresh_token (family_id);

-- Devices a player has signed in from: guesses of strangers never lock them out.
create table known_device (
  player_id bigint not null references player (id),
  device text not null,
  seen_at timestamptz not null,
  primary key (player_id, device)
);

-- Attempts since the window began, per name and per known device of it ('' for all strangers together).
create table login_failure (
  site_id bigint not null,
  username text not null,
  device text not null,
  window_started_at timestamptz not null,
  failures int not null,
  primary key (site_id, username, device)
);

create index login_failure_by_age on login_failure (window_started_at);

create table sign_in_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  site_id bigint not null,
  player_id bigint,
  username text not null,
  ip text not null,
  device_class text not null,
  outcome text not null
);

create index sign_in_audit_of_player on sign_in_audit (player_id, id);
create index sign_in_audit_by_age on sign_in_audit (at);

create table staff_action (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  site_id bigint not null,
  staff_id bigint not null,
  player_id bigint not null,
  action text not null,
  constraint staff_act_inside_their_site foreign key (site_id, staff_id) references player (site_id, id),
  constraint staff_act_on_players_of_their_site foreign key (site_id, player_id) references player (site_id, id)
);
