-- What staff have changed of the settings of coin futures, by site and instrument. Null is the default.
create table futures_setting (
  site_id bigint not null references site (id),
  option_id int not null,
  contract_type text,
  notional_least numeric(38, 8),
  leverage_most int,
  tier_table text,
  fee_rate numeric(38, 8),
  liquidation_fee_rate numeric(38, 8),
  warn_ratio numeric(38, 8),
  leverage_with_position text,
  mode text,
  changed_by bigint not null,
  changed_at timestamptz not null,
  primary key (site_id, option_id),
  constraint a_leverage_is_at_least_one check (leverage_most >= 1),
  constraint fees_are_not_below_zero check (fee_rate >= 0 and liquidation_fee_rate >= 0),
  constraint a_warning_comes_before_the_liquidation check (warn_ratio > 0 and warn_ratio < 1),
  constraint a_contract_is_known check (contract_type in ('LINEAR', 'HYBRID', 'INVERSE')),
  constraint a_leverage_rule_is_known check (leverage_with_position in ('RAISE', 'FORBID')),
  constraint a_mode_is_known check (mode in ('NORMAL', 'REDUCE_ONLY', 'STOPPED'))
);
