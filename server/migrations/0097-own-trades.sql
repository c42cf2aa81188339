-- Positions that were opened as a trader: instrument, position, and what the wallet held then, in units of 1e-8.
alter table copy_trader add column open_trades text[] not null default '{}';

-- By how much own trades of a day grew the equity, in billionths of the natural logarithm, which add up. Days that are
-- stored know only what the wallet held before the first trade.
alter table copy_day add column growth bigint;
update copy_day
set growth = case
  when cash > 0 then round(ln(greatest(1 + net / cash, 0.0001)) * 1000000000)
  when net < 0 then round(ln(0.0001) * 1000000000)
  else 0
end
where cash is not null;
alter table copy_day drop column cash;
