-- Rounds that were tried before there was an account, and became part of one when it was opened. A round belongs to one
-- account and an account has one, so the table grows with the accounts and not with those who try.
create table trial_claim (
  player_id bigint primary key references player (id),
  site_id bigint not null references site (id),
  trial_id bigint not null,
  side text not null,
  accepted_ms bigint not null,
  profit numeric(38, 8) not null,
  -- Whether the recorded minutes of its receipt are copied; the record itself is kept for two days.
  is_proven boolean not null default false,
  constraint a_trial_belongs_to_one_account unique (site_id, trial_id),
  constraint a_trial_has_a_side check (side in ('UP', 'DOWN'))
);

create index trial_claim_to_prove on trial_claim (accepted_ms) where not is_proven;
