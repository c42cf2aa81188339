-- Everybody who bet on a round that staff voided gets a letter, a bounded number at a time: how far that is.
alter table void_request add column told_player bigint not null default 0;
alter table void_request add column told_ms bigint;
-- Rounds that were voided before are not told of now.
update void_request set told_ms = approved_ms where approved_ms is not null;
create index void_request_untold on void_request (id) where approved_ms is not null and told_ms is null;
-- What waits for a second person is counted in the menu of the office.
create index void_request_waiting on void_request (site_id, id) where approved_ms is null and withdrawn_ms is null;
