-- What the rates were: USDT in won, every other coin in USDT. The first of each ten minutes is kept for forty days, and
-- after that the first of each hour for two years; whatever is older is deleted.
create table exchange_rate (
  currency text not null,
  starts_ms bigint not null,
  rate numeric(38, 8) not null,
  source text not null,
  at_ms bigint not null,
  primary key (currency, starts_ms),
  constraint an_exchange_rate_is_positive check (rate > 0)
);
create index exchange_rate_by_age on exchange_rate (starts_ms);
