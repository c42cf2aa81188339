-- Until when a member has seen the notifications, and when no screen of theirs was connected. One row for each member.
create table notification_mark (
  player_id bigint primary key,
  site_id bigint not null,
  read_ms bigint not null default 0,
  -- When the last connection ended; null while one is there.
  left_ms bigint,
  away_from_ms bigint,
  away_to_ms bigint,
  constraint a_mark_belongs_to_a_member foreign key (site_id, player_id)
    references player (site_id, id) on delete cascade
);

-- What a member wants to be told, where it is not the usual. One row for each member.
create table notification_setting (
  player_id bigint primary key,
  site_id bigint not null,
  setting jsonb not null,
  constraint a_setting_belongs_to_a_member foreign key (site_id, player_id)
    references player (site_id, id) on delete cascade
);

-- The browsers that get a web push; five of each member. One that did not report for 60 days is deleted.
create table push_device (
  id bigint generated always as identity primary key,
  site_id bigint not null,
  player_id bigint not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  name text not null,
  language text not null,
  created_ms bigint not null,
  seen_ms bigint not null,
  constraint a_device_belongs_to_a_member foreign key (site_id, player_id)
    references player (site_id, id) on delete cascade,
  constraint an_endpoint_has_one_owner unique (endpoint),
  constraint a_device_has_a_known_language check (language in ('ko', 'en'))
);

create index push_device_of_player on push_device (player_id, id);
create index push_device_by_age on push_device (seen_ms);
