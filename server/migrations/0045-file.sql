-- Pictures that members and staff attach. The bytes are in the folder of files; a row is written after its file is on
-- the disk. One that nothing is attached to after a day is deleted with its row.
create table file (
  id text primary key,
  site_id bigint not null references site (id),
  -- The member who may read it; null while it belongs to staff alone.
  player_id bigint,
  uploaded_by bigint not null,
  name text not null,
  type text not null,
  bytes int not null,
  width int not null,
  height int not null,
  sha256 text not null,
  created_ms bigint not null,
  -- What it is attached to, for example `contact 5`: it is deleted with that.
  attached_to text,
  constraint a_file_has_a_random_name check (id ~ '^[0-9a-f]{32}$'),
  constraint a_file_is_a_picture check (type in ('image/jpeg', 'image/webp'))
);

create index file_of_uploader on file (uploaded_by, created_ms);
create index file_unattached on file (created_ms) where attached_to is null;
create index file_attached on file (attached_to) where attached_to is not null;
