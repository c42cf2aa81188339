-- Who a member is, as a provider has confirmed it. The print names the person without saying who it is.
alter table player add column person_print text;
alter table player add column birth_day date;
alter table player add column person_verified_at timestamptz;
create unique index a_person_has_one_account on player (site_id, person_print) where person_print is not null;

-- A closed account is blocked at the desk; what is personal in its row is erased after the time of the law.
alter table player add column closed_at timestamptz;
create index player_closed on player (closed_at) where closed_at is not null;

-- Each result of the identity provider counts once. Rows are deleted after a day: orders live an hour.
create table person_result (
  order_id text primary key,
  site_id bigint not null references site (id),
  player_id bigint not null,
  at timestamptz not null
);

create index person_result_by_age on person_result (at);

-- What changed in the terms, from version 2 on: version 1 is what everybody signs up with. A few rows a year.
create table terms_version (
  site_id bigint not null references site (id),
  kind text not null,
  version int not null,
  summary_ko text not null,
  summary_en text not null,
  from_at timestamptz not null,
  staff_id bigint not null,
  primary key (site_id, kind, version),
  constraint terms_have_a_known_kind check (kind in ('TERMS', 'PRIVACY')),
  constraint the_first_terms_are_version_one check (version >= 2)
);

-- Who accepted what when: it stays as long as the account's number does.
create table terms_acceptance (
  player_id bigint not null,
  kind text not null,
  version int not null,
  site_id bigint not null references site (id),
  at timestamptz not null,
  primary key (player_id, kind, version)
);
