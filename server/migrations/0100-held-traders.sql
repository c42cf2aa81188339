-- Whom staff switched off stays off until staff switch them on. Who is off already may begin again as before.
alter table copy_trader add column is_held boolean not null default false;
