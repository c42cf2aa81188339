-- Price alerts of members. A row leaves when it has fired once or is deleted; a member has 20 at most.
create table alert (
  id bigint generated always as identity primary key,
  site_id bigint not null,
  player_id bigint not null,
  instrument_id int not null,
  basis text not null,
  fires text not null,
  level numeric(38, 8) not null,
  repeat text not null,
  push boolean not null,
  in_app boolean not null,
  -- False after a repeated one has fired, until the price has moved back.
  is_armed boolean not null default true,
  -- Raised by every change: a firing names the revision it was decided with.
  revision int not null default 1,
  created_ms bigint not null,
  constraint an_alert_belongs_to_a_member foreign key (site_id, player_id)
    references player (site_id, id) on delete cascade,
  constraint the_same_alert_is_made_once unique (player_id, instrument_id, basis, fires, level),
  constraint an_alert_has_a_basis check (basis in ('LAST', 'MARK')),
  constraint an_alert_fires_above_or_below check (fires in ('AT_OR_ABOVE', 'AT_OR_BELOW')),
  constraint an_alert_fires_once_or_always check (repeat in ('ONCE', 'ALWAYS'))
);

-- What fired: each revision of an alert at most once. Deleted after 30 days.
create table alert_firing (
  alert_id bigint not null,
  revision int not null,
  site_id bigint not null,
  player_id bigint not null,
  instrument_id int not null,
  basis text not null,
  fires text not null,
  level numeric(38, 8) not null,
  price numeric(38, 8) not null,
  push boolean not null,
  in_app boolean not null,
  at_ms bigint not null,
  -- False until the member was told, so that a process that stops in between leaves it to the next one.
  is_announced boolean not null default false,
  constraint an_alert_fires_once_for_each_revision primary key (alert_id, revision),
  constraint a_firing_belongs_to_a_member foreign key (site_id, player_id)
    references player (site_id, id) on delete cascade
);

create index alert_firing_of_player on alert_firing (player_id, at_ms);
create index alert_firing_by_age on alert_firing (at_ms);
create index alert_firing_to_announce on alert_firing (at_ms) where not is_announced;
