-- The seals of the Maru indices: for each Korean day the hash of its seed, when it was made public, and when the seed
-- was. The seeds themselves are in no table. One row a day, for good.
create table index_seal (
  day int primary key,
  seal text not null,
  sealed_ms bigint not null,
  revealed_ms bigint
);
