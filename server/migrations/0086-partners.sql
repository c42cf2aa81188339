-- Partners (docs/rules.md 7.1): a tree of four levels on each site. The person is a player row with the role PARTNER; who
-- may enter the office has a row of staff_account, below everybody of staff.
alter table staff_account drop constraint a_staff_role_is_known;
alter table staff_account drop constraint a_staff_level_has_its_roles;
alter table staff_account add constraint a_staff_role_is_known
  check (role in ('HEAD', 'OPERATOR', 'SUPPORT', 'AUDITOR', 'PARTNER'));
alter table staff_account add constraint a_staff_level_has_its_roles check (
  (level in (1, 2) and role = 'HEAD') or (level = 3 and role = 'OPERATOR') or (level = 4 and role in ('SUPPORT', 'AUDITOR'))
  or (level = 5 and role = 'PARTNER')
);

-- One row for each, made by two people; they stay with the account. Nobody moves, so a path is written once.
create table partner (
  player_id bigint primary key references player (id) on delete cascade,
  site_id bigint not null,
  level int not null,
  parent_id bigint,
  parent_level int generated always as (level - 1) stored,
  -- The numbers from the head office to itself: /12/45/. All below it begin with it.
  path text collate "C" not null,
  created_ms bigint not null,
  constraint a_partner_stands_once_in_the_tree unique (site_id, player_id, level),
  constraint a_partner_is_a_player_of_its_site foreign key (site_id, player_id)
    references player (site_id, id) on delete cascade,
  constraint a_partner_hangs_one_level_below_its_parent foreign key (site_id, parent_id, parent_level)
    references partner (site_id, player_id, level),
  constraint a_partner_has_one_of_four_levels check (level between 1 and 4 and (level = 1) = (parent_id is null))
);

create index partner_by_path on partner (site_id, path);
create index partner_by_number on partner (site_id, player_id);
create index partner_of_level on partner (site_id, level, player_id);
create index partner_of_parent on partner (parent_id, player_id) where parent_id is not null;

-- What a partner earns of a base (docs/rules.md 7.2) from a Korean day on. A row for each change that two people made.
create table partner_rate (
  partner_id bigint not null references partner (player_id) on delete cascade,
  product text not null,
  base text not null,
  from_day int not null,
  rate numeric(38, 8) not null,
  primary key (partner_id, product, base, from_day),
  constraint a_base_is_known check (base in ('TURNOVER', 'FEE')),
  constraint a_rate_is_a_share check (rate between 0 and 1)
);

-- Those there were until now stand at the head of a tree of their own.
insert into partner (player_id, site_id, level, path, created_ms)
select id, site_id, 1, '/' || id || '/', (extract(epoch from created_at) * 1000)::bigint
  from player
 where role = 'PARTNER';

insert into staff_account (player_id, site_id, role, level, created_ms)
select player_id, site_id, 'PARTNER', 5, created_ms from partner;

-- From here on a row counts all members below a partner, and what the partner earns of them by the rates of the day.
alter table partner_day add column share numeric(38, 8) not null default 0;
