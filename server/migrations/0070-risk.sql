-- Limits of exposure that staff have changed; whatever has no row is the default. A few rows for each site.
create table risk_limit (
  site_id bigint not null references site (id),
  name text not null,
  value numeric(38, 8) not null,
  changed_by bigint not null,
  changed_ms bigint not null,
  primary key (site_id, name),
  constraint a_limit_is_above_nothing check (value > 0)
);

-- A limit that was reached: one row from when it came near until it is clear again. Deleted after 90 days.
create table risk_alert (
  id bigint generated always as identity primary key,
  site_id bigint not null references site (id),
  rule text not null,
  -- The instrument or round; empty where there is none.
  subject text not null,
  level text not null,
  value numeric(38, 8) not null,
  -- As it was when the alert came to this level.
  most numeric(38, 8) not null,
  fired_ms bigint not null,
  cleared_ms bigint,
  acknowledged_by bigint,
  acknowledged_ms bigint,
  constraint an_alert_is_near_or_over check (level in ('NEAR', 'OVER')),
  constraint an_acknowledgement_says_who_and_when check ((acknowledged_by is null) = (acknowledged_ms is null))
);

create index risk_alert_of_site on risk_alert (site_id, id);
create index risk_alert_by_time on risk_alert (fired_ms);
create index risk_alert_that_waits on risk_alert (site_id, id) where acknowledged_by is null;
create unique index an_alert_lasts_once on risk_alert (site_id, rule, subject) where cleared_ms is null;

-- Moves of prices that staff saved for the stress test; 20 for each site at most.
create table risk_preset (
  id bigint generated always as identity primary key,
  site_id bigint not null references site (id),
  name text not null,
  body text not null,
  constraint a_name_is_used_once_per_site unique (site_id, name)
);
