-- Which process runs the feed, of several that could. One row: who leads raises the epoch, and whoever writes the record
-- locks the row of its own epoch, so that a process that was overtaken cannot write any more. The epoch is the key:
-- then a renewed lease waits for nobody who writes, and a new epoch waits for all of them.
create table feed_leader (
  epoch bigint primary key,
  lease_until timestamptz not null default now(),
  holder text not null default ''
);

create unique index there_is_one_feed_leader on feed_leader ((true));
