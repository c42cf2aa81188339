-- A limit that arrived while there was no fresh price is filled at the market on its first one (rules.md 3.5).
alter table oversea_order add column is_unpriced boolean not null default false;
