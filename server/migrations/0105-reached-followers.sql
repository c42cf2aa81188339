-- Who follows the owner of a shard, or the leader of the feed, and reaches the carrier, says so here again and again. An
-- owner that has lost the carrier reaches nobody whom it could ask, and steps down only when another can do better.
create table reached_follower (
  followed text primary key,
  process text not null,
  until timestamptz not null
);
