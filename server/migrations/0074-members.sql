-- Members as staff look for them. Every list of the office reads a few rows of an index, however many members there are.

-- When a member was here last: at a sign-in and whenever a device gets new tokens. One row for each member.
create table player_seen (
  player_id bigint primary key references player (id) on delete cascade,
  site_id bigint not null,
  seen_ms bigint not null
);

create index player_seen_of_site on player_seen (site_id, seen_ms, player_id);

-- How many members a site has. One row for each site.
create table member_tally (
  site_id bigint primary key references site (id),
  members bigint not null
);

-- Staff are no members. On one line: the migration is cut into statements where a line ends with a semicolon.
create function note_new_members() returns trigger language plpgsql as
$$ begin insert into player_seen (player_id, site_id, seen_ms) select id, site_id, (extract(epoch from created_at) * 1000)::bigint from added where role <> 'STAFF' on conflict do nothing; insert into member_tally as tally (site_id, members) select site_id, count(*) from added where role <> 'STAFF' group by site_id on conflict (site_id) do update set members = tally.members + excluded.members; return null; end $$;

create trigger new_members_are_noted after insert on player
  referencing new table as added
  for each statement execute function note_new_members();

insert into player_seen (player_id, site_id, seen_ms)
select
  player.id,
  player.site_id,
  greatest(
    (extract(epoch from player.created_at) * 1000)::bigint,
    coalesce((select max((extract(epoch from created_at) * 1000)::bigint) from refresh_family where player_id = player.id), 0)
  )
from player
where role <> 'STAFF';

insert into member_tally (site_id, members)
select site_id, count(*) from player where role <> 'STAFF' group by site_id;

-- Compared byte by byte, so that the beginning of a name is a range of the index.
create index player_by_username on player (site_id, username collate "C");
create index player_by_nick on player (site_id, folded_nick collate "C");
create index player_by_name on player (site_id, name collate "C");
create index player_by_phone_end on player (site_id, right(phone, 4), id) where phone is not null;
drop index player_of_partner;
create index player_of_partner on player (partner_id, id) where partner_id is not null;
create index player_waiting on player (site_id, id) where status = 'WAITING';
create index player_with_blocked_phone on player (site_id, id) where block_device <> '';
create index account_blocked on account (site_id, player_id) where blocked;
create index player_by_joining on player (site_id, created_at);

-- The newest of a member's security changes: withdrawals wait after them, and staff look at them.
alter table player_security add column changed_ms bigint generated always as (
  greatest(coalesce(second_factor_ms, 0), coalesce(passkey_ms, 0), coalesce(recovery_code_ms, 0), coalesce(phone_ms, 0), coalesce(locked_ms, 0))
) stored;
create index player_security_changed on player_security (site_id, changed_ms) where changed_ms > 0;
create index player_locked on player_security (site_id, player_id) where locked_ms is not null;
create index payout_account_by_age on payout_account (site_id, created_ms) where removed_ms is null;

-- Whom staff keep an eye on, and why. At most one row for each member.
create table member_mark (
  player_id bigint primary key references player (id) on delete cascade,
  site_id bigint not null,
  staff_id bigint not null,
  reason text not null,
  at_ms bigint not null
);

create index member_mark_of_site on member_mark (site_id, player_id);

-- What staff noted about a member: only ever added to, and at most 200 for each member.
create table member_note (
  id bigint generated always as identity primary key,
  player_id bigint not null references player (id) on delete cascade,
  site_id bigint not null,
  staff_id bigint not null,
  text text not null,
  at_ms bigint not null
);

create index member_note_of_player on member_note (player_id, id);

-- They go with what is personal of a closed account, and not before.
create trigger member_notes_stay before update on member_note
  for each row execute function refuse_to_change_history();

-- How many masked values somebody of staff has seen on a Korean day. Older days are deleted with the next look.
create table reveal_tally (
  staff_id bigint primary key,
  day int not null,
  looks int not null
);
