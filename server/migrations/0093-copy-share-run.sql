-- Up to which Korean day, in days since 1970, shares of profit were asked for.
create table copy_share_run (
  shard int primary key,
  day int not null
);
