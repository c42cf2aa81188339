-- Fewer rows, indexes and look-ups for each event, so that the tables keep up with the desk (decision 0020).

-- Money that one player sets aside, or gets back, moves between two purses of the same wallet: the player's own history
-- says which wallet and how much, and both ends and the reason follow from the kind of event. Above zero it goes from the
-- free purse to the waiting one, below zero it comes back.
alter table account_event
  add column set_aside_wallet text,
  add column set_aside numeric(38, 8),
  add constraint what_is_set_aside_has_a_wallet check ((set_aside is null) = (set_aside_wallet is null)),
  add constraint setting_aside_moves_something check (set_aside <> 0);

create or replace view ledger as
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
where paid.paid_wallet is not null and moved.amount > 0
union all
select
  happened.event_id,
  happened.player_id,
  0,
  account.site_id,
  wallet.currency,
  happened.player_id || ':' || wallet.type || case when happened.set_aside > 0 then ':free' else ':wait' end,
  happened.player_id || ':' || wallet.type || case when happened.set_aside > 0 then ':wait' else ':free' end,
  abs(happened.set_aside)::numeric(38, 8),
  case happened.kind
    when 'FUNDS_HELD' then 'HOLD'
    when 'FUNDS_RELEASED' then 'RELEASE'
    when 'OVERSEA_ORDER_PLACED' then 'OVERSEA_MARGIN'
    when 'OVERSEA_ORDERS_CANCELLED' then 'OVERSEA_MARGIN_BACK'
    else 'BET'
  end,
  happened.at
from account_event as happened
join account on account.player_id = happened.player_id
join wallet on wallet.player_id = happened.player_id and wallet.type = happened.set_aside_wallet
where happened.set_aside is not null;

-- That both ends are of the transfer's site and currency is checked once for each purse of a write, not once for each
-- end of each transfer. No call reads transfers by purse.
alter table transfer
  drop constraint money_leaves_a_purse_of_its_currency,
  drop constraint money_enters_a_purse_of_its_currency;
drop index transfer_from;
drop index transfer_to;
alter table purse drop constraint purse_id_currency_site_id_key;

-- Only what is set aside now: that it was released stands in the player's history.
delete from hold where released_by is not null;
drop index open_hold;
alter table hold
  drop column released_by,
  drop constraint hold_player_id_fkey;
create index hold_of_player on hold (player_id);
