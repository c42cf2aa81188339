-- The fairness board. None of these tables is the shadow's: the sums of days are counted again from the products' tables
-- for as long as those are there, and stay when the products' rows are archived.

-- One product on one Korean day, counted from 1970-01-01. Sums are in won. A row is a few hundred bytes: kept for good.
create table fairness_day (
  site_id bigint not null references site (id),
  day int not null,
  product text not null,
  accounts int not null,
  winners int not null,
  -- Over the ninety days that end with it; null until the day is over.
  accounts_90 int,
  winners_90 int,
  turnover numeric(38, 8) not null,
  taken numeric(38, 8) not null,
  promised numeric(38, 8),
  contracts numeric(38, 8),
  rounds int not null,
  voided int not null,
  tied int not null,
  primary key (site_id, day, product),
  constraint those_who_gained_are_some_of_all check (winners between 0 and accounts)
);

-- What each account gained that day in one product, in won. Deleted after ninety days.
create table fairness_account_day (
  site_id bigint not null references site (id),
  product text not null,
  day int not null,
  player_id bigint not null,
  net numeric(38, 8) not null,
  primary key (site_id, product, day, player_id)
);

-- Orders by side and what became of them, as the calls answered; the last minute before a crash is lost. One row for each
-- refusal that happened: kept for ninety days, as are the next two.
create table fairness_order_day (
  site_id bigint not null references site (id),
  day int not null,
  product text not null,
  side text not null,
  outcome text not null,
  orders bigint not null,
  primary key (site_id, day, product, side, outcome),
  constraint a_side_is_known check (side in ('UP', 'DOWN'))
);

create table fairness_speed_day (
  site_id bigint not null references site (id),
  day int not null,
  product text not null,
  ms int not null,
  orders bigint not null,
  primary key (site_id, day, product, ms)
);

create table fairness_payout_day (
  site_id bigint not null references site (id),
  day int not null,
  outcome text not null,
  minutes int not null,
  payouts int not null,
  primary key (site_id, day, outcome, minutes)
);

create table fairness_void (
  site_id bigint not null references site (id),
  day int not null,
  round_id bigint not null,
  product text not null,
  name_ko text not null,
  name_en text not null,
  type text not null,
  number int not null,
  closed_ms bigint not null,
  reason text not null,
  text text,
  primary key (site_id, day, round_id)
);

-- In how many minutes of a day the platform ran: one row a day, kept for good. A minute nobody counted is one in which it
-- was not there.
create table fairness_up_day (
  day int primary key,
  first_ms bigint not null,
  last_ms bigint not null,
  up int not null,
  troubled int not null,
  constraint a_day_has_no_more_minutes check (up between 0 and 1440 and troubled between 0 and up)
);

create table fairness_incident (
  id bigint generated always as identity primary key,
  site_id bigint not null references site (id),
  kind text not null,
  is_detected boolean not null,
  started_ms bigint not null,
  ended_ms bigint,
  text_ko text not null,
  text_en text not null,
  updated_ms bigint not null,
  constraint an_incident_ends_after_it_began check (ended_ms >= started_ms)
);

create index fairness_incident_of_site on fairness_incident (site_id, id);
create unique index one_found_incident_goes_on on fairness_incident (site_id, kind)
  where is_detected and ended_ms is null;
