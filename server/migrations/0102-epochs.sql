-- The epoch of each shard by itself, so that a transaction can hold it until it is committed: the row of the shard changes
-- with every renewal of the lease.
create table shard_epoch (
  shard int primary key,
  epoch bigint not null
);

insert into shard_epoch (shard, epoch) select shard, epoch from shard;

-- In the statement that raises the epoch. It waits for the transactions that hold the old one.
create function note_epoch() returns trigger language plpgsql as
$$ begin insert into shard_epoch (shard, epoch) values (new.shard, new.epoch) on conflict (shard) do update set epoch = excluded.epoch; return null; end $$;

create trigger an_epoch_is_noted after insert or update of epoch on shard
  for each row execute function note_epoch();

-- Called right before a commit: what a former owner of the shard has written is rolled back. A transaction that has
-- written nothing has no number, and is not held up.
create function hold_epoch(of_shard int, of_epoch bigint) returns void language plpgsql as
$$ begin if pg_current_xact_id_if_assigned() is null then return; end if; perform 1 from shard_epoch where shard = of_shard and epoch = of_epoch for share; if not found then raise exception 'another desk owns shard %, or none', of_shard using errcode = 'MF001'; end if; end $$;
