-- The history of staff becomes a chain: each row has its number in the chain of its site, the hash of the row before it,
-- and the hash of its own columns (decision 0058). Nothing is ever deleted of it: a row is a few hundred bytes, and staff
-- are few.
alter table staff_change
  add column action text not null default '',
  add column origin text not null default '',
  add column number bigint,
  add column previous text,
  add column hash text,
  add constraint a_chained_change_has_both_hashes
    check ((number is null) = (hash is null) and (number is null) = (previous is null));

-- Each field with its length, so that no two rows have the same text. Null is a dash.
create function audit_text(variadic fields text[]) returns text language sql immutable as
$$ select string_agg(coalesce(octet_length(field) || ':' || field, '-'), ',' order by place)
from unnest(fields) with ordinality as given (field, place) $$;

-- Semicolons do not end lines here: the migration is cut into statements where a line ends with one.
create function chain_staff_change(row_id bigint) returns void language plpgsql as
$$ declare own staff_change; last_number bigint; last_hash text
; begin
  select * into own from staff_change where id = row_id
; perform pg_advisory_xact_lock(7162068, own.site_id::int)
; select number, hash into last_number, last_hash from staff_change
  where site_id = own.site_id and number is not null
  order by number desc
  limit 1
; last_number := coalesce(last_number, 0) + 1
; last_hash := coalesce(last_hash, '')
; update staff_change
  set number = last_number,
    previous = last_hash,
    hash = encode(sha256(convert_to(audit_text(
      last_number::text, last_hash, own.id::text, own.site_id::text,
      ((extract(epoch from own.at) * 1000000)::bigint)::text,
      own.area, own.action, own.subject, own.before, own.after, own.reason,
      own.staff_id::text, own.confirmed_by::text, own.origin
    ), 'UTF8')), 'hex')
  where id = row_id
; end $$;

-- A row is written once, and chained once.
create function refuse_to_change_audit() returns trigger language plpgsql as
$$ begin if tg_op = 'UPDATE' then
  if old.number is null and new.number is not null
    and to_jsonb(new) - array['number', 'previous', 'hash'] = to_jsonb(old) - array['number', 'previous', 'hash']
  then return new; end if
; end if
; raise exception 'rows of % are only ever added', tg_table_name using errcode = 'restrict_violation'; end $$;

drop trigger staff_changes_stay on staff_change;
create trigger staff_changes_stay before update or delete on staff_change
  for each row execute function refuse_to_change_audit();

create unique index a_place_in_the_chain_is_taken_once on staff_change (site_id, number);

-- What staff did to members was kept apart until now.
insert into staff_change (at, site_id, area, action, subject, before, after, reason, staff_id)
select at, site_id, 'MEMBER', split_part(action, ':', 1), 'player ' || player_id, '{}',
  json_build_object('action', action)::text, '', staff_id
from staff_action
order by id;
drop table staff_action;

do $$ declare each record; begin for each in select id from staff_change order by at, id loop
  perform chain_staff_change(each.id); end loop; end $$;

create function chain_new_staff_change() returns trigger language plpgsql as
$$ begin perform chain_staff_change(new.id); return null; end $$;

-- At the end of the transaction: whoever changes something holds the end of the chain as shortly as possible, and
-- always after everything else that is locked.
create constraint trigger staff_changes_are_chained after insert on staff_change
  deferrable initially deferred for each row execute function chain_new_staff_change();

create index staff_change_unchained on staff_change (site_id) where number is null;
create index staff_change_by_area on staff_change (site_id, area, number);
create index staff_change_by_staff on staff_change (site_id, staff_id, number);
create index staff_change_by_subject on staff_change (site_id, subject, number);
create index staff_change_by_hash on staff_change (site_id, hash text_pattern_ops);
create index staff_change_by_time on staff_change (site_id, at);
create index staff_change_of_two on staff_change (site_id, number) where confirmed_by is not null;
create index staff_change_reveals on staff_change (site_id, staff_id, at) where action = 'REVEAL';
create index staff_by_name on player (site_id, name) where role = 'STAFF';
