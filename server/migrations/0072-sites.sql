-- What staff set of a site beside its money: how it looks, and which banks members may choose (null: all of them).
alter table site add column theme jsonb not null default '{}';
alter table site add column banks jsonb;
