-- How far each perpetual contract stood from its index in each funding interval: the sum of every premium (in 1e-12)
-- times the milliseconds it stood, and those milliseconds. The rate of the interval follows from the two. Written about
-- once a minute while the interval runs.
create table funding_premium (
  stock text not null,
  starts_ms bigint not null,
  weighted numeric not null,
  covered_ms bigint not null,
  primary key (stock, starts_ms),
  constraint a_premium_has_stood check (covered_ms > 0)
);
create index funding_premium_by_age on funding_premium (starts_ms);
