-- Who changed which setting, odds or rate, from what to what, and why. Rows are only ever added.
create table staff_change (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  site_id bigint not null,
  area text not null,
  subject text not null,
  before text not null,
  after text not null,
  reason text not null,
  staff_id bigint not null,
  confirmed_by bigint
);

create index staff_change_of_site on staff_change (site_id, id);

-- On one line: the migration is cut into statements where a line ends with a semicolon.
create function refuse_to_change_history() returns trigger language plpgsql as
$$ begin raise exception 'rows of % are only ever added', tg_table_name using errcode = 'restrict_violation'; end $$;

create trigger staff_changes_stay before update or delete on staff_change
  for each row execute function refuse_to_change_history();
create trigger all_staff_changes_stay before truncate on staff_change
  for each statement execute function refuse_to_change_history();

-- What touches open positions is asked for by one member of staff and done when another one approves.
create table staff_request (
  id bigint generated always as identity primary key,
  site_id bigint not null,
  kind text not null,
  subject text not null,
  body text not null,
  reason text not null,
  requested_by bigint not null,
  requested_ms bigint not null,
  approved_by bigint,
  approved_ms bigint,
  withdrawn_by bigint,
  withdrawn_ms bigint,
  -- DONE, or the code with which it was refused when it was approved.
  outcome text,
  constraint a_request_takes_two_people check (approved_by <> requested_by)
);

create index staff_request_of_site on staff_request (site_id, id);
create unique index a_request_waits_once on staff_request (site_id, kind, subject)
  where approved_by is null and withdrawn_by is null;
