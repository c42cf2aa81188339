-- Applications to become a trader: what members asked and staff decided. A member has one that waits, and of the decided
-- ones only the newest few are kept, so the table grows with members and not with time.
create table copy_application (
  id bigint generated always as identity primary key,
  site_id bigint not null,
  player_id bigint not null,
  status text not null default 'WAITING',
  pairs int[] not null,
  share_rate numeric(38, 8) not null,
  intro text not null,
  -- Of staff, as the member reads it.
  reason text,
  asked_ms bigint not null,
  decided_ms bigint,
  decided_by bigint,
  constraint an_applicant_is_a_player_of_the_site foreign key (site_id, player_id)
    references player (site_id, id) on delete cascade,
  constraint an_application_has_a_known_status check (status in ('WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  constraint a_decided_application_says_when check ((status = 'WAITING') = (decided_ms is null))
);

create unique index an_applicant_waits_once on copy_application (player_id) where status = 'WAITING';
create index copy_application_that_waits on copy_application (site_id, id) where status = 'WAITING';
create index copy_application_of_site on copy_application (site_id, id);
create index copy_application_of_player on copy_application (player_id, id);

-- What a trader says of oneself, and since when staff have let this member be one.
create table copy_profile (
  player_id bigint primary key,
  site_id bigint not null,
  intro text not null,
  since_ms bigint not null,
  constraint a_profile_is_of_a_player_of_the_site foreign key (site_id, player_id)
    references player (site_id, id) on delete cascade
);

-- Followers of a trader, and how many they are.
create index copy_follow_that_runs_of_trader on copy_follow (trader_id, max_bet desc, id desc) where ended_ms is null;
