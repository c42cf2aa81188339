-- Sites are divided among shards: a site belongs to one of them for good, and its desk alone writes what follows from its
-- journal. All that exist belong to shard 0. There are 256, because their events share the whole numbers of JSON.
alter table site
  add column shard smallint not null default 0,
  add constraint a_site_belongs_to_one_of_256_shards check (shard between 0 and 255);

alter table shard add constraint there_are_256_shards check (shard between 0 and 255);

alter table shadow_mark add constraint a_mark_is_of_one_of_256_shards check (shard between 0 and 255);

create index site_of_shard on site (shard, id);

-- The journal knows its sites by number only: a site that changed its shard would leave its accounts behind.
create function refuse_another_shard() returns trigger language plpgsql as $$
begin raise exception 'site % belongs to shard % for good', old.id, old.shard; end $$;

create trigger a_site_stays_in_its_shard
  before update of shard on site
  for each row when (old.shard <> new.shard)
  execute function refuse_another_shard();
