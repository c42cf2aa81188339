-- A sum over the account's own rows (engine/src/digest.ts), carried on by every write: an account that is loaded must
-- give the same, and the sum over all accounts must be what the journal says. Accounts of earlier versions get theirs
-- at the next start.
alter table account add column digest numeric(20, 0);
