-- What was missed for a follower, and by the followers of a trader: few among very many that were filled.
create index copy_record_that_was_missed_of_follower on copy_record (follower_id, id) where reason is not null;
create index copy_record_that_was_missed_of_trader on copy_record (trader_id, id) where reason is not null;
