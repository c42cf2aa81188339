-- What moved on each Korean day between kinds of purses, by reason: both ends are in one row, so the sums of all kinds
-- are always nothing together. Written from the journal with the purses. `opening` is what lay there when counting began.
-- A day of a site has some dozens of rows; they are the books and stay.
create table ledger_day (
  site_id bigint not null,
  day int not null,
  currency text not null,
  from_kind text not null,
  to_kind text not null,
  reason text not null,
  amount numeric(38, 8) not null,
  moves bigint not null,
  primary key (site_id, day, currency, from_kind, to_kind, reason)
);

-- Books begin with what the purses hold now: what moved before cannot be told from tables that were archived.
insert into ledger_day (site_id, day, currency, from_kind, to_kind, reason, amount, moves)
select held.site_id, mark.day, held.currency,
  case when held.balance > 0 then 'opening' else held.kind end,
  case when held.balance > 0 then held.kind else 'opening' end,
  'OPENING', abs(held.balance), 0
from (
  select site_id, currency, sum(balance) as balance,
    case
      when owner_id is null then regexp_replace(id, '^house:[0-9]+:(.*):[^:]+$', '\1')
      else regexp_replace(id, '^.*:', '')
    end as kind
  from purse
  group by site_id, currency, kind
) as held
cross join (select ((max(at_ms) + 32400000) / 86400000)::int - 1 as day from shadow_mark) as mark
where held.balance <> 0 and mark.day is not null;
