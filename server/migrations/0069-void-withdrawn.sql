-- A request to void a round may be turned down: the round may then be asked about once more.
alter table void_request add column withdrawn_by bigint;
alter table void_request add column withdrawn_ms bigint;
alter table void_request drop constraint a_round_is_asked_about_once;
create unique index a_round_is_asked_about_once on void_request (site_id, round_id) where withdrawn_ms is null;
create index void_request_of_round on void_request (site_id, round_id, id);
