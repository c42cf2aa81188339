-- Who has passed the questions about leverage. One row for an account at most. Accounts that were opened before there
-- were questions have traded already.
create table quiz_pass (
  player_id bigint primary key references player (id),
  site_id bigint not null references site (id),
  passed_at timestamptz not null
);

insert into quiz_pass (player_id, site_id, passed_at)
select id, site_id, now() from player;
