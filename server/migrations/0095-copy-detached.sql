-- The number of the event that detached a follow: by it the follower is told. Follows that were detached before this column
-- came have none, and nobody is told of them.
alter table copy_follow add column detached_by bigint;

create index copy_follow_that_was_detached on copy_follow (detached_by, id) where detached_by is not null;
create index copy_follow_of_follower_that_was_detached on copy_follow (follower_id, detached_by)
where detached_by is not null;

-- Up to which of them devices were sent a web push.
create table copy_detached_push (
  shard int primary key,
  detached_by bigint not null,
  follow_id bigint not null
);
