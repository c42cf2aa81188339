-- A first password is made of two halves that are computed from this, and never stored: each of the two people who made
-- the account sees one, once.
alter table staff_account
  add column first_nonce text,
  add column first_by bigint,
  add column second_by bigint,
  add column first_shown_ms bigint,
  add column second_shown_ms bigint;
