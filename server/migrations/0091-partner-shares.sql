-- Settlement of partners (docs/rules.md 7.4, docs/decisions/0075).

-- Written from the journal with the purses: what a member under a partner moved on a Korean day of that which partners
-- have a share of. Rows of settled days are deleted two days later.
create table share_base (
  site_id bigint not null,
  day int not null,
  player_id bigint not null,
  product text not null,
  currency text not null,
  counted numeric(38, 8) not null,
  -- Counted before and taken back on this day: a bet that is void after all, a fee that was given back.
  undone numeric(38, 8) not null,
  primary key (site_id, day, player_id, product, currency)
);

-- Written from the journal: shares that two people confirmed, with their payment. A few rows a month for each partner;
-- they stay, as the history of the wallet does.
create table partner_share (
  id bigint primary key,
  shard int not null,
  site_id bigint not null,
  player_id bigint not null,
  settlement_id bigint not null,
  wallet text not null,
  amount numeric(38, 8) not null,
  from_day int not null,
  through_day int not null,
  requested_by bigint not null,
  approved_by bigint not null,
  confirmed_ms bigint not null,
  paid_event bigint,
  paid_by bigint,
  paid_ms bigint,
  constraint a_settlement_is_confirmed_once unique (settlement_id),
  constraint a_share_is_above_zero check (amount > 0),
  constraint a_paid_share_says_by_whom check ((paid_event is null) = (paid_by is null)
    and (paid_event is null) = (paid_ms is null))
);

create index partner_share_to_pay on partner_share (site_id, id) where paid_event is null;
create index partner_share_of_site on partner_share (site_id, id);
create index partner_share_of_partner on partner_share (player_id, id);

-- What was approved for a partner in one currency. The desk is asked until `partner_share` has it.
create table partner_settlement (
  id bigint generated always as identity primary key,
  site_id bigint not null,
  partner_id bigint not null references partner (player_id) on delete cascade,
  currency text not null,
  wallet text not null,
  amount numeric(38, 8) not null,
  from_day int not null,
  through_day int not null,
  requested_by bigint not null,
  approved_by bigint not null,
  created_ms bigint not null,
  -- The desk has answered: nothing is to be done any more.
  is_done boolean not null default false,
  constraint a_settlement_is_above_zero check (amount > 0),
  constraint a_settlement_has_two_people check (requested_by <> approved_by)
);

create index partner_settlement_to_confirm on partner_settlement (site_id, id) where not is_done;

-- A row for each partner, line, product and currency of a day. Deleted after about three years, once it is settled.
create table partner_profit (
  id bigint generated always as identity primary key,
  site_id bigint not null,
  day int not null,
  partner_id bigint not null references partner (player_id) on delete cascade,
  -- The partner below whose line it is; null for own members.
  line_id bigint,
  type text not null,
  product text not null,
  base text not null,
  currency text not null,
  base_amount numeric(38, 8) not null,
  rate numeric(38, 8) not null,
  amount numeric(38, 8) not null,
  players int not null,
  -- The day is not settled yet: its rows are counted anew now and then.
  is_running boolean not null,
  settlement_id bigint references partner_settlement (id),
  void_reason text,
  constraint a_profit_has_a_known_type check (type in ('DIRECT', 'DIFFERENCE', 'REVERSAL')),
  constraint a_profit_has_a_known_base check (base in ('TURNOVER', 'FEE')),
  constraint a_reversal_is_below_zero check ((type = 'REVERSAL') = (base_amount < 0)),
  constraint a_running_profit_is_not_settled check (
    not is_running or (settlement_id is null and void_reason is null)
  ),
  constraint a_void_profit_is_not_settled check (settlement_id is null or void_reason is null)
);

create unique index a_profit_is_accrued_once
  on partner_profit (site_id, day, partner_id, type, product, currency, coalesce(line_id, 0));
create index partner_profit_of_partner on partner_profit (partner_id, day, id);
create index partner_profit_to_settle on partner_profit (site_id, partner_id, currency, day)
  where settlement_id is null and void_reason is null and not is_running;
create index partner_profit_of_site on partner_profit (site_id, id);
create index partner_profit_of_settlement on partner_profit (settlement_id) where settlement_id is not null;
create index partner_profit_that_runs on partner_profit (site_id) where is_running;

-- The last day of each site that was accrued, and when the days after it were counted.
create table partner_accrual (
  site_id bigint primary key,
  day int not null,
  counted_ms bigint
);

-- Every row with its status, from the one truth about money: what the journal says of its settlement.
create view partner_profit_state as
select partner_profit.*,
  case
    when partner_profit.void_reason is not null then 'VOID'
    when partner_profit.settlement_id is null then 'ACCRUED'
    when partner_share.paid_event is not null then 'PAID'
    else 'CONFIRMED'
  end as status
  from partner_profit
  left join partner_share on partner_share.settlement_id = partner_profit.settlement_id;

-- Statements read the settled rows themselves.
alter table partner_day drop column share;
