-- Requests that have ended, as staff list them: other rows of the history are many more.
create index cashier_row_ended on cashier_row (site_id, id)
  where status in (1, 2, 3) and type in ('D', 'W', 'WB', 'WS', 'PB', 'PM');
