-- Every event changes a player's balances and sequence. With room left in its page a row is changed in place, and none
-- of the table's indexes has to be written again: a payment to ten thousand players costs a fifth of the log.
alter table purse set (fillfactor = 50);
alter table account set (fillfactor = 50);
