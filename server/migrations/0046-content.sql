-- What staff publish. A row is a text in all its versions; readers see `shown_version` while it is published and within
-- its times. What was withdrawn is deleted after five years.
create table content (
  id bigint generated always as identity primary key,
  site_id bigint not null references site (id),
  kind text not null,
  -- Of a static page.
  name text,
  status text not null,
  version int not null,
  shown_version int,
  from_ms bigint,
  to_ms bigint,
  -- Null while a forced notice has not been pushed yet.
  announced_ms bigint,
  created_ms bigint not null,
  changed_ms bigint not null,
  constraint a_text_has_a_known_kind check (kind in ('notice', 'faq', 'strategy', 'promotion', 'popup', 'static')),
  constraint a_text_has_a_known_status check (status in ('DRAFT', 'PUBLISHED', 'WITHDRAWN')),
  constraint a_static_page_has_a_name check ((kind = 'static') = (name is not null)),
  constraint a_published_text_has_a_version_and_a_time
    check (status <> 'PUBLISHED' or (shown_version is not null and from_ms is not null)),
  constraint a_text_ends_after_it_begins check (to_ms is null or from_ms is null or to_ms > from_ms)
);

create unique index a_page_name_is_used_once on content (site_id, name) where name is not null;
create index content_of_site on content (site_id, kind, status, from_ms);
create index content_to_announce on content (from_ms) where status = 'PUBLISHED' and announced_ms is null;
create index content_withdrawn on content (changed_ms) where status = 'WITHDRAWN';

-- The newest fifty of a text stay, and the one that readers see.
create table content_version (
  content_id bigint not null references content (id) on delete cascade,
  version int not null,
  site_id bigint not null,
  category text,
  is_forced boolean not null,
  is_pinned boolean not null,
  title_ko text not null,
  html_ko text not null,
  -- Empty: English readers get the Korean one.
  title_en text not null,
  html_en text not null,
  saved_ms bigint not null,
  -- Null for what a first start wrote.
  staff_id bigint,
  primary key (content_id, version)
);

-- Which recent notices a member has read. Rows go when the notice is older than thirty days: it counts as read then.
create table content_read (
  player_id bigint not null,
  content_id bigint not null references content (id) on delete cascade,
  site_id bigint not null,
  at_ms bigint not null,
  primary key (player_id, content_id)
);

create index content_read_of_content on content_read (content_id);

insert into content
  (id, site_id, kind, status, version, shown_version, from_ms, announced_ms, created_ms, changed_ms)
  overriding system value
  select id, site_id, 'notice', 'PUBLISHED', 1, 1, created_ms, created_ms, created_ms, created_ms
  from notice;

insert into content_version
  (content_id, version, site_id, is_forced, is_pinned, title_ko, html_ko, title_en, html_en, saved_ms)
  select id, 1, site_id, false, false, title, content, '', '', created_ms
  from notice;

select setval(
  pg_get_serial_sequence('content', 'id'),
  (select coalesce(max(id), 1) from content),
  exists (select from content)
);

drop table notice;
