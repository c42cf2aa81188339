-- Inquiries of members: a conversation with the customer centre, and what the question is about as it was then. They stay
-- for a year after the last entry.
create table contact (
  id bigint generated always as identity primary key,
  site_id bigint not null,
  player_id bigint not null,
  -- The first line of the question.
  title text not null,
  status text not null,
  created_ms bigint not null,
  updated_ms bigint not null,
  -- Since when the member waits for an answer; null while they do not.
  waiting_since_ms bigint,
  -- How long the first answer took, and when it came.
  answered_after_ms bigint,
  answered_ms bigint,
  -- Answers that the member has not read.
  unread int not null default 0,
  entries int not null default 0,
  about_kind text,
  about_id bigint,
  -- JSON text, and its SHA-256: frozen when the member asked.
  evidence text,
  evidence_sha256 text,
  constraint an_inquiry_belongs_to_a_player foreign key (site_id, player_id) references player (site_id, id),
  constraint an_inquiry_has_a_known_status check (status in ('OPEN', 'ANSWERED', 'CLOSED')),
  constraint evidence_has_its_hash check ((evidence is null) = (evidence_sha256 is null))
);

create index contact_of_player on contact (player_id, id);
create index contact_unread on contact (player_id) where unread > 0;
create index contact_of_site on contact (site_id, id);
create index contact_waiting on contact (site_id, waiting_since_ms) where waiting_since_ms is not null;
create index contact_answered on contact (site_id, answered_ms) where answered_ms is not null;
create index contact_by_age on contact (updated_ms);

create table contact_entry (
  id bigint generated always as identity primary key,
  contact_id bigint not null references contact (id) on delete cascade,
  sender text not null,
  staff_id bigint,
  body text not null,
  at_ms bigint not null,
  -- When the other side has read it.
  seen_ms bigint,
  constraint an_entry_has_a_known_sender check (sender in ('PLAYER', 'STAFF')),
  constraint staff_are_named check ((sender = 'PLAYER') = (staff_id is null))
);

create index contact_entry_of_contact on contact_entry (contact_id, id);
