-- How many web pushes in a row a service gave up on with an error of its own, and since when: a device whose service fails
-- for days is not tried for the two months until it counts as forgotten.
alter table push_device add column failures integer not null default 0;
alter table push_device add column failing_since_ms bigint;
