-- How staff share the work on inquiries: whose each is, what they note among themselves, and texts that answer often.
alter table contact add column assigned_to bigint;

-- Never shown to the member. At most a hundred for each inquiry, deleted with it.
create table contact_note (
  id bigint generated always as identity primary key,
  contact_id bigint not null references contact (id) on delete cascade,
  site_id bigint not null,
  staff_id bigint not null,
  body text not null,
  at_ms bigint not null
);

create index contact_note_of_contact on contact_note (contact_id, id);

-- At most a hundred for each site.
create table contact_template (
  id bigint generated always as identity primary key,
  site_id bigint not null references site (id),
  name text not null,
  body text not null,
  staff_id bigint not null,
  saved_ms bigint not null,
  constraint a_template_has_a_name_of_its_own unique (site_id, name)
);
