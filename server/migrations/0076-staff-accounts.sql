-- What each member of staff is (docs/rules.md 7.1). One row for each, of whom there are few; the person is a player row
-- with the role STAFF.
create table staff_account (
  player_id bigint primary key references player (id) on delete cascade,
  site_id bigint not null,
  role text not null,
  level int not null,
  -- Who stands above it in its line; null for those who run the platform and for the first of a site.
  parent_id bigint references staff_account (player_id) on delete set null,
  -- A first password was handed over by others: until then it must be changed, and later it opens nothing.
  password_until_ms bigint,
  disabled_ms bigint,
  created_ms bigint not null,
  created_by bigint,
  constraint a_staff_account_is_a_player_of_its_site foreign key (site_id, player_id)
    references player (site_id, id) on delete cascade,
  constraint a_staff_role_is_known check (role in ('HEAD', 'OPERATOR', 'SUPPORT', 'AUDITOR')),
  constraint a_staff_level_has_its_roles check (
    (level in (1, 2) and role = 'HEAD') or (level = 3 and role = 'OPERATOR') or (level = 4 and role in ('SUPPORT', 'AUDITOR'))
  )
);

create index staff_account_of_site on staff_account (site_id, level, player_id);
create index staff_account_of_parent on staff_account (parent_id, player_id) where parent_id is not null;

-- Those of the first site ran the platform until now, all others their site: two people can still do together whatever
-- takes two.
insert into staff_account (player_id, site_id, role, level, created_ms)
select id, site_id, 'HEAD', case when site_id = (select min(id) from site) then 1 else 2 end,
       (extract(epoch from created_at) * 1000)::bigint
  from player
 where role = 'STAFF';

-- Of sign-ins to the office: when the second factor was given last, and when a person last caused a call.
alter table refresh_family
  add column factor_ms bigint,
  add column seen_ms bigint;

