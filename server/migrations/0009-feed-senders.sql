-- The newest batch that was taken from each sender of pushed prices. A batch that was captured once must not be taken
-- again after a restart, so the numbers outlive the process. They belong to the secret: whoever changes it starts anew.
create table feed_sender (
  secret_hash text not null,
  source text not null,
  seq bigint not null,
  primary key (secret_hash, source)
);
