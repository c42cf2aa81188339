-- A payment of a round to one player is one row: the player's own history says what it moved. Both ends of each of the
-- four movements follow from the kind of event and the wallet, so no row can be unbalanced or cross a currency; what
-- was ever taken back is still written leg by leg into `transfer`.
alter table account_event
  add column paid_wallet text,
  -- Of bets that were won: from the waiting purse to the free one.
  add column stake_back numeric(38, 8),
  -- From the house to the free purse.
  add column profit numeric(38, 8),
  -- Of void bets: from the waiting purse to the free one.
  add column void_back numeric(38, 8),
  -- Of lost bets: from the waiting purse to the house.
  add column lost numeric(38, 8),
  add constraint a_payment_moves_money_one_way
    check (stake_back >= 0 and profit >= 0 and void_back >= 0 and lost >= 0),
  add constraint a_payment_says_all_four
    check (num_nulls(paid_wallet, stake_back, profit, void_back, lost) in (0, 5));

-- All money that ever moved, a row for each movement with both its ends.
create view ledger as
select
  transfer.event_id,
  null::bigint as player_id,
  transfer.leg,
  transfer.site_id,
  transfer.currency,
  transfer.from_id,
  transfer.to_id,
  transfer.amount,
  transfer.reason,
  transfer.at
from transfer
union all
select
  paid.event_id,
  paid.player_id,
  moved.leg,
  account.site_id,
  wallet.currency,
  moved.from_id,
  moved.to_id,
  moved.amount,
  moved.reason,
  paid.at
from account_event as paid
join account on account.player_id = paid.player_id
join wallet on wallet.player_id = paid.player_id and wallet.type = paid.paid_wallet
cross join lateral (
  select
    paid.player_id || ':' || paid.paid_wallet || ':free' as free,
    paid.player_id || ':' || paid.paid_wallet || ':wait' as wait,
    'house:' || account.site_id || case paid.kind when 'BALL_PAID' then ':pnl:bitball:' else ':pnl:binary:' end
      || wallet.currency as house
) as purse
cross join lateral (
  values
    (0, purse.wait, purse.free, paid.stake_back, 'BET_STAKE'),
    (1, purse.house, purse.free, paid.profit, 'BET_PROFIT'),
    (2, purse.wait, purse.free, paid.void_back, 'BET_VOID'),
    (3, purse.wait, purse.house, paid.lost, 'BET_LOST')
) as moved (leg, from_id, to_id, amount, reason)
where paid.paid_wallet is not null and moved.amount > 0;
