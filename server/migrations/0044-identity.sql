-- A value belongs to an account once its owner has shown a code that was sent to it.
alter table player add column email_verified_at timestamptz;
alter table player add column phone_verified_at timestamptz;
create unique index a_verified_phone_is_of_one_player on player (site_id, phone) where phone_verified_at is not null;
create unique index a_verified_email_is_of_one_player on player (site_id, email) where email_verified_at is not null;

-- E-mail and text messages that leave the platform. Rows are deleted after a week.
create table outbox (
  id bigint generated always as identity primary key,
  site_id bigint not null references site (id),
  channel text not null,
  recipient text not null,
  kind text not null,
  language text not null,
  text_ko text not null,
  text_en text not null,
  -- Written where an honest answer must not differ from this one: it is never sent and never shown.
  is_decoy boolean not null default false,
  created_at timestamptz not null,
  tries int not null default 0,
  delivered_at timestamptz,
  delivered_by text,
  constraint a_letter_goes_by_mail_or_phone check (channel in ('EMAIL', 'SMS')),
  constraint a_letter_speaks_korean_or_english check (language in ('ko', 'en'))
);

create index outbox_by_site on outbox (site_id, id);
create index outbox_by_age on outbox (created_at);
create index outbox_undelivered on outbox (id) where delivered_at is null and not is_decoy;

-- A code that was sent. Only prints of its key and of the code are kept; rows are deleted an hour after they expire.
create table certificate_code (
  print text primary key,
  site_id bigint not null references site (id),
  kind text not null,
  value text not null,
  purpose text not null,
  player_id bigint,
  code_print text not null,
  tries int not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint a_code_is_tried_five_times check (tries between 0 and 5),
  constraint a_code_proves_mail_or_phone check (kind in ('EMAIL', 'PHONE'))
);

create index certificate_code_by_expiry on certificate_code (expires_at);

-- What a right code gave: it serves once. Rows are deleted an hour after they expire.
create table certificate_proof (
  print text primary key,
  site_id bigint not null references site (id),
  kind text not null,
  value text not null,
  purpose text not null,
  player_id bigint,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index certificate_proof_by_expiry on certificate_proof (expires_at);

-- How many codes were asked for, by value, address and account. Rows are deleted after a day.
create table certificate_budget (
  site_id bigint not null references site (id),
  counted text not null,
  window_started_at timestamptz not null,
  used int not null,
  primary key (site_id, counted)
);

create index certificate_budget_by_age on certificate_budget (window_started_at);
