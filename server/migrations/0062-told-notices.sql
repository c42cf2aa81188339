-- A notice may be told in the notification centre and by web push, too: one row for all members, read by its time.
alter table content_version add column is_pushed boolean not null default false;

-- The device up to which it was pushed, while devices are left; null otherwise.
alter table content add column pushed_to bigint;

create index content_to_push on content (from_ms) where pushed_to is not null;
create index push_device_of_site on push_device (site_id, id);
