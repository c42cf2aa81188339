-- A browser gets web pushes as long as the sign-in that asked for them. Those from before belong to none: a device reports
-- itself again the next time it opens the app.
delete from push_device;
alter table push_device
  add column family_id text not null references refresh_family (id) on delete cascade;
create index push_device_of_family on push_device (family_id);
