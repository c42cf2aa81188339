-- The exposure and the purses of the house, minute by minute: a day of it is kept, and a start goes on from it.
create table risk_minute (
  site_id bigint not null references site (id) on delete cascade,
  at_ms bigint not null,
  -- Net exposure in won by product, and what the house holds by currency, as JSON of name and units.
  nets text not null,
  totals text not null,
  primary key (site_id, at_ms)
);
create index risk_minute_by_time on risk_minute (at_ms);
