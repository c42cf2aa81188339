-- What each member of staff has approved or asked to grant, so that nobody moves more on a Korean day than the site
-- allows. One row for each thing: an approval that is sent twice counts once.
create table staff_approval (
  staff_id bigint not null,
  subject text not null,
  site_id bigint not null references site (id),
  day int not null,
  currency text not null,
  amount numeric(38, 8) not null,
  primary key (staff_id, subject),
  constraint an_approval_moves_something check (amount > 0)
);

create index staff_approval_of_day on staff_approval (staff_id, day, currency);
