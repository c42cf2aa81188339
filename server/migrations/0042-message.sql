-- Letters to members. Both languages are stored, and the reader's request chooses. A letter stays for 90 days, a member
-- has a few hundred at most.
create table message (
  id bigint generated always as identity primary key,
  site_id bigint not null,
  player_id bigint not null,
  kind text not null,
  title_ko text not null,
  title_en text not null,
  body_ko text not null,
  body_en text not null,
  -- A page of the app.
  link text,
  -- What it is about: of one subject only one letter is unread.
  subject text,
  created_ms bigint not null,
  read_ms bigint,
  -- False until the member's devices were told the new number of unread letters.
  is_told boolean not null default false,
  constraint a_letter_belongs_to_a_player foreign key (site_id, player_id) references player (site_id, id),
  constraint a_letter_has_a_known_kind check (kind in ('NOTICE', 'SECURITY', 'COPY', 'COUPON', 'DNW', 'TERMS'))
);

create index message_of_player on message (player_id, id);
create index message_unread on message (player_id) where read_ms is null;
create index message_untold on message (id) where not is_told;
create index message_by_age on message (created_ms);

-- A letter of staff to everybody of a site, written to the members in slices: the last one who has it is noted in the
-- transaction that writes it. It stays as long as the letters.
create table message_batch (
  id bigint generated always as identity primary key,
  site_id bigint not null references site (id),
  staff_id bigint not null,
  kind text not null,
  title_ko text not null,
  title_en text not null,
  body_ko text not null,
  body_en text not null,
  link text,
  created_ms bigint not null,
  last_player bigint not null default 0,
  letters bigint not null default 0,
  done_ms bigint
);

create unique index a_site_sends_one_batch_at_a_time on message_batch (site_id) where done_ms is null;
create index message_batch_of_site on message_batch (site_id, id);
create index message_batch_by_age on message_batch (created_ms);
