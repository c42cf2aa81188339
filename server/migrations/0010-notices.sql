-- What staff tell everybody. The content is HTML and was cleaned before it was stored.
create table notice (
  id bigint generated always as identity primary key,
  site_id bigint not null references site (id),
  title text not null,
  content text not null,
  created_ms bigint not null
);
