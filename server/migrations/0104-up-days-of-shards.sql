-- Whether a site could be reached follows from the desk of its shard: a minute of one says nothing about another.
alter table fairness_up_day
  add column shard smallint not null default 0,
  drop constraint fairness_up_day_pkey,
  add primary key (shard, day),
  add constraint minutes_are_of_one_of_256_shards check (shard between 0 and 255);
