-- The member and the key of what they wrote: sent again after a lost answer, it is found and not written twice.
alter table contact_entry add column write_key text;
create unique index contact_entry_write_key on contact_entry (write_key) where write_key is not null;
