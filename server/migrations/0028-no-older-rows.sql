-- Every account is written with its digest, and every position and fill with its commissions.
alter table account alter column digest set not null;
update oversea_position set entry_commission = 0 where entry_commission is null;
alter table oversea_position alter column entry_commission set not null;
alter table oversea_fill
  alter column entry_commission set not null,
  alter column exit_commission set not null,
  alter column net set not null;
