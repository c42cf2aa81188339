-- A closed Korean day of a site: how many members it had, and how many of them did something. It is written last, so a
-- day without a row is counted anew. Both tables are deleted after about three years.
create table books_day (
  site_id bigint not null,
  day int not null,
  members bigint not null,
  active bigint not null,
  primary key (site_id, day)
);

create index books_day_by_age on books_day (day);

-- What the members of a partner moved on a closed day.
create table partner_day (
  site_id bigint not null,
  partner_id bigint not null,
  currency text not null,
  day int not null,
  active bigint not null,
  deposits numeric(38, 8) not null,
  withdrawals numeric(38, 8) not null,
  bet_turnover numeric(38, 8) not null,
  fees numeric(38, 8) not null,
  result numeric(38, 8) not null,
  primary key (site_id, partner_id, currency, day)
);

create index partner_day_by_age on partner_day (day);
create index partner_day_of_site on partner_day (site_id, day);
create index partner_of_site on player (site_id, id) where role = 'PARTNER';
