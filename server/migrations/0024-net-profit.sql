-- Profit after fees (decision 0027). A position says what its open contracts have cost to open; null where it was opened
-- by an earlier version.
alter table oversea_position add column entry_commission numeric(38, 8);

-- Of the part that a fill closed: what opening it had cost, its share of the fill's commission, and what is left.
alter table oversea_fill
  add column entry_commission numeric(38, 8),
  add column exit_commission numeric(38, 8),
  add column net numeric(38, 8);

-- Fills of earlier versions, as `engine/src/oversea/net-profit.ts` reads their events and
-- `server/src/shadow/derive-net-profits.ts` completes a snapshot of them: the closed part has its share of the commission,
-- and is taken to have cost as much to open.
update oversea_fill
set entry_commission = derived.exit_commission,
  exit_commission = derived.exit_commission,
  net = oversea_fill.pnl - 2 * derived.exit_commission
from (
  select id, div(commission * 100000000 * closed_qty, qty) / 100000000 as exit_commission
  from oversea_fill
) as derived
where derived.id = oversea_fill.id;

alter table oversea_fill
  add constraint a_net_profit_is_what_its_parts_leave check (net = pnl - entry_commission - exit_commission);
