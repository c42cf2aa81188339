-- A closed loss may be covered by the open profit of another position (rules.md 6.1), whichever wallet pays for them.
-- While a position is open, and only then, the free money of its wallet may be below zero. The engine keeps the "only
-- then".
alter table purse drop constraint only_the_house_debts_and_covered_losses_may_be_below_zero;
alter table purse add constraint only_the_house_debts_and_covered_losses_may_be_below_zero
  check (balance >= 0 or owner_id is null or id like '%:debt' or id like '%:free');
