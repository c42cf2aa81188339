-- What staff entered of the exchanges' calendars: holidays, early closes, late openings. A calendar is that of an exchange
-- and not of a site: prices, rounds and sessions of every site follow it. A row is never deleted, because it also says when
-- the exchange was open in the past; there is at most one for each exchange and day, and none further than two years ahead.
create table calendar_exception (
  calendar text not null,
  day int not null,
  -- `09:30-12:00 13:00-15:00` by the clock of the exchange; empty on a holiday.
  hours text not null,
  note text not null,
  entered_by bigint not null,
  entered_at timestamptz not null,
  primary key (calendar, day),
  constraint an_exception_is_of_this_century check (day between 18262 and 47482)
);
