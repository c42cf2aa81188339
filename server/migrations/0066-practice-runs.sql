-- Where a practice run began, and what moved money into or out of a wallet since other than trades: few events of many.
create index account_event_of_runs on account_event (player_id, seq)
  where kind in (
    'ACCOUNT_OPENED', 'PRACTICE_REFILLED', 'CONVERTED', 'MONEY_TRANSFERRED', 'DEPOSIT_CREDITED', 'COUPON_USED',
    'REQUEST_MADE', 'REQUEST_PAID', 'REQUEST_CONFIRMED', 'REQUEST_DONE', 'REQUEST_REJECTED', 'REQUEST_CANCELLED'
  );
