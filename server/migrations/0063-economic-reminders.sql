-- Of which releases a member wants to be reminded: 50 that are still to come, and what was told for 30 days. A release
-- that is deleted or moved takes its reminders along.
create table economic_reminder (
  player_id bigint not null,
  site_id bigint not null,
  at_ms bigint not null,
  country text not null,
  code text not null,
  due_ms bigint not null,
  -- Null until the member was told.
  told_ms bigint,
  constraint a_release_is_reminded_of_once primary key (player_id, at_ms, country, code),
  constraint a_reminder_belongs_to_a_member foreign key (site_id, player_id)
    references player (site_id, id) on delete cascade,
  constraint a_reminder_is_of_a_release foreign key (site_id, at_ms, country, code)
    references economic_indicator (site_id, at_ms, country, code) on delete cascade
);

create index economic_reminder_of_release on economic_reminder (site_id, at_ms, country, code);
create index economic_reminder_told on economic_reminder (player_id, told_ms);
create index economic_reminder_due on economic_reminder (due_ms) where told_ms is null;
create index economic_reminder_by_age on economic_reminder (told_ms) where told_ms is not null;

-- Whoever chose what to be told before there were reminders is told of those that they ask for.
update notification_setting
set setting = setting
  || jsonb_build_object(
    'push', coalesce(setting -> 'push', '[]'::jsonb) || '["ECONOMIC"]'::jsonb,
    'inApp', coalesce(setting -> 'inApp', '[]'::jsonb) || '["ECONOMIC"]'::jsonb
  );
