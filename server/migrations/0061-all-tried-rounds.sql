-- An account keeps every round that was tried on its device within a day, won or lost, and not only the newest. A sign-up
-- brings ten at most, so the table still grows with the accounts.
alter table trial_claim drop constraint trial_claim_pkey;
alter table trial_claim add primary key (player_id, trial_id);
